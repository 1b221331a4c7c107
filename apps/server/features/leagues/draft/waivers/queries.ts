import type { Claim, ClaimReason } from "@first-bounce/rules/draft/claims";
import type { Departure, PastRun } from "@first-bounce/rules/draft/player-state";
import type { RunKey } from "@first-bounce/rules/draft/waiver-runs";
import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { type Insertable, type Kysely, sql } from "kysely";
import type { Row, Tables } from "../../../../db/tables/tables.ts";

/** Sets the priority of teams, the first in the list first. */
export const saveWaiverRanks = (trx: Kysely<Tables>, teamIds: readonly TeamId[]) =>
	sql`UPDATE draft_seats s SET waiver_rank = t.rank FROM unnest(${teamIds}::int[]) WITH ORDINALITY AS t (team_id, rank)
		WHERE s.team_id = t.team_id`.execute(trx);

export const saveBudgets = (trx: Kysely<Tables>, budgets: ReadonlyMap<TeamId, number>) =>
	sql`UPDATE draft_seats s SET budget = t.budget
		FROM unnest(${[...budgets.keys()]}::int[], ${[...budgets.values()]}::int[]) AS t (team_id, budget)
		WHERE s.team_id = t.team_id`.execute(trx);

/** Takes back what happened after a draft that is reset: claims, runs, priorities, budgets and injured places. */
export async function deleteWaivers(trx: Kysely<Tables>, leagueId: number): Promise<void> {
	await trx.deleteFrom("waiver_claims").where("league_id", "=", leagueId).execute();
	await trx.deleteFrom("waiver_runs").where("league_id", "=", leagueId).execute();
	await trx.updateTable("drafts").set({ completed_season_at: null }).where("league_id", "=", leagueId).execute();
	await sql`UPDATE draft_seats SET waiver_rank = NULL, budget = DEFAULT, injured_player_id = NULL
		WHERE league_id = ${leagueId}`.execute(trx);
}

/** Lists the runs of a league that have happened, in order. */
export async function listPastRuns(db: Kysely<Tables>, leagueId: number): Promise<PastRun[]> {
	const rows = await db
		.selectFrom("waiver_runs")
		.where("league_id", "=", leagueId)
		.orderBy("round_id")
		.orderBy("run")
		.select(["round_id", "run", "season_at"])
		.execute();
	return rows.map(({ round_id: roundId, run, season_at }) => ({ roundId, run, ranAt: season_at.getTime() }));
}

/** Lists the players whom nobody owns and who left their last team since an instant. */
export async function listDepartures(db: Kysely<Tables>, leagueId: number, since: number): Promise<Departure[]> {
	const { rows } = await sql<Omit<Departure, "leftAt" | "cameAt"> & { leftAt: Date; cameAt: Date | null }>`
		WITH gone AS (
			SELECT DISTINCT ON (m.player_id) m.* FROM player_moves m
			WHERE m.league_id = ${leagueId} ORDER BY m.player_id, m.id DESC)
		SELECT g.player_id AS "playerId", g.from_team_id AS "teamId", c.season_at AS "leftAt", g.round_id AS "leftInRoundId",
			g.kind IN ('undone', 'corrected') AS "isTakenBack", (c.data->>'byTeamId')::int AS "byTeamId", b.kind = 'added' AS "wasAdded", b.round_id AS "cameInRoundId", b.season_at AS "cameAt"
		FROM gone g JOIN squad_changes c ON c.id = g.change_id AND c.season_at >= ${new Date(Number.isFinite(since) ? since : 0)}
			JOIN LATERAL (
				SELECT p.kind, p.round_id, o.season_at FROM player_moves p LEFT JOIN squad_changes o ON o.id = p.change_id
				WHERE p.league_id = g.league_id AND p.player_id = g.player_id AND p.id < g.id ORDER BY p.id DESC LIMIT 1) b ON true
		WHERE g.to_team_id IS NULL`.execute(db);
	return rows.map(({ leftAt, cameAt, ...row }) => ({
		...row,
		leftAt: leftAt.getTime(),
		cameAt: cameAt?.getTime() ?? -Infinity,
	}));
}

export type ClaimRow = Row<"waiver_claims">;

export const buildClaim = (row: ClaimRow): Claim => ({
	id: String(row.id),
	teamId: row.team_id,
	playerId: row.player_id,
	dropId: row.drop_player_id,
	bid: row.bid,
	group: row.claim_group,
	rank: row.rank,
});

/** Lists the claims of a league, or of one of its teams, that wait for a run, in the order of teams and ranks. */
export const listPendingClaims = (db: Kysely<Tables>, leagueId: number, teamId?: TeamId): Promise<ClaimRow[]> =>
	db
		.selectFrom("waiver_claims")
		.where("league_id", "=", leagueId)
		.where("state", "=", "pending")
		.$if(teamId !== undefined, (query) => query.where("team_id", "=", teamId ?? 0))
		.orderBy("team_id")
		.orderBy("rank")
		.selectAll()
		.execute();

