import type { PlayerId } from "@first-bounce/rules/ids";
import { buildStatEvent } from "@first-bounce/rules/scoring/stat-event";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { sql } from "kysely";
import type { Db, MatchKey } from "../../../db/tables/tables.ts";

/** A player's stats before and after a report or a correction; null for no line. */
export interface LineChange {
	readonly playerId: PlayerId;
	readonly before: StatLine | null;
	readonly after: StatLine | null;
}

export interface ReportContext {
	/** Whether the match was already over. */
	readonly isOver: boolean;
	/** Season time. */
	readonly at: Date;
	readonly rules: Pick<SeasonRules, "scoring">;
}

/** Saves the events of changed lines with the match clock's current time. The caller has locked the match's row. */
export async function saveStatEvents(
	trx: Db,
	{ seasonId, matchId }: MatchKey,
	lines: readonly LineChange[],
	{ isOver, at, rules }: ReportContext,
): Promise<void> {
	const events = lines.flatMap(({ playerId, before, after }) => {
		const event = buildStatEvent(before, after, isOver, rules);
		return event ? [{ playerId, ...event }] : [];
	});
	if (events.length === 0) return;
	const { last_event, quarter, clock_seconds } = await trx
		.updateTable("matches")
		.set({ last_event: sql`last_event + ${events.length}` })
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.returning(["last_event", "quarter", "clock_seconds"])
		.executeTakeFirstOrThrow();
	const rows = events.map(({ playerId, changes, points, score, isCorrection }, index) => ({
		season_id: seasonId,
		match_id: matchId,
		number: last_event - events.length + index + 1,
		player_id: playerId,
		changes: JSON.stringify(changes),
		points,
		score,
		is_correction: isCorrection,
		quarter,
		clock_seconds,
		at,
	}));
	await trx.insertInto("stat_events").values(rows).execute();
}

/** Deletes a match's events and increments `last_event`, so that clients see that their lists are out of date. */
export async function deleteStatEvents(trx: Db, { seasonId, matchId }: MatchKey): Promise<void> {
	await trx.deleteFrom("stat_events").where("season_id", "=", seasonId).where("match_id", "=", matchId).execute();
	await trx
		.updateTable("matches")
		.set({ last_event: sql`last_event + 1` })
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.execute();
}

/** Lists a match's events up to `lastNumber`, in order. */
export const listStatEvents = (db: Db, { seasonId, matchId }: MatchKey, lastNumber: number) =>
	db
		.selectFrom("stat_events")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.where("number", "<=", lastNumber)
		.orderBy("number")
		.select(["number", "player_id as playerId", "changes", "points", "score", "is_correction as isCorrection"])
		.select(["quarter", "clock_seconds as clockSeconds", "at"])
		.execute();
