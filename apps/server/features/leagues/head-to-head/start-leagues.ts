import { hasRoundStarted } from "@first-bounce/rules/round/rounds";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { createFixture } from "./fixture.ts";

/** Leagues begun in one transaction each; so many are looked up at once. */
const BATCH_SIZE = 200;

/** Head-to-head leagues without a fixture whose start round has begun; of one member only if she can wait for another. */
const listLeaguesToStart = (
	db: Kysely<Tables>,
	season: SeasonSnapshot,
	at: { readonly begun: number; readonly next: number | null; readonly after: number; readonly limit: number },
) =>
	db
		.selectFrom("leagues")
		.where("season_id", "=", season.seasonId)
		.where("type", "=", "h2h")
		.where("drawn_at", "is", null)
		.where("deleted_at", "is", null)
		.where("start_id", "<=", at.begun)
		.where("id", ">", at.after)
		.where("num_teams", ">=", at.next === null ? 2 : 1)
		.orderBy("id")
		.limit(at.limit)
		.select("id")
		.execute();

const findNextRound = ({ rounds, rules }: SeasonSnapshot, begun: number): number | null =>
	rounds.find(({ id }) => id > begun && id <= rules.lastRound)?.id ?? null;

/** Whether a league is to be drawn, or to wait for company, now that this round has begun. */
export async function hasLeagueToStart(db: Kysely<Tables>, season: SeasonSnapshot, begun: number): Promise<boolean> {
	return (
		(await listLeaguesToStart(db, season, { begun, next: findNextRound(season, begun), after: 0, limit: 1 })).length > 0
	);
}

/** Draws one league's fixture, or lets a league of one wait for the next round; nothing the second time. */
async function startLeague(db: Kysely<Tables>, season: SeasonSnapshot, id: number, next: number | null): Promise<void> {
	await db.transaction().execute(async (transaction) => {
		const league = await transaction
			.selectFrom("leagues")
			.where("id", "=", id)
			.forUpdate()
			.selectAll()
			.executeTakeFirst();
		if (!league || league.drawn_at || league.deleted_at) return;
		if (league.num_teams >= 2) await createFixture(transaction, league, season);
		else if (next !== null)
			await transaction.updateTable("leagues").set({ start_id: next }).where("id", "=", id).execute();
	});
}

/**
 * At the first match of a round the head-to-head leagues that start in it and are not full are drawn with who is in
 * them; one with a single member starts a round later (decisions §8).
 */
export async function startLeagues(db: Kysely<Tables>, season: SeasonSnapshot, now: number): Promise<void> {
	const begun = season.rounds.findLast((round) => hasRoundStarted(round, now));
	if (!begun) return;
	const next = findNextRound(season, begun.id);
	for (let after = 0; ; ) {
		const found = await listLeaguesToStart(db, season, { begun: begun.id, next, after, limit: BATCH_SIZE });
		for (const { id } of found) await startLeague(db, season, id, next);
		after = found.at(-1)?.id ?? 0;
		if (found.length < BATCH_SIZE) return;
	}
}
