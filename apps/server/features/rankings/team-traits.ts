import { STATES } from "@first-bounce/contract/fields";
import type { TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { copyRows } from "../standings/copy-binary.ts";

/** What teams are picked out by, as columns by team id; 0 where a team has none, or is not of the season. */
export interface TeamTraits {
	readonly squads: Int32Array;
	/** Place in STATES, from 1. */
	readonly states: Uint8Array;
	readonly startRounds: Uint8Array;
}

/** The code a state has in `TeamTraits`. */
export const stateCode = (state: string): number => (STATES as readonly string[]).indexOf(state) + 1;

/** Every team of a season that has a line-up: a million in a second, and 6 MB. */
export async function readTeamTraits(pool: Pool, seasonId: number): Promise<TeamTraits> {
	const season = Number(seasonId);
	const { rows } = await pool.query<{ greatest: TeamId }>(
		"SELECT coalesce(max(id), 0) AS greatest FROM teams WHERE season_id = $1",
		[season],
	);
	const length = (rows[0]?.greatest ?? 0) + 1;
	const traits = {
		squads: new Int32Array(length),
		states: new Uint8Array(length),
		startRounds: new Uint8Array(length),
	};
	const states = STATES.map((state) => `'${state}'`).join();
	await copyRows(
		pool,
		`SELECT t.id, t.start_round_id, u.supported_squad_id, array_position(ARRAY[${states}], u.state)
			FROM teams t JOIN users u ON u.id = t.user_id
			WHERE t.season_id = ${season} AND t.id < ${length} AND t.start_round_id IS NOT NULL`,
		(read) => {
			const team = read.int();
			traits.startRounds[team] = read.int();
			traits.squads[team] = read.int();
			traits.states[team] = read.int();
		},
	);
	return traits;
}
