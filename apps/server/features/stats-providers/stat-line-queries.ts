import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { Db, MatchKey } from "../../db/tables/tables.ts";
import { buildStatRow } from "../seasons/current/stat-line.ts";
import type { ReportedLine } from "./feed.ts";

/** Replaces a match's stat lines except those of the players in `except`. */
export async function replaceLines(
	trx: Db,
	{ seasonId, matchId }: MatchKey,
	lines: readonly ReportedLine[],
	except: ReadonlySet<PlayerId>,
): Promise<void> {
	await trx
		.deleteFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		// 0 is no player's id; it keeps the list from being empty.
		.where("player_id", "not in", [...except, 0])
		.execute();
	const rows = lines.map((line) => buildStatRow({ ...line, seasonId, matchId }));
	if (rows.length > 0) await trx.insertInto("stat_lines").values(rows).execute();
}

export interface PlayerLine extends MatchKey {
	readonly playerId: PlayerId;
	readonly squadId: SquadId;
	readonly stats: StatLine | null;
}

/** Replaces a player's line in a match; null stats delete it. */
export async function replaceLine(trx: Db, line: PlayerLine): Promise<void> {
	const { seasonId, matchId, playerId, stats } = line;
	await trx
		.deleteFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.where("player_id", "=", playerId)
		.execute();
	if (!stats) return;
	await trx
		.insertInto("stat_lines")
		.values(buildStatRow({ ...line, stats }))
		.execute();
}