/** Replaces the claims of a team that wait for a run. */
export async function replaceClaims(
	trx: Kysely<Tables>,
	teamId: TeamId,
	claims: readonly Insertable<Tables["waiver_claims"]>[],
): Promise<void> {
	await trx.deleteFrom("waiver_claims").where("team_id", "=", teamId).where("state", "=", "pending").execute();
	if (claims.length > 0) await trx.insertInto("waiver_claims").values(claims).execute();
}

export const insertRun = (trx: Kysely<Tables>, run: Insertable<Tables["waiver_runs"]>) =>
	trx.insertInto("waiver_runs").values(run).execute();

/** Saves what a run has decided. */
export async function saveDecisions(
	trx: Kysely<Tables>,
	{ roundId, run, at }: RunKey & { readonly at: Date },
	decisions: readonly { readonly claim: Pick<Claim, "id">; readonly reason: ClaimReason | null }[],
): Promise<void> {
	if (decisions.length === 0) return;
	await sql`UPDATE waiver_claims c SET state = CASE WHEN t.reason IS NULL THEN 'won' ELSE 'failed' END, reason = t.reason,
			round_id = ${roundId}, run = ${run}, decided_at = ${at}
		FROM unnest(${decisions.map(({ claim }) => claim.id)}::bigint[],
			${decisions.map(({ reason }) => (reason === null ? null : JSON.stringify(reason)))}::jsonb[]) AS t (id, reason)
		WHERE c.id = t.id`.execute(trx);
}

/** Leagues whose runs before a round are due at the same time. */
export interface RunGroup {
	readonly timeZone: string;
	readonly draftedAt: Date | null;
	readonly startRoundId: RoundId;
	readonly hasFirst: boolean;
	readonly leagueIds: readonly number[];
}

/** Lists the drafted leagues of a season whose last run before a round has not happened. */
export async function listRunGroups(
	db: Kysely<Tables>,
	seasonId: number,
	roundId: RoundId,
): Promise<readonly RunGroup[]> {
	// After their start round, leagues differ in their time zone only.
	const { rows } = await sql<RunGroup>`
		SELECT d.time_zone AS "timeZone", CASE WHEN l.start_id = ${roundId} THEN d.completed_season_at END AS "draftedAt",
			CASE WHEN l.start_id = ${roundId} THEN l.start_id ELSE 0 END AS "startRoundId",
			f.league_id IS NOT NULL AS "hasFirst", array_agg(l.id ORDER BY l.id) AS "leagueIds"
		FROM leagues l JOIN drafts d ON d.league_id = l.id
			LEFT JOIN waiver_runs f ON f.league_id = l.id AND f.round_id = ${roundId} AND f.run = 'first'
		WHERE l.season_id = ${seasonId} AND l.class = 'draft' AND l.deleted_at IS NULL AND NOT l.is_mock
			AND d.state = 'complete' AND l.start_id <= ${roundId}
			AND NOT EXISTS (SELECT FROM waiver_runs s WHERE s.league_id = l.id AND s.round_id = ${roundId} AND s.run = 'second')
		GROUP BY 1, 2, 3, 4`.execute(db);
	return rows;
}

export type RunRow = Row<"waiver_runs"> & {
	readonly data: { readonly teamIds: TeamId[]; readonly claimIds: string[] };
};

/** Lists the last runs of a league, the newest first. */
export async function listRunRows(db: Kysely<Tables>, leagueId: number, limit: number): Promise<RunRow[]> {
	const { rows } = await sql<RunRow>`
		SELECT * FROM waiver_runs WHERE league_id = ${leagueId} ORDER BY round_id DESC, run DESC LIMIT ${limit}`.execute(
		db,
	);
	return rows;
}

/** Lists the claims of a league that were won, and whose win was undone. */
export async function listUndoneClaims(db: Kysely<Tables>, leagueId: number): Promise<ReadonlySet<string>> {
	const { rows } = await sql<{ id: string }>`SELECT data->>'claimId' AS id FROM squad_changes
		WHERE league_id = ${leagueId} AND kind = 'waivers' AND undone_by IS NOT NULL`.execute(db);
	return new Set(rows.map(({ id }) => id));
}

/** Lists the decided claims of a league's rounds from one on. */
export const listDecidedClaims = (db: Kysely<Tables>, leagueId: number, fromRoundId: RoundId): Promise<ClaimRow[]> =>
	db
		.selectFrom("waiver_claims")
		.where("league_id", "=", leagueId)
		.where("run", "is not", null)
		.where("round_id", ">=", fromRoundId)
		.selectAll()
		.execute();
