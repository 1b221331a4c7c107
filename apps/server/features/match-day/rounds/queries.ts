import type { Dollars, PlayerId, RoundId, TeamId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** Locks a round's row until the transaction ends, and returns its status and hold. */
export const lockRound = (transaction: Kysely<Tables>, seasonId: number, roundId: RoundId) =>
	transaction
		.selectFrom("rounds")
		.where("season_id", "=", seasonId)
		.where("id", "=", roundId)
		.select(["status", "held_since", "held_reason"])
		.forUpdate()
		.executeTakeFirst();

export const completeRound = (
	transaction: Kysely<Tables>,
	{ seasonId, roundId }: { readonly seasonId: number; readonly roundId: RoundId },
	magicNumber: number,
	publishedAt: Date,
) =>
	transaction
		.updateTable("rounds")
		.set({
			status: "complete",
			magic_number: magicNumber,
			published_at: publishedAt,
			held_since: null,
			held_reason: null,
		})
		.where("season_id", "=", seasonId)
		.where("id", "=", roundId)
		.execute();

/**
 * Lists complete teams that start after the round or are over the salary cap, with their newest line-up. The last
 * condition only narrows the teams whose newest line-up is looked up.
 */
export async function listUnstartedTeams(transaction: Kysely<Tables>, seasonId: number, roundId: RoundId) {
	const { rows } = await sql<{
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
		ORDER BY t.id`.execute(transaction);
	return rows;
}

/** Locks and lists the complete teams that are over the salary cap. */
export async function lockTeamsOverTheCap(transaction: Kysely<Tables>, seasonId: number) {
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
export async function saveRepricedTeams(transaction: Kysely<Tables>, teams: readonly RepricedTeam[]): Promise<void> {
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
	transaction: Kysely<Tables>,
	teams: readonly Pick<RepricedTeam, "teamId" | "startRoundId">[],
): Promise<void> {
	if (teams.length === 0) return;
	await sql`
		UPDATE teams AS t SET start_round_id = n.start_round_id, version = version + 1
		FROM unnest(${teams.map(({ teamId }) => teamId)}::int[],
			${teams.map(({ startRoundId }) => startRoundId)}::int[]) AS n (team_id, start_round_id)
		WHERE t.id = n.team_id AND t.start_round_id <> n.start_round_id`.execute(transaction);
}

/** Saves the prices in force in a round. */
export const savePrices = (
	transaction: Kysely<Tables>,
	seasonId: number,
	roundId: RoundId,
	prices: ReadonlyMap<PlayerId, Dollars>,
) =>
	sql`INSERT INTO player_prices (season_id, round_id, player_id, price)
		SELECT ${seasonId}, ${roundId}, * FROM unnest(${[...prices.keys()]}::int[], ${[...prices.values()]}::int[])
		ON CONFLICT (season_id, round_id, player_id) DO UPDATE SET price = excluded.price`.execute(transaction);

/**
 * Marks a round with a match under way as playing, once all earlier rounds are complete. Returns whether its status
 * changed.
 */
export async function updateRoundToPlaying(
	transaction: Kysely<Tables>,
	{ seasonId, roundId }: { readonly seasonId: number; readonly roundId: RoundId },
): Promise<boolean> {
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

export const updateRoundHold = (
	transaction: Kysely<Tables>,
	{ seasonId, roundId }: { readonly seasonId: number; readonly roundId: RoundId },
	hold: { readonly since: Date; readonly reason: string } | null,
) =>
	transaction
		.updateTable("rounds")
		.set({ held_since: hold?.since ?? null, held_reason: hold?.reason ?? null })
		.where("season_id", "=", seasonId)
		.where("id", "=", roundId)
		.execute();

/** Counts the season's quarantined payloads, and lists the round's played matches that have no stat line. */
export async function findReviewProblems(
	db: Kysely<Tables>,
	seasonId: number,
	roundId: RoundId,
): Promise<{ readonly quarantined: number; readonly withoutStats: readonly number[] }> {
	const { rows } = await sql<{ quarantined: number; withoutStats: number[] }>`SELECT
		(SELECT count(*) FROM feed_payloads WHERE season_id = ${seasonId} AND verdict = 'quarantined') AS quarantined,
		ARRAY(SELECT m.id FROM matches AS m
			WHERE m.season_id = ${seasonId} AND m.round_id = ${roundId} AND NOT m.is_abandoned AND NOT EXISTS (
				SELECT FROM stat_lines AS l WHERE l.season_id = m.season_id AND l.match_id = m.id)
			ORDER BY m.id) AS "withoutStats"`.execute(db);
	return rows[0] ?? { quarantined: 0, withoutStats: [] };
}
