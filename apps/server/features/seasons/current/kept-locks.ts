import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Round } from "@first-bounce/rules/round/round";
import { listKeptLocks } from "@first-bounce/rules/season-changes/operator-changes";
import { sql } from "kysely";
import type { Db } from "../../../db/tables/tables.ts";

/** Loads a season's rounds with their matches and byes, without stats. */
export async function loadRounds(db: Db, seasonId: number): Promise<Round[]> {
	const squads = await db.selectFrom("squads").where("season_id", "=", seasonId).select("id").execute();
	const matches = await db
		.selectFrom("matches")
		.where("season_id", "=", seasonId)
		.select(["id", "round_id", "home_squad_id", "away_squad_id", "starts_at", "status", "is_abandoned"])
		.execute();
	const rounds = await db
		.selectFrom("rounds")
		.where("season_id", "=", seasonId)
		.select(["id", "status", "locked_squads"])
		.orderBy("id")
		.execute();
	const matchesByRound = Map.groupBy(matches, ({ round_id }) => round_id);
	return rounds.map(({ id, status, locked_squads }) => {
		const rows = matchesByRound.get(id) ?? [];
		const playing = new Set(rows.flatMap(({ home_squad_id, away_squad_id }) => [home_squad_id, away_squad_id]));
		return {
			id,
			status,
			matches: rows.map((row) => ({
				id: row.id,
				roundId: row.round_id,
				homeSquadId: row.home_squad_id,
				awaySquadId: row.away_squad_id,
				startsAt: row.starts_at.getTime(),
				status: row.status,
				isAbandoned: row.is_abandoned,
			})),
			byeSquads: squads.flatMap((squad) => (playing.has(squad.id) ? [] : [squad.id])),
			lockedSquads: locked_squads,
		};
	});
}

/** Changes matches in a transaction that has locked the season. Clubs that the change would unlock stay locked. */
export async function changeMatchesKeepingLocks(
	transaction: Db,
	{ seasonId, now }: { readonly seasonId: number; readonly now: SeasonTime },
	changeMatches: () => Promise<unknown>,
): Promise<void> {
	const before = await loadRounds(transaction, seasonId);
	await changeMatches();
	for (const { roundId, squadIds } of listKeptLocks(before, await loadRounds(transaction, seasonId), now))
		await transaction
			.updateTable("rounds")
			.set({ locked_squads: sql`locked_squads || ${[...squadIds]}::integer[]` })
			.where("season_id", "=", seasonId)
			.where("id", "=", roundId)
			.execute();
}
