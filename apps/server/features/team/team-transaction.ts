import type { UserId } from "@first-bounce/rules/ids";
import type { Pool, PoolClient } from "pg";
import { refuse } from "../../plugins/refusal.ts";
import type { Game } from "../season/game.ts";
import type { GameHolder } from "../season/game-holder.ts";
import { createGate } from "./gate.ts";
import { type TeamRow, teamOfUser } from "./queries.ts";

/** What an action on a team is decided on: the team as the action before left it, and the season it is judged by. */
export interface TeamAtHand {
	readonly client: PoolClient;
	readonly row: TeamRow;
	readonly game: Game;
}

interface Sources {
	readonly pool: Pool;
	readonly games: Pick<GameHolder, "current" | "refresh">;
}

/** Leaves connections free for a publication, which everyone else may be waiting for. */
const MOST_AT_ONCE = 6;
const throughGate = createGate(MOST_AT_ONCE);
const MOST_ATTEMPTS = 8;

/** The season changed since this process read it: nothing can be judged by what it knows. */
const outdated = Symbol("outdated");

async function attempt<Result>(
	{ pool, games }: Sources,
	userId: UserId,
	act: (team: TeamAtHand) => Promise<Result>,
): Promise<Result | typeof outdated> {
	const game = games.current();
	const season = Number(game.seasonId);
	const user = Number(userId);
	const client = await pool.connect();
	let broken: Error | undefined;
	try {
		// Statements of their own: what is read afterwards is seen as it is once both locks are held.
		await client.query(
			`BEGIN; SELECT pg_advisory_xact_lock_shared(${season}, 1);
			INSERT INTO teams (season_id, user_id) SELECT ${season}, ${user}
				WHERE NOT EXISTS (SELECT 1 FROM teams WHERE season_id = ${season} AND user_id = ${user}) ON CONFLICT DO NOTHING;
			SELECT 1 FROM teams WHERE season_id = ${season} AND user_id = ${user} FOR UPDATE`,
		);
		const row = await teamOfUser(client, season, user);
		if (!row) throw new Error(`User ${user} has no team`);
		const isKnown = game.dataVersion === row.data_version;
		const result = isKnown ? await act({ client, row, game }) : outdated;
		await client.query(isKnown ? "COMMIT" : "ROLLBACK");
		return result;
	} catch (error) {
		await client.query("ROLLBACK").catch((fault: Error) => {
			broken = fault;
		});
		throw error;
	} finally {
		client.release(broken);
	}
}

/**
 * One action on a user's team in one transaction. The season is held against publication and the team against other
 * actions before anything is read; where the season changed since this process read it, it is read again first, so
 * that no edit slips in between a lock and its judgement (decisions §5).
 */
export async function withTeam<Result>(
	sources: Sources,
	userId: UserId,
	act: (team: TeamAtHand) => Promise<Result>,
): Promise<Result> {
	for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts++) {
		const result = await throughGate(() => attempt(sources, userId, act));
		if (result !== outdated) return result;
		// Outside the transaction: reading the season takes a connection of its own.
		await sources.games.refresh();
	}
	throw refuse(503, "busy");
}
