import type { ReactNode } from "react";
import { Group } from "react-aria-components/Group";
import { useTranslation } from "react-i18next";
import { Ground } from "../../../components/ground/ground.tsx";
import type { SlotView } from "../model/slot-view.ts";
import styles from "./team-ground.module.css";

/** Forwards at the top, as on television. */
const ROWS = ["FWD", "MID", "RUC", "DEF"] as const;

interface Props {
	readonly slots: readonly SlotView[];
	/** Renders a slot. */
	readonly children: (view: SlotView) => ReactNode;
}

const Row = ({ slots, children }: Props) => (
	<ul className={styles.row}>
		{slots.map((view) => (
			<li key={view.key}>{children(view)}</li>
		))}
	</ul>
);

/** The team on the oval by line, with the bench and the utility below. */
export const TeamGround = ({ slots, children }: Props) => {
	const { t } = useTranslation();
	return (
		<Ground label={t("team.ground")}>
			{ROWS.map((line) => (
				<Group key={line} className={styles.line ?? ""} aria-label={t(`lineName.${line}`)}>
					<h2 className={styles.label}>{t(`line.${line}`)}</h2>
					<Row slots={slots.filter(({ slot }) => slot.area === "field" && slot.line === line)}>{children}</Row>
				</Group>
			))}
			<Group className={styles.bench ?? ""} aria-label={t("team.benchTitle")}>
				<h2 className={styles.label}>{t("team.benchTitle")}</h2>
				<Row slots={slots.filter(({ slot }) => slot.area !== "field")}>{children}</Row>
			</Group>
		</Ground>
	);
};
