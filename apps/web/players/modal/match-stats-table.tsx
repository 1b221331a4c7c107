import type { PlayerEntry, PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { computeAverage } from "@first-bounce/rules/scoring/season-figures";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { type Column, numberColumn, Table } from "../../components/table/table.tsx";
import { formatAverage, formatPoints } from "../../i18n/format.ts";
import { isInPlay } from "../matches/live-match.ts";
import { buildMatchRows, type MatchRow } from "../matches/match-rows.ts";
import { MATCH_STATS } from "../matches/match-stats.ts";
import styles from "./player-stats.module.css";

interface Props {
	readonly player: PlayerEntry;
	readonly matches: PlayerStatsFile;
	readonly season: Season;
}

/** Her matches, newest first, including missed rounds. The averages leave out a match being played. */
export const MatchStatsTable = ({ player, matches, season }: Props) => {
	const { t } = useTranslation();
	const isLive = (matchId: number) => {
		const match = season.matchById.get(matchId);
		return match !== undefined && isInPlay(match);
	};
	const finished = matches.filter(({ matchId }) => !isLive(matchId));
	const getFoot = (content: ReactNode) => (finished.length > 0 ? [content] : []);
	const getOpponent = (squadId: number) => season.squads.get(squadId)?.abbreviation ?? "";
	const renderOpponent = (row: MatchRow) => {
		if (row.kind === "bye") return t("card.bye");
		if (row.kind === "missed") return getOpponent(row.opponentId);
		return (
			<>
				{getOpponent(row.match.opponentId)}
				{isLive(row.match.matchId) ? <span className={styles.live}> {t("player.live.match")}</span> : null}
			</>
		);
	};
	const renderHead = (id: "RD" | "OPP" | "SCORE" | (typeof MATCH_STATS)[number]) => (
		<abbr title={t(`player.stat.${id}`)}>{id}</abbr>
	);
	const formatScore = (row: MatchRow) =>
		row.kind === "match" ? formatPoints(row.match.points) : row.kind === "bye" ? "-" : t("card.dnp");
	const columns: readonly Column<MatchRow>[] = [
		numberColumn("RD", renderHead("RD"), ({ roundId }) => roundId, {
			foot: getFoot(<span className={styles.average}>{t("player.averageRow")}</span>),
		}),
		{ id: "OPP", head: renderHead("OPP"), className: styles.opponent, cell: renderOpponent },
		...MATCH_STATS.map((id) =>
			numberColumn<MatchRow>(id, renderHead(id), (row) => (row.kind === "match" ? row.match.stats[id] : null), {
				foot: getFoot(formatAverage(computeAverage(finished.map(({ stats }) => stats[id])))),
			}),
		),
		numberColumn("SCORE", renderHead("SCORE"), formatScore, {
			className: styles.points,
			foot: getFoot(formatAverage(computeAverage(finished.map(({ points }) => points)))),
		}),
	];
	return (
		<Table
			caption={t("player.matchStats")}
			className={styles.matches}
			scroller="plain"
			sticky="both"
			columns={columns}
			rows={buildMatchRows(player, matches, season)}
			getKey={(row) =>
				row.kind === "match" ? row.match.matchId : row.kind === "bye" ? `bye ${row.roundId}` : row.matchId
			}
			getRowProps={({ kind }) => ({ "data-missed": kind !== "match" || undefined })}
			empty={<p className={styles.none}>{t("player.noMatches")}</p>}
		/>
	);
};
