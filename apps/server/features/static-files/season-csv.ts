import type { RoundId } from "@first-bounce/rules/ids";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import { isStatKey, STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { formatCsv } from "../seasons/import/csv/format-csv.ts";
import { listPlayerCells, PLAYER_COLUMNS } from "./player-cells.ts";

type Cell = string | number;

/** Formats a time as fitzRoy's utcStartTime, such as `2023-09-01T09:15:00.000+0000`. */
const formatStart = (time: number): string => new Date(time).toISOString().replace("Z", "+0000");

/**
 * Builds stats.csv: a row for each player who took the field, with the columns of fitzRoy's `fetch_player_stats_afl()`, then our ids,
 * points and other scored stats. Columns for the provider's ids have ours where there is none. FEED=csv can read the file.
 */
export function buildStatsCsv({ rounds, squads, players, rules }: SeasonSnapshot, onlyRound: RoundId | null): string {
	const squadsById = new Map(squads.map((squad) => [squad.id, squad]));
	const otherStats = Object.keys(rules.scoring).filter((key) => !isStatKey(key));
	const header = [
		"providerId",
		"utcStartTime",
		"round.roundNumber",
		"teamId",
		"team.name",
		"player.playerId",
		"player.givenName",
		"player.surname",
		...STAT_KEYS.map((key) => STATS[key].aflName),
		"timeOnGroundPercentage",
		"match_status",
		"match_id",
		"squad_id",
		"player_id",
		"fantasy_points",
		...otherStats,
	];
	const shownRounds = rounds.filter(({ id }) => onlyRound === null || id === onlyRound);
	const rows = shownRounds.flatMap(({ id: roundId, matches }) =>
		matches.flatMap((match) =>
			match.lines.map(({ playerId, squadId, stats }): Cell[] => {
				const squad = squadsById.get(squadId);
				const player = players.get(playerId);
				return [
					match.providerId || match.id,
					formatStart(match.startsAt),
					roundId,
					squad?.providerId || squadId,
					squad?.name ?? "",
					player?.providerId || playerId,
					player?.firstName ?? "",
					player?.lastName ?? "",
					...STAT_KEYS.map((key) => stats[key]),
					stats.TOG,
					match.status === "complete" ? "complete" : "playing",
					match.id,
					squadId,
					playerId,
					computePlayerPoints(stats, rules),
					...otherStats.map((key) => stats.other?.[key] ?? 0),
				];
			}),
		),
	);
	return formatCsv(header.join(","), rows);
}

/** Builds prices.csv: each player's price in each round from her first, in dollars. */
export function buildPricesCsv(season: SeasonSnapshot, onlyRound: RoundId | null): string {
	const header = ["round.roundNumber", ...PLAYER_COLUMNS, "price", "squad_id", "player_id"];
	const rows = [...season.players.values()].flatMap((player) =>
		[...player.prices]
			.filter(([roundId]) => onlyRound === null || roundId === onlyRound)
			.map(([roundId, price]): Cell[] => {
				const { cells, squadId } = listPlayerCells(season, player.id, roundId);
				return [roundId, ...cells, price, squadId, player.id];
			}),
	);
	return formatCsv(header.join(","), rows);
}
