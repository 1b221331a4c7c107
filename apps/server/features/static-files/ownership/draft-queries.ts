import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { CountedLeagues, DraftFigure } from "@first-bounce/rules/ownership/draft-ownership";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db, RoundKey, Row } from "../../../db/tables/tables.ts";

/** Lists published rounds whose draft leagues have not been counted. What is counted stays as it is, so that is done once. */
export const listUncountedDraftRounds = async (db: Db, seasonId: number): Promise<RoundId[]> =>
	(
		await db
			.selectFrom("rounds as r")
			.leftJoin("draft_ownership as o", (join) =>
				join.onRef("o.season_id", "=", "r.season_id").onRef("o.round_id", "=", "r.id"),
			)
			.where("r.season_id", "=", seasonId)
			.where("r.status", "=", "complete")
			.where("o.round_id", "is", null)
			.orderBy("r.id")
			.select("r.id")
			.execute()
	).map(({ id }) => id);

/**
 * The drafted leagues that count in a round: those that had started, without mock drafts and leagues in which people manage
 * fewer than half of the teams.
 */
const selectLeagues = ({ seasonId, roundId }: RoundKey) => sql`
	SELECT l.id AS league_id, d.squad FROM leagues l JOIN drafts d ON d.league_id = l.id
	WHERE l.season_id = ${seasonId} AND l.deleted_at IS NULL AND NOT l.is_mock
		AND d.state = 'complete' AND l.start_id <= ${roundId}
		AND 2 * (SELECT count(*) FROM league_members m WHERE m.league_id = l.id AND m.team_id IS NOT NULL) >= l.num_teams`;

export async function countLeagues(db: Db, round: RoundKey): Promise<CountedLeagues> {
	const row = await findRow(db)<CountedLeagues>`
		WITH counted AS (${selectLeagues(round)})
		SELECT (SELECT count(*)::int FROM counted) AS leagues,
			(SELECT count(*)::int FROM teams t JOIN counted c ON c.league_id = t.league_id) AS teams`;
	return row ?? { leagues: 0, teams: 0 };
}

interface CountedFigure {
	readonly playerId: PlayerId;
	readonly figure: DraftFigure;
	readonly count: number;
}

/**
 * Counts, for each player, the leagues in which she was owned, added or dropped, and the teams that started her. Owners are
 * added up from the moves until the round, because nobody is owned twice in a league. Moves of a draft that was reset do not
 * count.
 */
export async function countDraftFigures(db: Db, round: RoundKey): Promise<readonly CountedFigure[]> {
	const { roundId } = round;
	return listRows(db)<CountedFigure>`
		WITH counted AS MATERIALIZED (
			SELECT league_id, (squad->>'utilityScores')::boolean AS utility_scores,
				(SELECT sum(value::int) FROM jsonb_each_text(squad->'field'))::int AS field,
				coalesce((SELECT max(r.id) FROM player_moves r WHERE r.league_id = leagues.league_id AND r.kind = 'reset'), 0) AS last_reset
			FROM (${selectLeagues(round)}) AS leagues
		), newest AS (
			SELECT DISTINCT ON (u.team_id) c.field, c.utility_scores, u.slots
			FROM counted c JOIN teams t ON t.league_id = c.league_id JOIN lineups u ON u.team_id = t.id
			WHERE u.round_id <= ${roundId} ORDER BY u.team_id, u.round_id DESC
		), moves AS MATERIALIZED (
			SELECT m.league_id, m.player_id, m.from_team_id, m.to_team_id, m.kind, m.round_id, s.undone_by
			FROM player_moves m JOIN counted c USING (league_id) LEFT JOIN squad_changes s ON s.id = m.change_id
			WHERE m.round_id <= ${roundId} AND m.id > c.last_reset
		), week AS (
			SELECT league_id, player_id, CASE kind WHEN 'dropped' THEN 'dropped' ELSE 'added' END AS figure FROM moves
			WHERE round_id = ${roundId} AND kind IN ('added', 'claimed', 'dropped') AND undone_by IS NULL
		), started AS (
			SELECT unnest(slots[1:field] || CASE WHEN utility_scores THEN slots[cardinality(slots):] END) AS player_id FROM newest
		)
		SELECT player_id AS "playerId", figure, count::int FROM (
			SELECT player_id, 'owned' AS figure,
				sum((to_team_id IS NOT NULL)::int - (from_team_id IS NOT NULL)::int) AS count FROM moves GROUP BY 1
			UNION ALL SELECT player_id, 'started', count(*) FROM started WHERE player_id > 0 GROUP BY 1
			UNION ALL SELECT player_id, figure, count(DISTINCT league_id) FROM week GROUP BY 1, 2) AS figures
		WHERE count > 0`;
}

