import type { BodyOf } from "@first-bounce/contract/call";
import type { startSeasonFetch as startCall } from "@first-bounce/contract/operator/season/season-fetch";
import { sql } from "kysely";
import type { SeasonFetchResult } from "../../../db/tables/operator.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** Claims a season's fetch for this process. Returns false while any fetch is running. */
export async function claimFetch(
	db: Db,
	{ season, competition, rules }: Pick<BodyOf<typeof startCall>, "season" | "competition" | "rules">,
	{ now, reportedSince }: { readonly now: Date; readonly reportedSince: Date },
): Promise<boolean> {
	// One fetch at a time for all processes, to limit the load on the provider.
	await sql`LOCK TABLE season_fetches IN SHARE ROW EXCLUSIVE MODE`.execute(db);
	const running = await db
		.selectFrom("season_fetches")
		.where("state", "=", "running")
		.where("reported_at", ">=", reportedSince)
		.select("season_id")
		.executeTakeFirst();
	if (running) return false;
	const row = {
		competition,
		preset: rules,
		state: "running" as const,
		problem: null,
		started_at: now,
		reported_at: now,
	};
	await db
		.insertInto("season_fetches")
		.values({ season_id: season, progress: [], result: null, ...row })
		.onConflict((conflict) => conflict.column("season_id").doUpdateSet({ ...row, progress: [] }))
		.execute();
	return true;
}

/** A fetch that this process claimed. Its updates have no effect once another process has claimed the season. */
export interface ClaimedFetch {
	readonly season: number;
	readonly startedAt: Date;
}

/** Updates a running fetch if it is still this process's. */
const updateClaimedFetch = (db: Db, { season, startedAt }: ClaimedFetch) =>
	db
		.updateTable("season_fetches")
		.where("season_id", "=", season)
		.where("started_at", "=", startedAt)
		.where("state", "=", "running");

export const saveProgress = (db: Db, claimed: ClaimedFetch, progress: readonly string[], now: Date) =>
	updateClaimedFetch(db, claimed)
		.set({ progress: [...progress], reported_at: now })
		.execute();

/** Saves the result of a fetch, or the problem that ended it. After a problem, the result of the previous fetch stays. */
export async function saveOutcome(
	db: Db,
	claimed: ClaimedFetch,
	outcome: { readonly result: SeasonFetchResult } | { readonly problem: string },
	now: Date,
): Promise<void> {
	const values =
		"result" in outcome
			? { state: "done" as const, result: JSON.stringify(outcome.result), problem: null }
			: { state: "failed" as const, problem: outcome.problem };
	await updateClaimedFetch(db, claimed)
		.set({ ...values, reported_at: now })
		.execute();
}

export const findLastFetch = (db: Db) =>
	db.selectFrom("season_fetches").selectAll().orderBy("started_at", "desc").limit(1).executeTakeFirst();

export const findFetch = (db: Db, season: number) =>
	db.selectFrom("season_fetches").where("season_id", "=", season).selectAll().executeTakeFirst();
