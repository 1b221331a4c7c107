import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Database } from "../../db/open.ts";
import { moveLeagues } from "../leagues/league-life.ts";
import type { GameHolder } from "../season/game-holder.ts";
import { lockSeason, touchSeason } from "../season/touch-season.ts";
import { publishRound } from "./publish-round.ts";
import { roundPhase } from "./round-phase.ts";
import { startRound } from "./start-round.ts";

export interface LifeSources {
	readonly database: Pick<Database, "db" | "pool">;
	readonly games: Pick<GameHolder, "current" | "refresh">;
}

/** Runs `work` unless another process is at it; says whether it did. */
async function alone(pool: Pool, seasonId: number, work: () => Promise<void>): Promise<boolean> {
	const client = await pool.connect();
	try {
		const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1, 2) AS locked", [
			seasonId,
		]);
		if (!rows[0]?.locked) return false;
		try {
			await work();
			return true;
		} finally {
			await client.query("SELECT pg_advisory_unlock($1, 2)", [seasonId]);
		}
	} finally {
		client.release();
	}
}

/** A match of the next round may have begun while the one before was still to be published. */
const startWaitingRound = (
	{ db }: LifeSources["database"],
	round: { readonly seasonId: number; readonly roundId: number },
	now: SeasonTime,
): Promise<boolean> =>
	db.transaction().execute(async (transaction) => {
		await lockSeason(transaction, round.seasonId, "shared");
		const started = await startRound(transaction, round, now);
		if (started) await touchSeason(transaction, round.seasonId);
		return started;
	});

/**
 * Moves the season on as far as it can go at this season time (decisions §5): a round with a match under way plays, a
 * round whose time has come is published. Each step is one transaction that does nothing the second time, so it may
 * run as often as one likes, in several processes, and after a crash.
 */
export async function tick({ database, games }: LifeSources, now: SeasonTime): Promise<void> {
	const { seasonId } = games.current();
	await alone(database.pool, seasonId, async () => {
		for (;;) {
			const game = games.current();
			await moveLeagues(database.db, game, now);
			const round = game.rounds.find(({ status }) => status !== "complete");
			if (!round) return;
			const phase = roundPhase(round, game, now);
			const moved =
				phase === "to-publish"
					? await publishRound(database, seasonId, round.id, now)
					: round.status === "scheduled" && round.matches.some(({ status }) => status !== "scheduled")
						? await startWaitingRound(database, { seasonId, roundId: round.id }, now)
						: false;
			const { dataVersion } = await (moved || phase === "to-publish" ? games.refresh() : game);
			if (dataVersion === game.dataVersion) return;
		}
	});
}
