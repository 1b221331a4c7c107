import type { MatchId, PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import { sql } from "kysely";
import { findRow } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { buildStatLine } from "../../seasons/current/stat-line.ts";
import type { MatchScore } from "../../stats-providers/feed.ts";
import type { PlayerLine } from "../../stats-providers/stat-line-queries.ts";

/** Locks the rows of matches until the transaction ends, in the order of their ids. */
export const lockMatches = (trx: Db, seasonId: number, ids: readonly MatchId[]) =>
	trx
		.selectFrom("matches")
		.where("season_id", "=", seasonId)
		.where("id", "in", ids)
		.select("id")
		.orderBy("id")
		.forUpdate()
		.execute();

/** Finds a player's line in a match; null if she has none. */
export async function findStatLine(trx: Db, seasonId: number, matchId: MatchId, playerId: PlayerId) {
	const row = await trx
		.selectFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.where("player_id", "=", playerId)
		.selectAll()
		.executeTakeFirst();
	return row ? buildStatLine(row) : null;
}

/** Saves an operator's correction, which feeds do not overwrite. `before` stays that of the first correction. */
export async function saveCorrection(
	trx: Db,
	{ seasonId, matchId, playerId, stats }: PlayerLine,
	audit: { readonly before: StatLine | null; readonly actor: string; readonly reason: string },
): Promise<void> {
	const values = {
		stats: stats && JSON.stringify(stats),
		actor: audit.actor,
		reason: audit.reason || "no reason given",
	};
	await trx
		.insertInto("stat_corrections")
		.values({
			season_id: seasonId,
			match_id: matchId,
			player_id: playerId,
			...values,
			before: audit.before && JSON.stringify(audit.before),
		})
		.onConflict((conflict) =>
			conflict
				.columns(["season_id", "match_id", "player_id"])
				.doUpdateSet({ ...values, at: sql<Date>`clock_timestamp()` }),
		)
		.execute();
}

/** Closes a player's waiting reviews in a match, which a correction has settled. */
export const supersedeReviews = (
	trx: Db,
	{ seasonId, matchId, playerId }: Pick<PlayerLine, "seasonId" | "matchId" | "playerId">,
) =>
	trx
		.updateTable("stat_reviews")
		.set({ state: "superseded" })
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.where("player_id", "=", playerId)
		.where("state", "=", "waiting")
		.execute();

/** Marks a round's published standings as changed. */
export const incrementRevision = (trx: Db, seasonId: number, roundId: RoundId) =>
	trx
		.updateTable("rounds")
		.set({ revision: sql`revision + 1` })
		.where("season_id", "=", seasonId)
		.where("id", "=", roundId)
		.execute();

/** Makes a round's trades final, because they were made at prices that a re-run has replaced. */
export const finaliseTrades = (trx: Db, seasonId: number, roundId: RoundId) =>
	sql`UPDATE trades SET is_final = true FROM teams
		WHERE teams.id = trades.team_id AND teams.season_id = ${seasonId} AND trades.round_id = ${roundId}`.execute(trx);

export const updateMagicNumber = (trx: Db, seasonId: number, roundId: RoundId, magicNumber: number) =>
	trx
		.updateTable("rounds")
		.set({ magic_number: magicNumber })
		.where("season_id", "=", seasonId)
		.where("id", "=", roundId)
		.execute();

/** Lists waiting lines reported after their round was published, of one match or of all. */
export const listLateReviews = (db: Db, seasonId: number, matchId?: MatchId) =>
	db
		.selectFrom("stat_reviews")
		.where("season_id", "=", seasonId)
		.where("kind", "=", "late")
		.where("state", "=", "waiting")
		.$if(matchId !== undefined, (query) => query.where("match_id", "=", matchId ?? 0))
		.selectAll()
		.orderBy("match_id")
		.orderBy("id")
		.execute();

export const closeLateReviews = (trx: Db, seasonId: number, matchId: MatchId, state: "accepted" | "dismissed") =>
	trx
		.updateTable("stat_reviews")
		.set({ state })
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.where("kind", "=", "late")
		.where("state", "=", "waiting")
		.execute();

/** Lists waiting scores reported after their round was published, of one match or of all. */
export const listLateScores = (db: Db, seasonId: number, matchId?: MatchId) =>
	db
		.selectFrom("score_reviews")
		.where("season_id", "=", seasonId)
		.where("state", "=", "waiting")
		.$if(matchId !== undefined, (query) => query.where("match_id", "=", matchId ?? 0))
		.selectAll()
		.orderBy("match_id")
		.execute();

export const closeLateScore = (trx: Db, seasonId: number, matchId: MatchId, state: "accepted" | "dismissed") =>
	trx
		.updateTable("score_reviews")
		.set({ state })
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.where("state", "=", "waiting")
		.execute();

/** Saves a match's score. Returns the previous score; null if the score has not changed. */
export async function updateScore(trx: Db, seasonId: number, matchId: MatchId, { home, away }: MatchScore) {
	const row = await findRow(trx)<MatchScore>`
		UPDATE matches SET home_score = ${home}, away_score = ${away}
		WHERE season_id = ${seasonId} AND id = ${matchId}
			AND (home_score, away_score) IS DISTINCT FROM (${home}::int, ${away}::int)
		RETURNING old.home_score AS home, old.away_score AS away`;
	return row ?? null;
}