export const saveDraftOwnership = (
	db: Db,
	{ seasonId, roundId }: RoundKey,
	counted: CountedLeagues & { readonly players: readonly (readonly number[])[] },
) =>
	db
		.insertInto("draft_ownership")
		.values({ season_id: seasonId, round_id: roundId, ...counted, players: JSON.stringify(counted.players) })
		.onConflict((conflict) => conflict.doNothing())
		.execute();

export type CountedDraftRound = Row<"draft_ownership", "round_id" | "leagues" | "teams" | "players">;

/** Lists what was counted across the draft leagues of a season in its rounds, or in one of them, in the order of rounds. */
export const listCountedDraftRounds = (
	db: Db,
	seasonId: number,
	roundId: RoundId | null,
): Promise<CountedDraftRound[]> =>
	db
		.selectFrom("draft_ownership")
		.where("season_id", "=", seasonId)
		.$if(roundId !== null, (query) => query.where("round_id", "=", roundId ?? 0))
		.orderBy("round_id")
		.select(["round_id", "leagues", "teams", "players"])
		.execute();

/** Counts the teams of all drafts of a season that are complete, without mock drafts; with those whose positions do not count. */
export async function countDraftedTeams(db: Db, seasonId: number): Promise<number> {
	const row = await findRow(db)<{ teams: number }>`
		SELECT coalesce(sum(l.num_teams), 0)::int AS teams FROM leagues l JOIN drafts d ON d.league_id = l.id
		WHERE l.season_id = ${seasonId} AND l.deleted_at IS NULL AND NOT l.is_mock
			AND d.state = 'complete'`;
	return row?.teams ?? 0;
}

/**
 * Counts and adds up the picks of each player. A draft counts if its managers made at least half of its picks and kept nobody,
 * so that neither drafts of robots nor those that were entered afterwards do.
 */
export async function countPicks(db: Db, seasonId: number) {
	const row = await findRow(db)<{ drafts: number; players: readonly (readonly number[])[] }>`
		WITH picks AS MATERIALIZED (
			SELECT p.league_id, p.player_id, p.overall, p.made_by FROM draft_picks p JOIN leagues l ON l.id = p.league_id
				JOIN drafts d ON d.league_id = l.id
			WHERE l.season_id = ${seasonId} AND l.deleted_at IS NULL AND NOT l.is_mock
				AND d.state = 'complete'
		), counted AS MATERIALIZED (
			SELECT league_id FROM picks GROUP BY 1
			HAVING 2 * count(*) FILTER (WHERE made_by = 'manager') >= count(*)
				AND count(*) FILTER (WHERE made_by = 'keeper') = 0
		)
		SELECT (SELECT count(*)::int FROM counted) AS drafts,
			coalesce(json_agg(json_build_array(player_id, picks, sum) ORDER BY player_id), '[]') AS players
		FROM (SELECT player_id, count(*) AS picks, sum(overall) AS sum FROM picks JOIN counted USING (league_id)
			WHERE player_id IS NOT NULL GROUP BY 1) AS totals`;
	return row ?? { drafts: 0, players: [] };
}

export const findDraftPositions = (db: Db, seasonId: number) =>
	db
		.selectFrom("draft_positions")
		.where("season_id", "=", seasonId)
		.select(["drafts", "teams", "players"])
		.executeTakeFirst();

export const saveDraftPositions = (
	db: Db,
	seasonId: number,
	{ drafts, teams, players }: { readonly drafts: number; readonly teams: number; readonly players: readonly object[] },
) => {
	const counted = { drafts, teams, players: JSON.stringify(players) };
	return db
		.insertInto("draft_positions")
		.values({ season_id: seasonId, ...counted })
		.onConflict((conflict) => conflict.column("season_id").doUpdateSet(counted))
		.execute();
};
