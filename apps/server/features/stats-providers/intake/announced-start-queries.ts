import type { MatchId, SeasonTime } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** Times within a minute of each other are one: nobody is shown a finer one. */
const MIN_DIFFERENCE_MS = 60_000;

/** Keeps what a source says of a match's start, and since when; the same word again leaves the first. */
export const saveAnnouncedStart = (
	transaction: Kysely<Tables>,
	{ seasonId, matchId }: { readonly seasonId: number; readonly matchId: MatchId },
	startsAt: SeasonTime,
	at: Date,
) =>
	transaction
		.updateTable("matches")
		.set({ announced_start: new Date(startsAt), announced_since: at })
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.where("announced_start", "is distinct from", new Date(startsAt))
		.execute();

export interface AnnouncedStart {
	readonly matchId: MatchId;
	readonly startsAt: SeasonTime;
	readonly announced: SeasonTime;
	/** Season time at which its source first said so. */
	readonly since: SeasonTime;
}

/** Matches still to be played whose source says another start than the season has, the soonest first (decision 037). */
export async function listAnnouncedStarts(db: Kysely<Tables>, seasonId: number): Promise<AnnouncedStart[]> {
	const rows = await db
		.selectFrom("matches")
		.where("season_id", "=", seasonId)
		.where("status", "=", "scheduled")
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
