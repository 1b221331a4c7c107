import type { TFunction } from "i18next";
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

/** The slots that are not on field: the utility, if it scores, and the bench with any other utility. */
export function listOtherGroups(slots: readonly SlotView[], t: TFunction) {
	const utility = slots.filter(({ isScoring, isUtility }) => isScoring && isUtility);
	const bench = slots.filter(({ isScoring }) => !isScoring);
	return [
		...(utility.length > 0 ? [{ id: "utility", title: t("team.utilityTitle"), views: utility }] : []),
		{ id: "bench", title: t(utility.length > 0 ? "team.benchOnly" : "team.benchTitle"), views: bench },
	];
}

/** The team on the oval by line, with the utility and the bench below. */
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
			{listOtherGroups(slots, t).map(({ id, title, views }) => (
				<Group key={id} className={(id === "bench" ? styles.bench : styles.line) ?? ""} aria-label={title}>
					<h2 className={styles.label}>{title}</h2>
					<Row slots={views}>{children}</Row>
				</Group>
			))}
		</Ground>
	);
};
