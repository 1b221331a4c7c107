import type { RoundPhase } from "@first-bounce/contract/operator/operator";
import { useTranslation } from "react-i18next";
import { Badge } from "./badge.tsx";

const TONES = {
	open: "plain",
	"soft-locked": "warn",
	playing: "live",
	"in-review": "warn",
	"to-publish": "warn",
	complete: "good",
} as const;

export const PhaseBadge = ({ phase }: { readonly phase: RoundPhase }) => {
	const { t } = useTranslation("operator");
	return <Badge tone={TONES[phase]}>{t(`phase.${phase}`)}</Badge>;
};
