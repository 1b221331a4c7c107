import type { UserId } from "@first-bounce/rules/ids";
import type { Pool, PoolClient } from "pg";
import type { Game } from "../season/game.ts";
import type { GameHolder } from "../season/game-holder.ts";
import { type TeamRow, teamOfUser } from "./queries.ts";

/** What an action on a team is decided on: the team as the action before left it, and the season it is judged by. */
export interface TeamAtHand {
	readonly client: PoolClient;
	readonly row: TeamRow;
	readonly game: Game;
}

/**
 * One action on a user's team in one transaction. The season is held against publication and the team against other
 * actions before anything is read; and where the season was published or changed since this process read it, it is
 * read again, so that no edit slips in between a lock and its judgement (decisions §5).
 */
export async function withTeam<Result>(
	{ pool, games }: { readonly pool: Pool; readonly games: Pick<GameHolder, "current" | "refresh"> },
	userId: UserId,
	act: (team: TeamAtHand) => Promise<Result>,
): Promise<Result> {
	const { seasonId } = games.current();
	const client = await pool.connect();
	let broken: Error | undefined;
	try {
		// Statements of their own: what is read afterwards is seen as it is once both are held.
		await client.query(
			`BEGIN; SELECT pg_advisory_xact_lock_shared(${Number(seasonId)}, 1);
			INSERT INTO teams (season_id, user_id) VALUES (${Number(seasonId)}, ${Number(userId)}) ON CONFLICT DO NOTHING;
			SELECT 1 FROM teams WHERE season_id = ${Number(seasonId)} AND user_id = ${Number(userId)} FOR UPDATE`,
		);
		const row = await teamOfUser(client, seasonId, userId);
		if (!row) throw new Error(`User ${userId} has no team`);
		const known = games.current();
		const game = known.dataVersion === row.data_version ? known : await games.refresh();
		const result = await act({ client, row, game });
		await client.query("COMMIT");
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
