import type { Claim, ClaimFailure } from "@first-bounce/rules/draft/claims";
import type { Departure, PastRun } from "@first-bounce/rules/draft/player-state";
import type { RunKey } from "@first-bounce/rules/draft/waiver-runs";
import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { type Insertable, sql } from "kysely";
import { prepared } from "../../../../db/prepared.ts";
import { findRow, listRows, listValues } from "../../../../db/rows.ts";
import type { Db, Row, Tables } from "../../../../db/tables/tables.ts";
import { selectLastReset } from "../queries.ts";
import { selectJson } from "../room-queries.ts";

/** Saves the priority of teams: the first of the list claims first. */
export const saveWaiverRanks = (trx: Db, teamIds: readonly TeamId[]) =>
	sql`${prepared("save-waiver-ranks")} UPDATE draft_seats s SET waiver_rank = t.rank FROM unnest(${teamIds}::int[]) WITH ORDINALITY AS t (team_id, rank)
		WHERE s.team_id = t.team_id`.execute(trx);

export const saveBudgets = (trx: Db, budgets: ReadonlyMap<TeamId, number>) =>
	sql`UPDATE draft_seats s SET budget = t.budget
		FROM unnest(${[...budgets.keys()]}::int[], ${[...budgets.values()]}::int[]) AS t (team_id, budget)
		WHERE s.team_id = t.team_id`.execute(trx);

/** Deletes what happened after a draft that is reset: claims, runs, priorities, budgets and injured places. */
export async function deleteWaivers(trx: Db, leagueId: number): Promise<void> {
	await trx.deleteFrom("waiver_claims").where("league_id", "=", leagueId).execute();
	await trx.deleteFrom("waiver_runs").where("league_id", "=", leagueId).execute();
	await trx.updateTable("drafts").set({ completed_season_at: null }).where("league_id", "=", leagueId).execute();
	await sql`UPDATE draft_seats SET waiver_rank = NULL, budget = DEFAULT, injured_player_id = NULL
		WHERE league_id = ${leagueId}`.execute(trx);
}

/** What decides the states of players whom nobody owns. */
export interface WaiverLog {
	/** The runs that have happened, the earliest first. */
	readonly pastRuns: readonly PastRun[];
	/** The players whom nobody owns and who left their last team since the last run. */
	readonly departures: readonly Departure[];
}

type DepartureRow = Omit<Departure, "leftAt" | "cameAt"> & { readonly leftAt: string; readonly cameAt: string | null };
export interface WaiverLogJson {
	readonly runs: readonly (RunKey & { readonly ranAt: string })[] | null;
	readonly departures: readonly DepartureRow[] | null;
}

/** SQL: the columns of a WaiverLogJson. */
export const selectWaiverLog = (leagueId: number) => sql<WaiverLogJson>`
	${selectJson(sql`SELECT round_id AS "roundId", run, season_at AS "ranAt" FROM waiver_runs
		WHERE league_id = ${leagueId} ORDER BY round_id, run`)} AS runs,
	${selectJson(sql`
		SELECT g.player_id AS "playerId", g.from_team_id AS "teamId", c.season_at AS "leftAt", g.round_id AS "leftInRoundId",
			g.kind IN ('undone', 'corrected') AS "isTakenBack", (c.data->>'byTeamId')::int AS "byTeamId",
			b.kind = 'added' AS "wasAdded", b.round_id AS "cameInRoundId", b.season_at AS "cameAt"
		FROM (SELECT DISTINCT ON (m.player_id) m.* FROM player_moves m
				WHERE m.league_id = ${leagueId} AND m.id > ${selectLastReset(leagueId)} ORDER BY m.player_id, m.id DESC) g
			JOIN squad_changes c ON c.id = g.change_id AND c.season_at >= coalesce((SELECT w.season_at FROM waiver_runs w
				WHERE w.league_id = ${leagueId} ORDER BY w.round_id DESC, w.run DESC LIMIT 1), '-infinity')
			JOIN LATERAL (
				SELECT p.kind, p.round_id, o.season_at FROM player_moves p LEFT JOIN squad_changes o ON o.id = p.change_id
				WHERE p.league_id = g.league_id AND p.player_id = g.player_id AND p.id < g.id ORDER BY p.id DESC LIMIT 1) b ON true
		WHERE g.to_team_id IS NULL`)} AS departures`;

export const parseWaiverLog = ({ runs, departures }: WaiverLogJson): WaiverLog => ({
	pastRuns: (runs ?? []).map(({ ranAt, ...key }) => ({ ...key, ranAt: Date.parse(ranAt) })),
	departures: (departures ?? []).map(({ leftAt, cameAt, ...row }) => ({
		...row,
		leftAt: Date.parse(leftAt),
		cameAt: cameAt === null ? -Infinity : Date.parse(cameAt),
	})),
});

export async function findWaiverLog(db: Db, leagueId: number): Promise<WaiverLog> {
	const row = await findRow(db)<WaiverLogJson>`SELECT ${selectWaiverLog(leagueId)}`;
	return parseWaiverLog(row ?? { runs: null, departures: null });
}

export type ClaimRow = Row<"waiver_claims">;
export type PendingClaimRow = Omit<ClaimRow, "created_at" | "decided_at">;

