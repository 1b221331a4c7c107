import type { OwnershipFile } from "@first-bounce/contract/stats/static-data";
import { OWNERSHIP_FIGURES, type OwnershipFigure } from "@first-bounce/rules/ownership/ownership";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../components/table/table.tsx";
import { formatAverage, formatInteger } from "../../../i18n/format.ts";
import { useMedia } from "../../../live/use-media.ts";
import styles from "./ownership.module.css";
import { type GroupKey, getGroupKey, type OwnershipRow, type OwnershipView, type ShownView } from "./ownership-view.ts";
import { PlayerNameCell, PlayersTable } from "./players-table.tsx";

export const SMALL_SCREEN = "(max-width: 39.9375em)";

interface Props {
	readonly groups: OwnershipFile["groups"];
	readonly rows: readonly OwnershipRow[];
	readonly view: ShownView;
	readonly onChange: (change: Partial<OwnershipView>) => void;
}

export function useGroupName(): (key: GroupKey) => string {
	const { t } = useTranslation();
	return (key) =>
		key === "all" ? t("stats.ownership.allTeams") : t("stats.ownership.top", { teams: formatInteger(Number(key)) });
}

/** A figure as a percentage of the group's teams, with their number on wide screens. */
const Share = ({
	row,
	group,
	figure,
	hasCount,
}: {
	readonly row: OwnershipRow;
	readonly group: GroupKey;
	readonly figure: OwnershipFigure;
	readonly hasCount: boolean;
}) => {
	const { t } = useTranslation();
	const figures = row.figures.get(group);
	if (!figures || figures[figure] === 0) return "–";
	return (
		<>
			{formatAverage(figures[`${figure}Percent`])}%
			{hasCount ? (
				<small className={styles.count}>
					{t("stats.ownership.count", { count: figures[figure], teams: formatInteger(figures[figure]) })}
				</small>
			) : null}
		</>
	);
};

/** A column for each group on wide screens; on phones one for each figure of the chosen group. */
export const OwnershipTable = ({ groups, rows, view, onChange }: Props) => {
	const { t } = useTranslation();
	const isSmall = useMedia(SMALL_SCREEN);
	const getGroupName = useGroupName();
	const toggle = (isSorted: boolean, change: Partial<OwnershipView>) =>
		onChange({ isByName: false, direction: isSorted && view.direction === "desc" ? "asc" : "desc", ...change });
	const buildColumn = (group: GroupKey, figure: OwnershipFigure): Column<OwnershipRow> => {
		const isSorted = !view.isByName && group === view.group && figure === view.figure;
		return {
			id: `${group} ${figure}`,
			head: isSmall ? t(`stats.ownership.short.${figure}`) : getGroupName(group),
			isNumber: true,
			sort: {
				direction: isSorted ? view.direction : null,
				title: t(`stats.ownership.figure.${figure}`),
				onPress: () => toggle(isSorted, { group, figure }),
			},
			cell: (row) => <Share row={row} group={group} figure={figure} hasCount={!isSmall} />,
		};
	};
	const columns: readonly Column<OwnershipRow>[] = [
		{
			id: "player",
			head: t("team.listPlayer"),
			sort: {
				// Names are listed from A to Z first.
				direction: view.isByName ? (view.direction === "desc" ? "asc" : "desc") : null,
				onPress: () => toggle(view.isByName, { isByName: true }),
			},
			cell: ({ player }) => <PlayerNameCell player={player} />,
		},
		...(isSmall
			? OWNERSHIP_FIGURES.map((figure) => buildColumn(view.group, figure))
			: groups.map((group) => buildColumn(getGroupKey(group), view.figure))),
	];
	return <PlayersTable caption={t("stats.page.ownership")} rows={rows} columns={columns} />;
};
