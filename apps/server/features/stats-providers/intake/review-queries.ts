import type { PlayerId } from "@first-bounce/rules/ids";
import { type Insertable, sql, type Updateable } from "kysely";
import { listRows } from "../../../db/rows.ts";
import type { Db, MatchKey, Row, Tables } from "../../../db/tables/tables.ts";

export type StatReviewRow = Row<"stat_reviews">;
type Kind = StatReviewRow["kind"];

export const listWaitingReviews = (trx: Db, { seasonId, matchId }: MatchKey, kind: Kind) =>
	trx
		.selectFrom("stat_reviews")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.where("kind", "=", kind)
		.where("state", "=", "waiting")
		.select(["id", "player_id"])
		.execute();

export const markReviewsSuperseded = (trx: Db, ids: readonly number[]) =>
	trx.updateTable("stat_reviews").set({ state: "superseded" }).where("id", "in", ids).execute();

/** Finds a player's newest review of these kinds in a match, and whether it is of the same reported line. */
export const findLastReview = (
	trx: Db,
	{ seasonId, matchId, playerId }: MatchKey & { readonly playerId: PlayerId },
	kinds: readonly Kind[],
	reported: string | null,
) =>
	trx
		.selectFrom("stat_reviews")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.where("player_id", "=", playerId)
		.where("kind", "in", kinds)
		.select(["id", "state", "kind"])
		.select(sql<boolean>`reported IS NOT DISTINCT FROM ${reported}::jsonb`.as("isSame"))
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();

export const updateReview = (trx: Db, id: number, values: Updateable<Tables["stat_reviews"]>) =>
	trx.updateTable("stat_reviews").set(values).where("id", "=", id).execute();

export const insertReviews = (trx: Db, reviews: readonly Insertable<Tables["stat_reviews"]>[]) =>
	trx.insertInto("stat_reviews").values(reviews).execute();

/** Marks quarantined payloads about the subject of a later one as superseded. Returns them. */
export const supersedeEarlierPayloads = (trx: Db, payloadId: number) =>
	listRows(trx)<{ id: number; season_id: number; problems: string[] }>`
		UPDATE feed_payloads AS old SET verdict = 'superseded'
		FROM feed_payloads AS good
		WHERE good.id = ${payloadId} AND old.id < good.id AND old.verdict = 'quarantined'
			AND (old.season_id, old.source, old.kind, old.subject) = (good.season_id, good.source, good.kind, good.subject)
		RETURNING old.id, old.season_id, old.faults AS problems`;

const selectReviews = (db: Db, seasonId: number, kind: Kind) =>
	db.selectFrom("stat_reviews").where("season_id", "=", seasonId).where("kind", "=", kind).selectAll();

export const listWaitingFaultyLines = (db: Db, seasonId: number) =>
	selectReviews(db, seasonId, "faulty").where("state", "=", "waiting").orderBy("id").execute();

/** Lists the newest lines in which a stat went down. */
export const listReducedLines = (db: Db, seasonId: number, limit: number) =>
	selectReviews(db, seasonId, "reduced").orderBy("id", "desc").limit(limit).execute();

export const findFaultyLine = (db: Db, seasonId: number, id: number) =>
	selectReviews(db, seasonId, "faulty").where("id", "=", id).executeTakeFirst();

export const lockFaultyLine = (trx: Db, seasonId: number, id: number) =>
	selectReviews(trx, seasonId, "faulty").where("id", "=", id).forUpdate().executeTakeFirst();

export const closeReview = (trx: Db, id: number, state: "accepted" | "dismissed") =>
	trx.updateTable("stat_reviews").set({ state }).where("id", "=", id).execute();

/** Finds the newest score of a match that was reported after publication. */
export const findLastScoreReview = (trx: Db, { seasonId, matchId }: MatchKey) =>
	trx
		.selectFrom("score_reviews")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.selectAll()
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();

export const markScoreReviewSuperseded = (trx: Db, id: number) =>
	trx.updateTable("score_reviews").set({ state: "superseded" }).where("id", "=", id).execute();

export const insertScoreReview = (trx: Db, review: Insertable<Tables["score_reviews"]>) =>
	trx.insertInto("score_reviews").values(review).execute();
