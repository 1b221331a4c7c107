import { Group } from "react-aria-components/Group";
import { useTranslation } from "react-i18next";
import { Ground } from "../../../components/ground/ground.tsx";
import type { SlotView } from "../model/slot-view.ts";
import styles from "./team-ground.module.css";
import { TeamSlot } from "./team-slot.tsx";
import type { Board } from "./use-board.ts";

/** As seen on television: the attack on top. */
const ROWS = ["FWD", "MID", "RUC", "DEF"] as const;

const Row = ({ views, board }: { readonly views: readonly SlotView[]; readonly board: Board }) => (
	<ul className={styles.row}>
		{views.map((view) => (
			<li key={view.key}>
				<TeamSlot view={view} board={board} />
			</li>
		))}
	</ul>
);

/** The team on the oval, line by line, and the bench with the utility before the fence. */
export const TeamGround = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	return (
		<Ground label={t("team.ground")}>
			{ROWS.map((line) => (
				<Group key={line} className={styles.line ?? ""} aria-label={t(`lineName.${line}`)}>
					<h2 className={styles.label}>{t(`line.${line}`)}</h2>
					<Row board={board} views={board.slots.filter(({ slot }) => slot.area === "field" && slot.line === line)} />
				</Group>
			))}
			<Group className={styles.bench ?? ""} aria-label={t("team.benchTitle")}>
				<h2 className={styles.label}>{t("team.benchTitle")}</h2>
				<Row board={board} views={board.slots.filter(({ slot }) => slot.area !== "field")} />
			</Group>
		</Ground>
	);
};
