import type { MatchUpView } from "@first-bounce/contract/leagues/league-ladder";
import type { Slot } from "@first-bounce/rules/lineup/lineup";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { type Column, type RowGroup, Table } from "../../../components/table/table.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import { type MatchUpRow, sumSidePoints } from "../model/matchup-rows.ts";
import styles from "./matchup.module.css";
import { PlayerCell, PointsCell } from "./side-cells.tsx";

interface Props {
	readonly match: MatchUpView;
	readonly round: Round;
	readonly rows: readonly MatchUpRow[];
}

interface TableProps extends Pick<Props, "match" | "round"> {
	readonly groups: readonly RowGroup<MatchUpRow>[];
	readonly getLabel: (row: MatchUpRow) => string;
	/** The sums of both teams below their points. */
	readonly totals?: { readonly label: string; readonly home: number; readonly away: number };
}

/** The players of both teams, with their points towards the middle. */
const MatchUpTable = ({ match, round, groups, getLabel, totals }: TableProps) => {
	const { t } = useTranslation();
	const getName = (side: "home" | "away") => match[side].teamName || t("rankings.formerTeam");
	const buildPlayers = (side: "home" | "away"): Column<MatchUpRow> => ({
		id: side,
		head: getName(side),
		cell: (row) => <PlayerCell cell={row[side]} side={side} round={round} />,
		...(totals && side === "home" ? { foot: [totals.label] } : {}),
	});
	const buildPoints = (side: "home" | "away"): Column<MatchUpRow> => ({
		id: `${side}Points`,
		head: <span className="spoken">{t("stat.roundPoints")}</span>,
		className: styles.points,
		cell: (row) => <PointsCell cell={row[side]} round={round} />,
		...(totals ? { foot: [formatPoints(totals[side])] } : {}),
	});
	// A row without a slot is identified by its index.
	const getKey = (row: MatchUpRow) =>
		row.slot
			? `${row.slot.area}${row.slot.line}${row.slot.index}`
			: groups.map(({ rows }) => rows.indexOf(row)).join(" ");
	return (
		<Table
			caption={t("leagues.fixtures.versus", { home: getName("home"), away: getName("away") })}
			isCard
			className={styles.table}
			rowHead={null}
			groups={groups}
			getKey={getKey}
			columns={[
				buildPlayers("home"),
				buildPoints("home"),
				{
					id: "line",
					head: <span className="spoken">{t("pool.position")}</span>,
					className: styles.line,
					cell: getLabel,
				},
				buildPoints("away"),
				buildPlayers("away"),
			]}
		/>
	);
};

const HiddenCount = ({ match }: Pick<Props, "match">) => {
	const { t } = useTranslation();
	const hidden = match.home.hidden + match.away.hidden;
	return hidden > 0 ? <p className={styles.note}>{t("leagues.matchup.hiddenCount", { count: hidden })}</p> : null;
};

/** Compares slot by slot: field with a utility that scores, then bench and utility. */
export const HeadToHead = ({ match, round, rows, utilityScores }: Props & { readonly utilityScores: boolean }) => {
	const { t } = useTranslation();
	const getLine = ({ slot }: MatchUpRow) => t(`line.${slot?.line ?? "UTL"}`);
	const isOnField = ({ slot }: MatchUpRow) => slot?.area === "field" || (slot?.area === "utility" && utilityScores);
	return (
		<>
			<MatchUpTable
				match={match}
				round={round}
				getLabel={getLine}
				groups={[
					{ id: "field", title: null, rows: rows.filter(isOnField) },
					{ id: "bench", title: t("leagues.matchup.bench"), rows: rows.filter((row) => !isOnField(row)) },
				]}
			/>
			<HiddenCount match={match} />
		</>
	);
};

/** Compares only the players who count, or count double, for one of the two teams. */
export const UniqueScorers = ({ match, round, rows }: Props) => {
	const { t } = useTranslation();
	if (rows.length === 0)
		return (
			<>
				<p className={styles.note}>{t("leagues.matchup.none")}</p>
				<HiddenCount match={match} />
			</>
		);
	const getLine = ({ home, away }: MatchUpRow): string => {
		const slots: (Slot | null)[] = [home, away].map((cell) => (cell.kind === "player" ? cell.score.slot : null));
		return [...new Set(slots.flatMap((slot) => (slot ? [t(`line.${slot.line ?? "UTL"}`)] : [])))].join(" · ");
	};
	return (
		<>
			<p className={styles.note}>{t("leagues.matchup.uniqueText")}</p>
			<MatchUpTable
				match={match}
				round={round}
				getLabel={getLine}
				groups={[{ id: "unique", title: null, rows }]}
				totals={{
					label: t("leagues.matchup.uniqueTotal"),
					home: sumSidePoints(rows, "home"),
					away: sumSidePoints(rows, "away"),
				}}
			/>
			<HiddenCount match={match} />
		</>
	);
};
