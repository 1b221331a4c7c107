import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db, RoundKey, Row } from "../../../db/tables/tables.ts";

/** Counts a round's teams, those among them that saved a line-up for the round, and their trades. */
export async function countParticipation(db: Db, { seasonId, roundId }: RoundKey) {
	const row = await findRow(db)<{ teams: number; changed: number; trades: number }>`SELECT
		(SELECT count(overall_rank) FROM standings WHERE season_id = ${seasonId} AND round_id = ${roundId})::int AS teams,
		(SELECT count(*) FROM lineups AS l JOIN teams AS t ON t.id = l.team_id
			WHERE t.season_id = ${seasonId} AND t.league_id IS NULL AND l.round_id = ${roundId})::int AS changed,
		(SELECT count(*) FROM trades AS r JOIN teams AS t ON t.id = r.team_id
			WHERE t.season_id = ${seasonId} AND r.round_id = ${roundId})::int AS trades`;
	return row ?? { teams: 0, changed: 0, trades: 0 };
}

/** Lists the corrections of a round's stats, oldest first. `by` is empty if no active operator made the correction. */
export const listCorrections = (db: Db, { seasonId, roundId }: RoundKey) =>
	listRows(db)<Row<"stat_corrections", "reason" | "at"> & { player: string; by: string }>`
		SELECT trim(p.first_name || ' ' || p.last_name) AS player, c.reason, c.at,
			coalesce(trim(u.first_name || ' ' || u.last_name), '') AS by
		FROM stat_corrections AS c
		JOIN matches AS m ON m.season_id = c.season_id AND m.id = c.match_id AND m.round_id = ${roundId}
		JOIN players AS p ON p.season_id = c.season_id AND p.id = c.player_id
		LEFT JOIN users AS u ON c.actor = 'operator:' || u.id AND u.is_active
		WHERE c.season_id = ${seasonId} ORDER BY c.at, c.player_id`;

export const findClosing = (db: Db, { seasonId, roundId }: RoundKey) =>
	db
		.selectFrom("round_closings")
		.where("season_id", "=", seasonId)
		.where("round_id", "=", roundId)
		.selectAll()
		.executeTakeFirst();

/** Lists the published rounds that have no letter yet, or were scored or priced again after their last letter. */
export const listRoundsWithoutLetter = (db: Db, seasonId: number) =>
	listRows(db)<{ roundId: RoundId; revision: number }>`
		SELECT r.id AS "roundId", r.revision FROM rounds AS r
		LEFT JOIN round_closings AS c ON c.season_id = r.season_id AND c.round_id = r.id
		WHERE r.season_id = ${seasonId} AND r.status = 'complete' AND c.sent_revision IS DISTINCT FROM r.revision
		ORDER BY r.id`;

export interface VerificationResult {
	readonly state: "passed" | "differs" | "failed";
	/** The differences, or the reason why the round could not be verified. */
	readonly findings: readonly string[];
}

export const saveVerification = (
	db: Db,
	{ seasonId, roundId }: RoundKey,
	{ state, findings }: VerificationResult,
	at: number,
) =>
	sql`INSERT INTO round_closings (season_id, round_id, verification, findings, verified_at)
		VALUES (${seasonId}, ${roundId}, ${state}, ${JSON.stringify(findings)}, ${new Date(at)})
		ON CONFLICT (season_id, round_id) DO UPDATE SET verification = excluded.verification,
			findings = excluded.findings, verified_at = excluded.verified_at`.execute(db);

/** Locks a round's letter until the transaction ends. Returns what was sent, and the round's present revision. */
export async function lockClosing(trx: Db, { seasonId, roundId }: RoundKey) {
	await sql`INSERT INTO round_closings (season_id, round_id) VALUES (${seasonId}, ${roundId})
		ON CONFLICT DO NOTHING`.execute(trx);
	return findRow(trx)<{ revision: number; sentRevision: number | null; sentWinners: readonly TeamId[] }>`
		SELECT r.revision, c.sent_revision AS "sentRevision", c.sent_winners AS "sentWinners"
		FROM round_closings AS c JOIN rounds AS r ON r.season_id = c.season_id AND r.id = c.round_id
		WHERE c.season_id = ${seasonId} AND c.round_id = ${roundId} FOR UPDATE OF c`;
}

/** Saves that a letter about this revision was sent, or that none was needed (`at` is null). */
export const saveLetterSent = (
	trx: Db,
	{ seasonId, roundId }: RoundKey,
	{
		revision,
		winners,
		at,
	}: { readonly revision: number; readonly winners: readonly TeamId[]; readonly at: number | null },
) =>
	sql`UPDATE round_closings SET sent_revision = ${revision}, sent_winners = ${winners}::int[],
			letters = letters + ${at === null ? 0 : 1}, sent_at = coalesce(${at === null ? null : new Date(at)}, sent_at)
		WHERE season_id = ${seasonId} AND round_id = ${roundId}`.execute(trx);
