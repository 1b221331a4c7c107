import type { EliminationRanking } from "@first-bounce/contract/leagues/league-ladder";
import { useTranslation } from "react-i18next";
import { ManagerCell } from "../../../components/manager-cell/manager-cell.tsx";
import { buildNumberColumn, type Column, Table } from "../../../components/table/table.tsx";
import { formatChance, formatPoints } from "../../../i18n/format.ts";
import { isInDanger, type SurvivalOutlook } from "../../../players/live-outlook.ts";
import { buildRankColumn, WinnerMark } from "./h2h-table.tsx";
import styles from "./ladder.module.css";

interface WinnerProps {
	readonly rows: readonly EliminationRanking[];
	readonly winnerTeamId: number | null;
}

/** The winner of an elimination league; nothing before there is one. */
export const EliminationWinner = ({ rows, winnerTeamId }: WinnerProps) => {
	const { t } = useTranslation();
	const winner = rows.find(({ teamId }) => teamId === winnerTeamId);
	if (!winner) return null;
	const team = winner.teamName || t("rankings.formerTeam");
	return <p className={styles.winner}>{t("leagues.eliminated.winner", { team })}</p>;
};

interface Props extends WinnerProps {
	readonly leagueName: string;
	/** How many of the lowest teams are below the danger line. */
	readonly dangerCount: number;
	/** The chances to survive; null while no round is live. */
	readonly outlook: SurvivalOutlook | null;
	readonly formatRoundName: (roundId: number) => string;
	/** URL of a team's page; absent before the first round. */
	readonly getUrl?: ((row: EliminationRanking) => string) | undefined;
}

/** The teams that are alive, with the danger line, above those that are out. */
export const EliminationTable = ({ leagueName, rows, winnerTeamId, dangerCount, outlook, ...props }: Props) => {
	const { t } = useTranslation();
	const alive = rows.filter(({ out }) => out === null);
	const out = rows.filter((row) => row.out !== null);
	const getNote = (row: EliminationRanking) => {
		if (row.out) return t(`leagues.eliminated.${row.out.reason}`, { round: props.formatRoundName(row.out.roundId) });
		return isInDanger(alive.indexOf(row) + 1, alive.length, dangerCount) ? t("leagues.eliminated.danger") : null;
	};
	const formatOwnChance = ({ teamId }: EliminationRanking) => {
		const chance = outlook?.chances.get(teamId);
		return outlook && chance !== undefined ? formatChance(chance, outlook) : "–";
	};
	const formatRoundPoints = ({ roundPoints }: EliminationRanking) =>
		roundPoints === null ? "–" : formatPoints(roundPoints);
	const columns: readonly Column<EliminationRanking>[] = [
		buildRankColumn(t),
		{
			id: "team",
			head: t("leagues.eliminated.alive", { count: alive.length }),
			className: styles.team,
			cell: (row) => (
				<ManagerCell manager={row} url={props.getUrl?.(row)} note={getNote(row)}>
					{row.teamId === winnerTeamId ? <WinnerMark /> : null}
				</ManagerCell>
			),
		},
		...(outlook
			? [buildNumberColumn("chance", t("leagues.eliminated.chance"), formatOwnChance, { className: styles.chance })]
			: []),
		buildNumberColumn("round", t("leagues.ladder.round"), formatRoundPoints, { className: styles.points }),
		buildNumberColumn("total", t("rankings.columns.total"), ({ totalPoints }) => formatPoints(totalPoints), {
			isWide: true,
		}),
	];
	const outGroup = { id: "out", title: t("leagues.eliminated.out", { count: out.length }), rows: out };
	return (
		<Table
			caption={t("leagues.ladder.caption", { league: leagueName })}
			className={styles.table}
			isCard
			rowHead="team"
			groups={[{ id: "alive", title: null, rows: alive }, ...(out.length > 0 ? [outGroup] : [])]}
			getKey={({ teamId }) => teamId}
			getRowProps={(row) => ({
				"data-own": row.isCurrentLeagueUser || undefined,
				"data-cut": (dangerCount > 0 && alive.indexOf(row) === alive.length - dangerCount - 1) || undefined,
				"data-out": row.out !== null || undefined,
			})}
			columns={columns}
		/>
	);
};
