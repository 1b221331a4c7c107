import type { MatchId, PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { saveStatLine } from "./queries.ts";

/** Puts corrected lines where they were, as a replay does; nothing is worked out again. Returns the match's round. */
export async function restoreCorrectedLines(
	db: Kysely<Tables>,
	seasonId: number,
	{
		matchId,
		lines,
	}: {
		readonly matchId: MatchId;
		readonly lines: readonly { readonly playerId: PlayerId; readonly stats: StatLine | null }[];
	},
): Promise<RoundId> {
	const inMatch = (table: "matches") =>
		db.selectFrom(table).where("season_id", "=", seasonId).where("id", "=", matchId).select("round_id");
	for (const { playerId, stats } of lines) {
		const player = await db
			.selectFrom("players")
			.where("season_id", "=", seasonId)
			.where("id", "=", playerId)
			.select("squad_id")
			.executeTakeFirstOrThrow();
		await saveStatLine(db, { seasonId, matchId, playerId, squadId: player.squad_id, stats });
	}
	return (await inMatch("matches").executeTakeFirstOrThrow()).round_id;
}

/** A match's stat lines as they are written. */
export async function listMatchLines(db: Kysely<Tables>, seasonId: number, matchId: MatchId) {
	const rows = await db
		.selectFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.selectAll()
		.execute();
	return rows.map(({ other, ...row }) => ({ ...row, other: JSON.stringify(other) }));
}
