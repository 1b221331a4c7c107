import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Db, MatchKey } from "../../../db/tables/tables.ts";

/** Smaller differences are ignored, since times are shown in minutes. */
const MIN_DIFFERENCE_MS = 60_000;

/** Saves the start that a provider announces and when it was first announced. */
export const saveAnnouncedStart = (trx: Db, { seasonId, matchId }: MatchKey, startsAt: SeasonTime, at: Date) =>
	trx
		.updateTable("matches")
		.set({ announced_start: new Date(startsAt), announced_since: at })
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.where("announced_start", "is distinct from", new Date(startsAt))
		.execute();

/**
 * Lists scheduled matches for which the provider has another start than the season, the soonest first, and since which season time
 * it has (decision 027).
 */
export async function listAnnouncedStarts(db: Db, seasonId: number) {
	const rows = await db
		.selectFrom("matches")
		.where("season_id", "=", seasonId)
		.where("status", "=", "scheduled")
		// A match that is called off cannot be moved.
		.where("is_abandoned", "=", false)
		.select(["id", "starts_at", "announced_start", "announced_since"])
		.orderBy("starts_at")
		.orderBy("id")
		.execute();
	return rows.flatMap(({ id, starts_at, announced_start, announced_since }) => {
		if (!announced_start || !announced_since) return [];
		const [startsAt, announced] = [starts_at.getTime(), announced_start.getTime()];
		if (Math.abs(announced - startsAt) < MIN_DIFFERENCE_MS) return [];
		return [{ matchId: id, startsAt, announced, since: announced_since.getTime() }];
	});
}
