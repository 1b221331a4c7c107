import { hasPlayed } from "@first-bounce/rules/scoring/player-points";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { Db } from "../../../db/tables/tables.ts";
import { buildStatLine } from "../../seasons/current/stat-line.ts";
import type { MatchReport } from "../feed.ts";
import type { StoredMatch } from "./check-report.ts";

/** Fewer players can have the same stats in two matches by chance. */
const MIN_REPEATED_LINES = 5;

/** Serializes all counts of a line, those of other stats included, in the order of their keys. */
const serializeCounts = ({ other, ...counts }: StatLine): string =>
	JSON.stringify(Object.entries({ ...counts, ...other }).toSorted());

export const isSameLine = (a: StatLine, b: StatLine | undefined): boolean =>
	b !== undefined && a.TOG === b.TOG && serializeCounts(a) === serializeCounts(b);

/**
 * Finds the other match whose stats a report repeats, as when a provider sends those of the last round under the next one.
 * Only lines that would change count, so that a report that an operator has released is not stopped again.
 */
export async function findRepeatedMatch(
	trx: Db,
	seasonId: number,
	{ matchId, lines = [] }: MatchReport,
	match: StoredMatch,
): Promise<string[]> {
	const changed = new Map(
		lines
			.filter(({ playerId, stats }) => hasPlayed(stats) && !isSameLine(stats, match.lines.get(playerId)))
			.map(({ playerId, stats }) => [playerId, stats]),
	);
	if (changed.size < MIN_REPEATED_LINES) return [];
	const rows = await trx
		.selectFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "<>", matchId)
		.where("player_id", "in", [...changed.keys()])
		.selectAll()
		.execute();
	const same = rows.filter((row) => isSameLine(buildStatLine(row), changed.get(row.player_id)));
	const players = new Set(same.map(({ player_id }) => player_id));
	if (players.size < MIN_REPEATED_LINES || players.size * 2 < changed.size) return [];
	const others = [...new Set(same.map(({ match_id }) => match_id))].toSorted((a, b) => a - b);
	return [
		`match ${matchId}: the stats of ${players.size} players are the same as in ${others.length === 1 ? "match" : "matches"} ${others.join(", ")}: perhaps those of another round`,
	];
}