export const selectPendingClaims = (leagueId: number) => sql<ClaimRow>`
	SELECT * FROM waiver_claims WHERE league_id = ${leagueId} AND state = 'pending' ORDER BY team_id, rank`;

export const buildClaim = (row: PendingClaimRow): Claim => ({
	id: String(row.id),
	teamId: row.team_id,
	playerId: row.player_id,
	dropId: row.drop_player_id,
	bid: row.bid,
	group: row.claim_group,
	ownPriority: row.rank,
});

/** Lists the claims of a team that wait for a run, in the order of their ranks. */
export const listPendingClaims = (db: Db, teamId: TeamId): Promise<ClaimRow[]> =>
	listRows(db)<ClaimRow>`SELECT * FROM waiver_claims WHERE team_id = ${teamId} AND state = 'pending' ORDER BY rank`;

/** Replaces the claims of a team that wait for a run. */
export async function replaceClaims(
	trx: Db,
	teamId: TeamId,
	claims: readonly Insertable<Tables["waiver_claims"]>[],
): Promise<void> {
	await trx.deleteFrom("waiver_claims").where("team_id", "=", teamId).where("state", "=", "pending").execute();
	if (claims.length > 0) await trx.insertInto("waiver_claims").values(claims).execute();
}

/** Saves a run with what it has decided. */
export async function insertRun(
	trx: Db,
	run: Insertable<Tables["waiver_runs"]>,
	decisions: readonly { readonly claim: Pick<Claim, "id">; readonly reason: ClaimFailure | null }[],
): Promise<void> {
	const { league_id, round_id, due_at, season_at, ran_at, data } = run;
	const decided = JSON.stringify(decisions.map(({ claim: { id }, reason }) => ({ id, reason })));
	await sql`${prepared("insert-waiver-run")}
		WITH run AS (
			INSERT INTO waiver_runs (league_id, round_id, run, due_at, season_at, ran_at, data)
			VALUES (${league_id}, ${round_id}, ${run.run}, ${due_at}, ${season_at}, ${ran_at}, ${data}))
		UPDATE waiver_claims c SET state = CASE WHEN t.reason IS NULL THEN 'won' ELSE 'failed' END, reason = t.reason,
			round_id = ${round_id}, run = ${run.run}, decided_at = ${ran_at}
		FROM json_to_recordset(${decided}::json) AS t (id bigint, reason jsonb)
		WHERE c.league_id = ${league_id} AND c.state = 'pending' AND c.id = t.id`.execute(trx);
}

/** Leagues whose waiver runs before a round are due at the same times. */
export interface RunGroup {
	readonly timeZone: string;
	readonly draftedAt: Date | null;
	readonly startRoundId: RoundId;
	readonly hasFirst: boolean;
	readonly leagueIds: readonly number[];
}

/** Lists the drafted leagues of a season whose last run before a round has not happened. */
export async function listRunGroups(db: Db, seasonId: number, roundId: RoundId) {
	// After their start round, leagues differ in their time zone only.
	return listRows(db)<RunGroup>`
		SELECT d.time_zone AS "timeZone", CASE WHEN l.start_id = ${roundId} THEN d.completed_season_at END AS "draftedAt",
			CASE WHEN l.start_id = ${roundId} THEN l.start_id ELSE 0 END AS "startRoundId",
			f.league_id IS NOT NULL AS "hasFirst", array_agg(l.id ORDER BY l.id) AS "leagueIds"
		FROM leagues l JOIN drafts d ON d.league_id = l.id
			LEFT JOIN waiver_runs f ON f.league_id = l.id AND f.round_id = ${roundId} AND f.run = 'first'
		WHERE l.season_id = ${seasonId} AND l.class = 'draft' AND l.deleted_at IS NULL AND NOT l.is_mock
			AND d.state = 'complete' AND l.start_id <= ${roundId}
			AND NOT EXISTS (SELECT FROM waiver_runs s WHERE s.league_id = l.id AND s.round_id = ${roundId} AND s.run = 'second')
		GROUP BY 1, 2, 3, 4`;
}

export type RunRow = Row<"waiver_runs"> & {
	readonly data: { readonly teamIds: TeamId[]; readonly claimIds: string[] };
};

/** Lists the last runs of a league, the newest first. */
export const listRunRows = (db: Db, leagueId: number, limit: number): Promise<RunRow[]> =>
	listRows(db)<RunRow>`
		SELECT * FROM waiver_runs WHERE league_id = ${leagueId} ORDER BY round_id DESC, run DESC LIMIT ${limit}`;

/** Lists the ids of won claims that were undone later. */
export async function listUndoneClaims(db: Db, leagueId: number): Promise<ReadonlySet<string>> {
	const ids = await listValues(db)<string>`SELECT data->>'claimId' FROM squad_changes
		WHERE league_id = ${leagueId} AND kind = 'waivers' AND undone_by IS NOT NULL`;
	return new Set(ids);
}

/** Lists the decided claims of a league since a round. */
export const listDecidedClaims = (db: Db, leagueId: number, fromRoundId: RoundId): Promise<ClaimRow[]> =>
	listRows(db)<ClaimRow>`
		SELECT * FROM waiver_claims WHERE league_id = ${leagueId} AND run IS NOT NULL AND round_id >= ${fromRoundId}`;
