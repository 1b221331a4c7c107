import type { CupPairing, CupScore } from "@first-bounce/rules/cup/cup";
import type { Points, RoundId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, findValue, hasRow, insertMissing, listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";
import { createSeed } from "../draw-seed.ts";
import type { PageRange } from "../league-queries.ts";

export type CupRow = Row<"cups">;

export const findCup = (db: Db, seasonId: number): Promise<CupRow | undefined> =>
	db.selectFrom("cups").where("season_id", "=", seasonId).selectAll().executeTakeFirst();

/**
 * Creates the season's cup with a secret seed and its hash, unless it has them. Nobody can enter a cup without a published hash,
 * except in earlier versions: a cup that is open during the upgrade gets its seed then.
 */
export async function ensureCup(db: Db, seasonId: number): Promise<void> {
	const { seed, seed_hash } = createSeed();
	await insertMissing(db, "cups", { season_id: seasonId, secret_seed: seed, seed_hash });
	await sql`UPDATE cups SET secret_seed = ${seed}, seed_hash = ${seed_hash}
		WHERE season_id = ${seasonId} AND seed_hash IS NULL AND drawn_at IS NULL`.execute(db);
}

/** Locks the season's cup until the end of the transaction, and creates it first if there is none. */
export async function lockCup(trx: Db, seasonId: number, { isExclusive }: { readonly isExclusive: boolean }) {
	await ensureCup(trx, seasonId);
	const row = trx.selectFrom("cups").where("season_id", "=", seasonId).selectAll();
	return (isExclusive ? row.forUpdate() : row.forShare()).executeTakeFirstOrThrow();
}

type CupDraw = Pick<CupRow, "drawn_at" | "start_id" | "moment" | "entrants" | "qualifiers">;

export const updateCup = (trx: Db, seasonId: number, draw: CupDraw) =>
	trx.updateTable("cups").set(draw).where("season_id", "=", seasonId).execute();

export async function insertPairings(trx: Db, seasonId: number, roundId: RoundId, pairings: readonly CupPairing[]) {
	const homes = pairings.map(({ home }) => home);
	const aways = pairings.map(({ away }) => away);
	await sql`
		INSERT INTO cup_matches (season_id, round_id, place, home_team_id, away_team_id)
		SELECT ${seasonId}, ${roundId}, place - 1, home, away
		FROM unnest(${homes}::int[], ${aways}::int[]) WITH ORDINALITY AS p (home, away, place)`.execute(trx);
}

/**
 * Finds the round after `roundId`; undefined after the last. It counts as started from the start time of its first match,
 * even if no feed has reported it, and stays started if that match is postponed.
 */
export const findRoundAfter = (trx: Db, seasonId: number, roundId: RoundId, now: SeasonTime) =>
	findRow(trx)<Row<"rounds", "id"> & { readonly has_started: boolean }>`
		SELECT r.id, r.status <> 'scheduled' OR r.locked_squads <> '{}' OR EXISTS (SELECT FROM matches m
			WHERE m.season_id = r.season_id AND m.round_id = r.id AND m.starts_at <= ${new Date(now)}) AS has_started
		FROM rounds r WHERE r.season_id = ${seasonId} AND r.id > ${roundId} ORDER BY r.id LIMIT 1`;

/** Deletes the pairings of a round and of later ones. */
export const deletePairingsFrom = (trx: Db, seasonId: number, roundId: RoundId) =>
	trx.deleteFrom("cup_matches").where("season_id", "=", seasonId).where("round_id", ">=", roundId).execute();

export const hasPairings = (trx: Db, seasonId: number, roundId: RoundId): Promise<boolean> =>
	hasRow(trx)`SELECT FROM cup_matches WHERE season_id = ${seasonId} AND round_id = ${roundId}`;

export type CupMatchRow = Row<"cup_matches", "round_id" | "place" | "home_points" | "away_points" | "is_decided"> & {
	readonly home: TeamId | null;
	readonly away: TeamId | null;
	readonly winner: TeamId | null;
};

const SELECT_MATCHES = sql`SELECT round_id, place, home_team_id AS home, away_team_id AS away, home_points, away_points,
	winner_team_id AS winner, is_decided FROM cup_matches`;

/** Lists the pairings of a round, by place. */
export const listPairings = (trx: Db, seasonId: number, roundId: RoundId) =>
	listRows(trx)<CupMatchRow>`
		${SELECT_MATCHES} WHERE season_id = ${seasonId} AND round_id = ${roundId} ORDER BY place`;

/** A round whose standings are being published. */
export interface PublishedRound {
	readonly seasonId: number;
	readonly roundId: RoundId;
	readonly now: SeasonTime;
	/** The table of the standings: `standings`, or one that is attached to it later in the transaction. */
	readonly standings: string;
}

/**
 * Finds the published scores of teams in a round, by team; a team without a standing scores 0. Two statements instead
 * of a join, because a join would be planned badly: standings that were just written are not in the statistics yet.
 */
export async function findScores(
	trx: Db,
	{ seasonId, roundId, standings: table }: PublishedRound,
	teamIds: readonly TeamId[],
): Promise<ReadonlyMap<TeamId, CupScore>> {
	const standings = await listRows(trx)<{ team_id: TeamId; points: number; overall_rank: number }>`
		SELECT team_id, points, overall_rank FROM ${sql.table(table)}
		WHERE season_id = ${seasonId} AND round_id = ${roundId} AND team_id = ANY (${teamIds}::int[])`;
	const owners = await listRows(trx)<{ id: TeamId; is_active: boolean }>`
		SELECT t.id, u.is_active FROM teams t JOIN users u ON u.id = t.user_id
		WHERE t.id = ANY (${teamIds}::int[])`;
	const byTeam = new Map(standings.map((row) => [row.team_id, row]));
	return new Map(
		owners.map(({ id, is_active }) => {
			const standing = byTeam.get(id);
			const overallRank = standing?.overall_rank ?? null;
			return [id, { teamId: id, isActive: is_active, points: standing?.points ?? 0, overallRank }];
		}),
	);
}

/** A pairing with its scores and the team that goes through. */
export interface CupResult {
	readonly place: number;
	readonly home: CupScore | null;
	readonly away: CupScore | null;
	readonly winner: TeamId | null;
}

/**
 * Saves points and winners of a round's pairings. The rows are replaced, because an update that joins them with tens of
 * thousands of values is planned badly while a new draw is not in the table's statistics yet.
 */
export async function replaceResults(trx: Db, seasonId: number, roundId: RoundId, results: readonly CupResult[]) {
	await trx.deleteFrom("cup_matches").where("season_id", "=", seasonId).where("round_id", "=", roundId).execute();
	await sql`
		INSERT INTO cup_matches (season_id, round_id, place, home_team_id, away_team_id, home_points, away_points,
			winner_team_id, is_decided)
		SELECT ${seasonId}, ${roundId}, place, home, away, home_points, away_points, winner, true
		FROM unnest(${results.map(({ place }) => place)}::int[], ${results.map(({ home }) => home?.teamId ?? null)}::int[],
			${results.map(({ away }) => away?.teamId ?? null)}::int[], ${results.map(({ home }) => home?.points ?? null)}::int[],
			${results.map(({ away }) => away?.points ?? null)}::int[], ${results.map(({ winner }) => winner)}::int[])
			AS r (place, home, away, home_points, away_points, winner)`.execute(trx);
}

export type CupRoundRow = Row<"cup_matches", "round_id" | "is_decided"> & {
	/** How many pairings the round has. */
	readonly matches: number;
	/** The winner of the round's first pairing; in the final, the winner of the cup. */
	readonly first_winner: TeamId | null;
};

/** Lists the rounds that have pairings. Those of a round are decided together, so the first one gives `is_decided`. */
export const listCupRounds = (db: Db, seasonId: number): Promise<CupRoundRow[]> =>
	listRows(db)<CupRoundRow>`
		SELECT m.round_id, m.is_decided, m.winner_team_id AS first_winner,
			(SELECT max(o.place) + 1 FROM cup_matches o
				WHERE o.season_id = m.season_id AND o.round_id = m.round_id) AS matches
		FROM rounds r JOIN cup_matches m ON m.season_id = r.season_id AND m.round_id = r.id AND m.place = 0
		WHERE r.season_id = ${seasonId} ORDER BY m.round_id`;

/** Lists a team's pairings, in the order of rounds. */
export const listMatchesOfTeam = (db: Db, seasonId: number, teamId: TeamId) =>
	listRows(db)<CupMatchRow>`
		${SELECT_MATCHES} WHERE season_id = ${seasonId} AND ${teamId} IN (home_team_id, away_team_id) ORDER BY round_id`;

export const listMatchesOfRound = (db: Db, seasonId: number, roundId: RoundId, { limit, offset }: PageRange) =>
	listRows(db)<CupMatchRow>`
		${SELECT_MATCHES} WHERE season_id = ${seasonId} AND round_id = ${roundId} AND place >= ${offset}
		ORDER BY place LIMIT ${limit}`;

/** Finds a team's published points in a round; null without a standing. */
export const findRoundPoints = (
	db: Db,
	{ seasonId, roundId, teamId }: { readonly seasonId: number; readonly roundId: RoundId; readonly teamId: TeamId },
) =>
	findValue(db)<Points>`
		SELECT points FROM standings WHERE season_id = ${seasonId} AND round_id = ${roundId} AND team_id = ${teamId}`;
