import type { PlayerEntry, PlayerStatsFile } from "@first-bounce/contract/stats/static-data";
import { computeAverage } from "@first-bounce/rules/numbers";
import { listSquadMatches } from "@first-bounce/rules/round/round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { buildNumberColumn, type Column, Table } from "../../components/table/table.tsx";
import { formatAverage, formatPoints } from "../../i18n/format.ts";
import { isInPlay } from "../matches/live-match.ts";
import { MATCH_STATS } from "../matches/match-stats.ts";
import styles from "./player-stats.module.css";

/** A row of a player's season: a match she played, a match of her squad that she missed, or a bye. */
export type MatchRow =
	| { readonly kind: "match"; readonly roundId: number; readonly match: PlayerStatsFile[number] }
	| { readonly kind: "missed"; readonly roundId: number; readonly matchId: number; readonly opponentId: number }
	| { readonly kind: "bye"; readonly roundId: number };

/** Her season by match, newest first, with the club that she had in each round. Only complete matches count as missed. */
export function buildMatchRows(
	player: PlayerEntry,
	matches: PlayerStatsFile,
	{ rounds }: Pick<Season, "rounds">,
): readonly MatchRow[] {
	const firstRoundId = Math.min(...Object.keys(player.stats.prices).map(Number));
	return rounds.toReversed().flatMap((round): MatchRow[] => {
		const played = matches.filter(({ roundId }) => roundId === round.id);
		const rows = played.map((match): MatchRow => ({ kind: "match", roundId: round.id, match }));
		const hasPlayed = (matchId: number) => played.some((match) => match.matchId === matchId);
		const squadId = getSquadInRound(player, round.id);
		const squadMatches = listSquadMatches(squadId, round);
		if (round.id < firstRoundId || round.status === "scheduled") return rows;
		if (squadMatches.length === 0) return round.status === "complete" ? [{ kind: "bye", roundId: round.id }] : [];
		const missed = squadMatches
			.filter(({ id, status }) => status === "complete" && !hasPlayed(id))
			.map(({ id, homeSquadId, awaySquadId }): MatchRow => {
				const opponentId = homeSquadId === squadId ? awaySquadId : homeSquadId;
				return { kind: "missed", roundId: round.id, matchId: id, opponentId };
			});
		return [...rows, ...missed];
	});
}

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
		buildNumberColumn("RD", renderHead("RD"), ({ roundId }) => roundId, {
			foot: getFoot(<span className={styles.average}>{t("player.averageRow")}</span>),
		}),
		{ id: "OPP", head: renderHead("OPP"), className: styles.opponent, cell: renderOpponent },
		...MATCH_STATS.map((id) =>
			buildNumberColumn<MatchRow>(id, renderHead(id), (row) => (row.kind === "match" ? row.match.stats[id] : null), {
				foot: getFoot(formatAverage(computeAverage(finished.map(({ stats }) => stats[id])))),
			}),
		),
		buildNumberColumn("SCORE", renderHead("SCORE"), formatScore, {
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
