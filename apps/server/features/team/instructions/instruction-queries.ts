import type { PlayerId, RoundId, SeasonTime, TeamId, UserId } from "@first-bounce/rules/ids";
import { type Instruction, type InstructionTrigger, isLoop } from "@first-bounce/rules/instructions/instruction";
import { sql, type Transaction } from "kysely";
import type { Pool } from "pg";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db, RoundKey, Row, Tables } from "../../../db/tables/tables.ts";
import type { Reason } from "../../../plugins/refusal.ts";

export type InstructionRow = Instruction &
	Row<"team_instructions", "id" | "state"> & {
		readonly cause: InstructionTrigger | null;
		readonly ranAt: Date | null;
		readonly actionId: string | null;
		readonly reasons: readonly Reason[];
	};

interface TeamRound {
	readonly teamId: TeamId;
	readonly roundId: RoundId;
}

const INSTRUCTION_COLUMNS = sql`i.id, i.player_id AS "playerId", i.captain_id AS "captainId",
	CASE WHEN i.replacement IS NOT NULL
		THEN json_build_object('kind', i.replacement, 'playerId', i.replacement_id) END AS replacement,
	i.minimum_score AS "minimumScore"`;
const SELECT_ROWS = sql`SELECT ${INSTRUCTION_COLUMNS}, i.state, i.cause, i.ran_at AS "ranAt", i.action_id AS "actionId",
	i.reasons FROM team_instructions AS i`;

/** Whether one of two instructions makes the other needless once it is done. Loops are apart from those for players who are out. */
export const areAlternatives = (one: Instruction, other: Instruction): boolean =>
	one.playerId === other.playerId && isLoop(one) === isLoop(other);

/** Locks the row of a team until the transaction ends. Instructions are changed only under this lock. */
export const lockTeamRow = (trx: Transaction<Tables>, teamId: TeamId) =>
	trx.selectFrom("teams").where("id", "=", teamId).select("id").forNoKeyUpdate().execute();

export const listInstructionRows = (db: Db, { teamId, roundId }: TeamRound): Promise<readonly InstructionRow[]> =>
	listRows(db)<InstructionRow>`${SELECT_ROWS} WHERE i.team_id = ${teamId} AND i.round_id = ${roundId}
		ORDER BY i.position, i.id`;

const toColumns = ({ playerId, replacement, captainId, minimumScore = null }: Instruction) => ({
	player_id: playerId,
	replacement: replacement?.kind ?? null,
	replacement_id: replacement?.playerId ?? null,
	captain_id: captainId,
	minimum_score: minimumScore,
});

export async function insertInstruction(
	trx: Transaction<Tables>,
	{ teamId, roundId, seasonId, position, wallAt }: TeamRound & Record<"seasonId" | "position" | "wallAt", number>,
	instruction: Instruction,
): Promise<void> {
	const key = { team_id: teamId, round_id: roundId, season_id: seasonId, position, written_at: new Date(wallAt) };
	await trx
		.insertInto("team_instructions")
		.values({ ...key, ...toColumns(instruction) })
		.execute();
}

export const updateInstruction = (trx: Transaction<Tables>, id: number, instruction: Instruction) =>
	trx.updateTable("team_instructions").set(toColumns(instruction)).where("id", "=", id).execute();

export const deleteInstructionRow = (trx: Transaction<Tables>, id: number) =>
	trx.deleteFrom("team_instructions").where("id", "=", id).execute();

/** Numbers instructions in the order of `ids`. */
export const updatePositions = (trx: Transaction<Tables>, ids: readonly number[]) =>
	sql`UPDATE team_instructions AS i SET position = given.position
		FROM unnest(${ids}::int[]) WITH ORDINALITY AS given (id, position) WHERE i.id = given.id`.execute(trx);

export async function deleteWaitingInstructions(trx: Transaction<Tables>, userId: UserId): Promise<void> {
	const teams = await trx
		.selectFrom("teams")
		.where("user_id", "=", userId)
		.select("id")
		.orderBy("id")
		.forNoKeyUpdate()
		.execute();
	if (teams.length === 0) return;
	await trx
		.deleteFrom("team_instructions")
		.where("state", "=", "waiting")
		.where(
			"team_id",
			"in",
			teams.map(({ id }) => id),
		)
		.execute();
}

export interface DueInstruction extends Instruction, TeamRound {
	readonly id: number;
	readonly userId: UserId;
	readonly position: number;
}

/** The columns that decide what an instruction does. It is not carried out if its manager has changed one meanwhile. */
export const listWrittenColumns = (instruction: DueInstruction) => ({
	...toColumns(instruction),
	position: instruction.position,
});

/** The players whose instructions are due: for those who are out, and loops of vice captains whose matches are complete. */
export interface DuePlayers {
	readonly out: readonly PlayerId[];
	readonly finished: readonly PlayerId[];
}

/**
 * Lists active users' waiting instructions for these players, by team and in the manager's order. A player for whom one of
 * the team's instructions was carried out needs no other, so these are left out; so are other loops of a vice captain.
 */
export const listDueInstructions = (
	db: Db,
	{ seasonId, roundId }: RoundKey,
	{ out, finished }: DuePlayers,
): Promise<readonly DueInstruction[]> =>
	listRows(db)<DueInstruction>`
		SELECT ${INSTRUCTION_COLUMNS}, i.team_id AS "teamId", i.round_id AS "roundId", t.user_id AS "userId", i.position
		FROM team_instructions i JOIN teams t ON t.id = i.team_id JOIN users u ON u.id = t.user_id AND u.is_active
		WHERE i.season_id = ${seasonId} AND i.round_id = ${roundId} AND i.state = 'waiting'
			AND i.player_id = ANY (CASE WHEN i.minimum_score IS NULL THEN ${out}::int[] ELSE ${finished}::int[] END)
			AND NOT EXISTS (SELECT FROM team_instructions d WHERE d.team_id = i.team_id AND d.round_id = i.round_id
				AND d.player_id = i.player_id AND d.state = 'done'
				AND (d.minimum_score IS NULL) = (i.minimum_score IS NULL))
		ORDER BY i.team_id, i.position, i.id`;

/** Records why an instruction could not be carried out. Returns false if it has run or its manager changed it meanwhile. */
export async function markInstructionFailed(
	pool: Pool,
	instruction: DueInstruction,
	failure: { readonly at: SeasonTime; readonly cause: InstructionTrigger; readonly reasons: readonly Reason[] },
): Promise<boolean> {
	const { rowCount } = await pool.query(
		`WITH locked AS MATERIALIZED (SELECT id FROM teams WHERE id = $2 FOR NO KEY UPDATE)
		UPDATE team_instructions AS i SET state = 'failed', ran_at = $3, cause = $4, reasons = $5
		FROM locked WHERE i.id = $1 AND i.team_id = locked.id AND i.state = 'waiting' AND to_jsonb(i) @> $6`,
		[
			instruction.id,
			instruction.teamId,
			new Date(failure.at),
			failure.cause,
			JSON.stringify(failure.reasons),
			listWrittenColumns(instruction),
		],
	);
	return rowCount === 1;
}

/** Finds the instruction that a notice is about; undefined if it was deleted. */
export const findNoticeInstruction = (db: Db, id: string): Promise<InstructionRow | undefined> =>
	findRow(db)<InstructionRow>`${SELECT_ROWS} WHERE i.id = ${id}`;
