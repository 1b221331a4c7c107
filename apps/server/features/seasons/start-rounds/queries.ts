import type { Dollars, PlayerId, RoundId, TeamId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { listRows } from "../../../db/rows.ts";
import type { Db, RoundKey } from "../../../db/tables/tables.ts";

/**
 * Lists complete teams that start after the round or are over the salary cap, with their newest line-up. The last
 * condition only narrows the teams whose newest line-up is looked up.
 */
export const listUnstartedTeams = (transaction: Db, seasonId: number, roundId: RoundId) =>
	listRows(transaction)<{
		id: TeamId;
		start_round_id: RoundId;
		lineup_round_id: RoundId;
		slots: PlayerId[];
		bank: Dollars;
	}>`
		SELECT t.id, t.start_round_id, l.round_id AS lineup_round_id, l.slots, l.bank
		FROM teams AS t
		CROSS JOIN LATERAL (SELECT * FROM lineups WHERE team_id = t.id ORDER BY round_id DESC LIMIT 1) AS l
		WHERE t.season_id = ${seasonId} AND l.bank IS NOT NULL AND (t.start_round_id > ${roundId} OR l.bank < 0)
			AND t.id IN (
				SELECT id FROM teams WHERE season_id = ${seasonId} AND start_round_id > ${roundId}
				UNION SELECT team_id FROM lineups WHERE bank < 0)
		ORDER BY t.id`;

/** Locks and lists the complete teams that are over the salary cap. */
export async function lockTeamsOverTheCap(transaction: Db, seasonId: number) {
	const query = transaction
		.selectFrom("lineups as l")
		.innerJoin("teams as t", "t.id", "l.team_id")
		.where("l.bank", "<", 0)
		.where("t.season_id", "=", seasonId)
		.select(["t.id", "t.start_round_id", "l.bank"])
		.orderBy("t.id");
	await query.forUpdate("t").execute();
	// Read after locking, since an edit may have brought a team back under the cap meanwhile.
	const rows = await query.execute();
	return rows.flatMap(({ id, start_round_id: startRoundId, bank }) =>
		startRoundId === null || bank === null ? [] : [{ teamId: id, startRoundId, bank }],
	);
}

export interface RepricedTeam {
	readonly teamId: TeamId;
	readonly lineupRoundId: RoundId;
	readonly bank: Dollars;
	readonly startRoundId: RoundId;
}

/** Saves the banks and start rounds of teams that have not started. */
export async function saveRepricedTeams(transaction: Db, teams: readonly RepricedTeam[]): Promise<void> {
	if (teams.length === 0) return;
	await sql`
		UPDATE lineups AS l SET bank = n.bank
		FROM unnest(${teams.map(({ teamId }) => teamId)}::int[], ${teams.map(({ lineupRoundId }) => lineupRoundId)}::int[],
			${teams.map(({ bank }) => bank)}::int[]) AS n (team_id, round_id, bank)
		WHERE l.team_id = n.team_id AND l.round_id = n.round_id`.execute(transaction);
	await updateStartRounds(transaction, teams);
}

/** Saves start rounds of teams that have not started. Increments their versions, so that concurrent edits retry. */
export async function updateStartRounds(
	transaction: Db,
	teams: readonly Pick<RepricedTeam, "teamId" | "startRoundId">[],
): Promise<void> {
	if (teams.length === 0) return;
	await sql`
		UPDATE teams AS t SET start_round_id = n.start_round_id, version = version + 1
		FROM unnest(${teams.map(({ teamId }) => teamId)}::int[],
			${teams.map(({ startRoundId }) => startRoundId)}::int[]) AS n (team_id, start_round_id)
		WHERE t.id = n.team_id AND t.start_round_id <> n.start_round_id`.execute(transaction);
}

/**
 * Marks a round with a match under way as playing, once all earlier rounds are complete. Returns whether its status
 * changed.
 */
export async function updateRoundToPlaying(transaction: Db, { seasonId, roundId }: RoundKey): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`
		UPDATE rounds SET status = 'playing'
		WHERE season_id = ${seasonId} AND id = ${roundId} AND status = 'scheduled'
			AND EXISTS (SELECT FROM matches WHERE season_id = ${seasonId} AND round_id = ${roundId} AND status <> 'scheduled')
			AND NOT EXISTS (
				SELECT FROM rounds AS earlier
				WHERE earlier.season_id = ${seasonId} AND earlier.id < ${roundId} AND earlier.status <> 'complete')`.execute(
		transaction,
	);
	return numAffectedRows > 0n;
}
