import type { SuccessOf } from "@first-bounce/contract/call";
import type { listSeasons as listCall } from "@first-bounce/contract/operator/season";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { listRows } from "../../../db/rows.ts";
import type { Db, MatchKey } from "../../../db/tables/tables.ts";

type Season = SuccessOf<typeof listCall>["seasons"][number];

/** Lists all seasons with their numbers of rounds and teams, the newest first. */
export const listSeasons = (db: Db) =>
	listRows(db)<Season>`
		SELECT s.id, s.name, s.status, s.is_current AS "isCurrent", s.is_demo AS "isDemo",
			(SELECT count(*) FROM rounds AS r WHERE r.season_id = s.id) AS rounds,
			(SELECT count(*) FROM teams AS t WHERE t.season_id = s.id AND t.league_id IS NULL) AS teams
		FROM seasons AS s ORDER BY s.id DESC`;

/** Finds the id of the newest payload of a season; 0 if there is none. */
export async function findLastPayloadId(db: Db, seasonId: number): Promise<number> {
	const { last } = await db
		.selectFrom("feed_payloads")
		.where("season_id", "=", seasonId)
		.select((select) => select.fn.coalesce(select.fn.max("id"), select.val(0)).as("last"))
		.executeTakeFirstOrThrow();
	return last;
}

/** The state of a match as operators set it. */
export interface MatchState {
	readonly status: "scheduled" | "playing" | "complete";
	readonly minutes: number | null;
	readonly homeScore: number | null;
	readonly awayScore: number | null;
}

export const updateMatch = (
	db: Db,
	{ seasonId, matchId }: MatchKey,
	{ status, minutes, homeScore, awayScore, completedAt }: MatchState & { readonly completedAt: number | null },
) =>
	db
		.updateTable("matches")
		.set({
			status,
			minutes,
			// The provider's clock is no longer valid, but the minutes are.
			quarter: null,
			clock_seconds: null,
			is_break: false,
			home_score: homeScore,
			away_score: awayScore,
			completed_at: completedAt === null ? null : new Date(completedAt),
		})
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.execute();

export const listStatLines = (db: Db, { seasonId, matchId }: MatchKey) =>
	db.selectFrom("stat_lines").where("season_id", "=", seasonId).where("match_id", "=", matchId).selectAll().execute();

/** Lists the players of a match whose stats an operator has corrected. */
export async function listCorrectedPlayers(db: Db, { seasonId, matchId }: MatchKey): Promise<readonly PlayerId[]> {
	const rows = await db
		.selectFrom("stat_corrections")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.select("player_id")
		.execute();
	return rows.map(({ player_id }) => player_id);
}

export async function findTeamNames(db: Db, ids: readonly TeamId[]): Promise<ReadonlyMap<TeamId, string>> {
	if (ids.length === 0) return new Map();
	const rows = await db
		.selectFrom("teams as t")
		.innerJoin("users as u", "u.id", "t.user_id")
		.where("t.id", "in", ids)
		.select(["t.id", "u.team_name"])
		.execute();
	return new Map(rows.map(({ id, team_name }) => [id, team_name ?? ""]));
}
