import type { Points, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { completeStoredRules, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { type RawBuilder, sql } from "kysely";
import { listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";

export type HistorySeasonRow = Pick<Row<"seasons">, "id" | "name" | "status" | "is_demo"> & {
	readonly rules: SeasonRules;
	/** The earliest first. */
	readonly published: readonly RoundId[];
};

export async function listSeasons(db: Db, seasonIds: readonly number[]): Promise<HistorySeasonRow[]> {
	const rows = await listRows(db)<HistorySeasonRow>`
		SELECT s.id, s.name, s.status, s.is_demo, s.rules,
			ARRAY(SELECT r.id FROM rounds r WHERE r.season_id = s.id AND r.status = 'complete' ORDER BY r.id) AS published
		FROM seasons s WHERE s.id = ANY (${seasonIds}::int[])`;
	return rows.map((row) => {
		const rules = completeStoredRules(row.rules);
		return { ...row, rules, published: row.published.filter((id) => id <= rules.lastRound) };
	});
}

/** Standings are partitioned by round, so that each season's part of a query names its rounds. */
const unite = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` UNION ALL `);

/** Rounds of a season in which teams or leagues are looked up by their ids. */
export interface SeasonQuery {
	readonly seasonId: number;
	readonly roundIds: readonly RoundId[];
	readonly ids: readonly number[];
}

export interface TeamPoints {
	readonly seasonId: number;
	readonly roundId: RoundId;
	readonly teamId: TeamId;
	readonly points: Points;
}

/** Lists the published points of teams in rounds of several seasons. */
export async function listTeamPoints(db: Db, seasons: readonly SeasonQuery[]): Promise<TeamPoints[]> {
	if (seasons.length === 0) return [];
	const parts = seasons.map(
		({ seasonId, roundIds, ids }) => sql`
			SELECT season_id AS "seasonId", round_id AS "roundId", team_id AS "teamId", points FROM standings
			WHERE season_id = ${seasonId} AND round_id = ANY (${roundIds}::int[]) AND team_id = ANY (${ids}::int[])`,
	);
	return listRows(db)<TeamPoints>`${unite(parts)}`;
}

export interface TopTeam {
	readonly leagueId: number;
	readonly teamId: TeamId;
	readonly total: Points;
	readonly highest: Points;
	readonly completedAt: Date | null;
}

/** Lists the two teams of open leagues with the most published points, and more if points are equal. */
export async function listTopTeams(db: Db, seasons: readonly SeasonQuery[]): Promise<TopTeam[]> {
	if (seasons.length === 0) return [];
	const parts = seasons.map(
		({ seasonId, roundIds, ids }) => sql`
			SELECT m.league_id, m.team_id, sum(s.points)::int AS total, max(s.points) AS highest,
				rank() OVER (PARTITION BY m.league_id ORDER BY sum(s.points) DESC) AS place
			FROM league_members m JOIN leagues l ON l.id = m.league_id
				JOIN standings s ON s.season_id = ${seasonId} AND s.round_id = ANY (${roundIds}::int[])
					AND s.team_id = m.team_id AND s.round_id >= l.start_id
			WHERE m.league_id = ANY (${ids}::int[])
			GROUP BY m.league_id, m.team_id`,
	);
	return listRows(db)<TopTeam>`
		SELECT p.league_id AS "leagueId", p.team_id AS "teamId", p.total, p.highest, t.completed_at AS "completedAt"
		FROM (${unite(parts)}) AS p JOIN teams t ON t.id = p.team_id WHERE p.place <= 2`;
}

export type HistoryPageRow = Row<"league_history_pages">;

/** Finds the page of a league; undefined if nobody has asked for its link or turned it off. */
export const findPage = (db: Db, lineageId: number): Promise<HistoryPageRow | undefined> =>
	db.selectFrom("league_history_pages").where("lineage_id", "=", lineageId).selectAll().executeTakeFirst();

export const findPageByToken = (db: Db, token: string): Promise<HistoryPageRow | undefined> =>
	db.selectFrom("league_history_pages").where("token", "=", token).selectAll().executeTakeFirst();

/** Gives a page its link, unless it has one. A page that was turned off is turned on only by the commissioner. */
export const insertPage = (db: Db, lineageId: number, token: string, isByCommissioner: boolean) =>
	sql`
		INSERT INTO league_history_pages AS p (lineage_id, token, by_commissioner)
		VALUES (${lineageId}, ${token}, ${isByCommissioner})
		ON CONFLICT (lineage_id) DO UPDATE SET token = coalesce(p.token, excluded.token), by_commissioner = true
			WHERE excluded.by_commissioner`.execute(db);

/** Turns a page off. Its link never works again. */
export const deletePageLink = (db: Db, lineageId: number) =>
	db
		.insertInto("league_history_pages")
		.values({ lineage_id: lineageId, token: null, by_commissioner: true })
		.onConflict((conflict) => conflict.column("lineage_id").doUpdateSet({ token: null, by_commissioner: true }))
		.execute();

export interface CupWin {
	readonly seasonId: number;
	readonly seasonName: string;
}

/** Lists the seasons in which an active user won the cup: the match of a round that has no other. */
export const listCupWins = (db: Db, userId: UserId, { withDemo }: { readonly withDemo: boolean }) =>
	listRows(db)<CupWin>`
		SELECT s.id AS "seasonId", s.name AS "seasonName"
		FROM users u JOIN teams t ON t.user_id = u.id JOIN seasons s ON s.id = t.season_id
			JOIN cup_matches m ON m.season_id = s.id AND m.winner_team_id = t.id AND m.is_decided AND m.place = 0
		WHERE u.id = ${userId} AND u.is_active AND (${withDemo} OR NOT s.is_demo) AND m.home_team_id IS NOT NULL AND m.away_team_id IS NOT NULL
			AND NOT EXISTS (SELECT FROM cup_matches o
				WHERE o.season_id = m.season_id AND o.round_id = m.round_id AND o.place > 0)
		ORDER BY s.id DESC`;
