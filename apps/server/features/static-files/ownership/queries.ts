import type { PlayerId, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { OwnershipFigure } from "@first-bounce/rules/ownership/ownership";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { GroupOwnership } from "../../../db/tables/ownership.ts";
import type { Db, RoundKey, Row } from "../../../db/tables/tables.ts";

/** Lets one process at a time count a season's ownership, until the transaction ends. */
export const lockOwnership = (trx: Db, seasonId: number) =>
	sql`SELECT pg_advisory_xact_lock(${seasonId}::int, 5)`.execute(trx);

/** Lists published rounds whose ownership has not been counted since their standings last changed. */
export const listUncountedRounds = (db: Db, seasonId: number) =>
	db
		.selectFrom("rounds as r")
		.leftJoin("round_ownership as o", (join) =>
			join.onRef("o.season_id", "=", "r.season_id").onRef("o.round_id", "=", "r.id"),
		)
		.where("r.season_id", "=", seasonId)
		.where("r.status", "=", "complete")
		.where((where) => where.or([where("o.revision", "is", null), where("o.revision", "<>", where.ref("r.revision"))]))
		.orderBy("r.id")
		.select(["r.id", "r.revision"])
		.execute();

export interface RankedTeams {
	readonly teams: number;
	/** The lowest and highest ids of ranked teams. */
	readonly firstId: TeamId;
	readonly lastId: TeamId;
}

export async function findRankedTeams(db: Db, { seasonId, roundId }: RoundKey): Promise<RankedTeams> {
	const row = await findRow(db)<RankedTeams>`SELECT count(*)::int AS teams, coalesce(min(team_id), 0) AS "firstId",
			coalesce(max(team_id), 0) AS "lastId"
		FROM standings WHERE season_id = ${seasonId} AND round_id = ${roundId} AND overall_rank IS NOT NULL`;
	return row ?? { teams: 0, firstId: 0, lastId: 0 };
}

export interface CountedFigure {
	/** Index of the smallest group that the teams belong to. */
	readonly group: number;
	readonly playerId: PlayerId;
	readonly figure: OwnershipFigure;
	readonly teams: number;
}

/**
 * Counts, for each player, the teams of a published round that had her, made her captain, got her points doubled, or traded
 * her in or out. Only ranked teams count, each in the smallest group that it belongs to. Line-ups are read in the order of
 * their primary key, because sorting a million of them takes seconds; PostgreSQL plans that only if it knows the ids.
 *
 * @param sizes the sizes of the groups, ascending; the last group has all other teams
 * @param playedIds the players who played in the round
 */
export const countFigures = (
	db: Db,
	{ seasonId, roundId }: RoundKey,
	{ firstId, lastId }: RankedTeams,
	{ sizes, playedIds }: { readonly sizes: readonly number[]; readonly playedIds: readonly PlayerId[] },
): Promise<readonly CountedFigure[]> =>
	listRows(db)<CountedFigure>`
		WITH ranked AS MATERIALIZED (
			SELECT team_id, width_bucket(overall_rank, ${sizes.map((size) => size + 1)}::int[]) AS "group"
			FROM standings WHERE season_id = ${seasonId} AND round_id = ${roundId} AND overall_rank IS NOT NULL
		), newest AS (
			SELECT DISTINCT ON (team_id) team_id, slots, captain_id, vice_captain_id FROM lineups
			WHERE round_id <= ${roundId} AND team_id BETWEEN ${firstId} AND ${lastId}
			ORDER BY team_id DESC, round_id DESC
		), picked AS MATERIALIZED (
			SELECT "group", slots, captain_id, vice_captain_id FROM newest JOIN ranked USING (team_id)
		), roles AS MATERIALIZED (
			SELECT "group", captain_id, vice_captain_id, count(*) AS teams FROM picked GROUP BY 1, 2, 3
		), doubled AS (
			SELECT "group", teams, CASE WHEN captain_id = ANY (${playedIds}::int[]) THEN captain_id
				WHEN vice_captain_id = ANY (${playedIds}::int[]) THEN vice_captain_id END AS player_id
			FROM roles
		), traded AS MATERIALIZED (
			SELECT "group", player_in_id, player_out_id FROM trades JOIN ranked USING (team_id) WHERE round_id = ${roundId}
		)
		SELECT "group", player_id AS "playerId", figure, teams::int FROM (
			SELECT "group", player_id, 'owned' AS figure, count(*) AS teams
				FROM picked CROSS JOIN unnest(slots) AS player_id GROUP BY 1, 2
			UNION ALL SELECT "group", captain_id, 'captain', sum(teams) FROM roles GROUP BY 1, 2
			UNION ALL SELECT "group", player_id, 'doubled', sum(teams) FROM doubled WHERE player_id IS NOT NULL GROUP BY 1, 2
			UNION ALL SELECT "group", player_in_id, 'tradedIn', count(*) FROM traded GROUP BY 1, 2
			UNION ALL SELECT "group", player_out_id, 'tradedOut', count(*) FROM traded GROUP BY 1, 2) AS figures`;

/** Saves what was counted in a round, unless its standings have changed meanwhile; false if so. */
export async function saveOwnership(
	db: Db,
	{ seasonId, roundId }: RoundKey,
	revision: number,
	groups: readonly GroupOwnership[],
): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`
		INSERT INTO round_ownership (season_id, round_id, revision, groups)
		SELECT season_id, id, revision, ${JSON.stringify(groups)}::jsonb FROM rounds
		WHERE season_id = ${seasonId} AND id = ${roundId} AND status = 'complete' AND revision = ${revision}
		FOR SHARE
		ON CONFLICT (season_id, round_id) DO UPDATE SET revision = excluded.revision, groups = excluded.groups`.execute(db);
	return numAffectedRows > 0n;
}

export type CountedRound = Row<"round_ownership", "round_id" | "groups">;

/** Lists what was counted in a season's rounds, or in one of them, in the order of rounds. */
export const listCountedRounds = (db: Db, seasonId: number, roundId: RoundId | null): Promise<CountedRound[]> =>
	db
		.selectFrom("round_ownership")
		.where("season_id", "=", seasonId)
		.$if(roundId !== null, (query) => query.where("round_id", "=", roundId ?? 0))
		.orderBy("round_id")
		.select(["round_id", "groups"])
		.execute();
