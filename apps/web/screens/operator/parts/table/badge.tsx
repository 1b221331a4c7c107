import type { RoundPhase } from "@first-bounce/contract/operator/operator";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./badge.module.css";

export const Badge = ({
	tone,
	children,
}: {
	readonly tone: "good" | "warn" | "bad" | "live" | "plain";
	readonly children: ReactNode;
}) => (
	<span className={styles.badge} data-tone={tone}>
		{children}
	</span>
);

const PHASE_TONES = {
	open: "plain",
	"soft-locked": "warn",
	playing: "live",
	"in-review": "warn",
	"to-publish": "warn",
	complete: "good",
} as const;

export const PhaseBadge = ({ phase }: { readonly phase: RoundPhase }) => {
	const { t } = useTranslation("operator");
	return <Badge tone={PHASE_TONES[phase]}>{t(`phase.${phase}`)}</Badge>;
};
