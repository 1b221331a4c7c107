import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { Group } from "react-aria-components/Group";
import { useTranslation } from "react-i18next";
import { Ground } from "../../../components/ground/ground.tsx";
import type { SlotView } from "../model/slot-view.ts";
import styles from "./team-ground.module.css";

/** The lines from the top of the ground, with the forwards first, as on television. */
const LINES_FROM_TOP = ["FWD", "MID", "RUC", "DEF"] as const;

interface Props {
	readonly slots: readonly SlotView[];
	readonly children: (view: SlotView) => ReactNode;
}

const Row = ({ slots, children }: Props) => (
	<ul className={styles.row}>
		{slots.map((view) => (
			<li key={view.key}>{children(view)}</li>
		))}
	</ul>
);

/** The slots by line, then a utility that counts towards the score. Any other utility is listed with the bench. */
export function listSlotGroups(slots: readonly SlotView[], t: TFunction) {
	const utility = slots.filter(({ isScoring, isUtility }) => isScoring && isUtility);
	const title = t("team.utilityTitle");
	const benchTitle = t(utility.length > 0 ? "team.benchOnly" : "team.benchTitle");
	return [
		...LINES_FROM_TOP.map((line) => ({
			id: line,
			title: t(`lineName.${line}`),
			shortTitle: t(`line.${line}`),
			views: slots.filter(({ slot }) => slot.area === "field" && slot.line === line),
		})),
		...(utility.length > 0 ? [{ id: "utility", title, shortTitle: title, views: utility }] : []),
		{ id: "bench", title: benchTitle, shortTitle: benchTitle, views: slots.filter(({ isScoring }) => !isScoring) },
	];
}

/** The team on the oval by line, with the utility and the bench below. */
export const TeamGround = ({ slots, children }: Props) => {
	const { t } = useTranslation();
	return (
		<Ground label={t("team.ground")}>
			{listSlotGroups(slots, t).map(({ id, title, shortTitle, views }) => (
				<Group key={id} className={(id === "bench" ? styles.bench : styles.line) ?? ""} aria-label={title}>
					<h2 className={styles.label}>{shortTitle}</h2>
					<Row slots={views}>{children}</Row>
				</Group>
			))}
		</Ground>
	);
};
