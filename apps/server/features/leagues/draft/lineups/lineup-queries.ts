import type { SuccessOf } from "@first-bounce/contract/call";
import type { listMyDraftTeams } from "@first-bounce/contract/draft/draft-lineup";
import type { ReportMove, ReportPick } from "@first-bounce/rules/draft/season-report";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Insertable } from "kysely";
import { findRow, hasRow, insertMissing, listRows } from "../../../../db/rows.ts";
import type { Db, Row, Tables } from "../../../../db/tables/tables.ts";
import { selectLastReset } from "../queries.ts";

/** Lists a team's stored line-ups in the order of rounds, with the team's version. */
export async function listTeamLineups(db: Db, teamId: TeamId) {
	// In one statement, so that the version belongs to these line-ups.
	const rows = await listRows(db)<Row<"lineups"> & Row<"teams", "version">>`
		SELECT l.*, t.version FROM lineups l JOIN teams t ON t.id = l.team_id
		WHERE l.team_id = ${teamId} ORDER BY l.round_id`;
	return { version: rows[0]?.version ?? 0, rows };
}

/** Locks a team until the transaction ends, and returns its version. */
export async function lockTeamVersion(trx: Db, teamId: TeamId): Promise<number> {
	const query = trx.selectFrom("teams").where("id", "=", teamId).select("version").forNoKeyUpdate();
	return (await query.executeTakeFirstOrThrow()).version;
}

/** Finds a team's match-up in a round: its place in the round, and the other team. */
export const findMatchUp = (db: Db, leagueId: number, roundId: RoundId, teamId: TeamId) =>
	findRow(db)<{ place: number; opponentId: TeamId }>`
		SELECT place, CASE WHEN home_team_id = ${teamId} THEN away_team_id ELSE home_team_id END AS "opponentId"
		FROM league_matches
		WHERE league_id = ${leagueId} AND round_id = ${roundId} AND ${teamId} IN (home_team_id, away_team_id)
		ORDER BY place LIMIT 1`;

type OwnTeamRow = SuccessOf<typeof listMyDraftTeams>["teams"][number];

/** Lists a user's draft teams of a season, the newest membership first. */
export const listTeamsOfUser = (db: Db, seasonId: number, userId: UserId): Promise<OwnTeamRow[]> =>
	listRows(db)<OwnTeamRow>`
		SELECT l.id AS "leagueId", l.name AS "leagueName", t.id AS "teamId", d.state AS "draftStatus",
			coalesce(t.name, u.team_name, '') AS "teamName"
		FROM league_members m JOIN leagues l ON l.id = m.league_id JOIN drafts d ON d.league_id = l.id
			JOIN teams t ON t.id = m.team_id JOIN users u ON u.id = m.user_id
		WHERE m.user_id = ${userId} AND l.season_id = ${seasonId} AND l.class = 'draft' AND NOT l.is_mock
			AND l.deleted_at IS NULL
		ORDER BY m.joined_no DESC`;

/** A team that the server arranges. */
export interface UnmanagedTeam {
	readonly teamId: TeamId;
	readonly leagueId: number;
}

/** Lists drafted teams of a season without an active manager, in the order of their ids. */
export const listUnmanagedTeams = (
	db: Db,
	seasonId: number,
	{ afterId, limit }: { readonly afterId: TeamId; readonly limit: number },
): Promise<readonly UnmanagedTeam[]> =>
	listRows(db)<UnmanagedTeam>`
		SELECT t.id AS "teamId", t.league_id AS "leagueId"
		FROM teams t JOIN leagues l ON l.id = t.league_id JOIN drafts d ON d.league_id = l.id
			LEFT JOIN league_members m ON m.league_id = l.id AND m.team_id = t.id
			LEFT JOIN users u ON u.id = m.user_id
		WHERE l.season_id = ${seasonId} AND l.class = 'draft' AND l.deleted_at IS NULL AND NOT l.is_mock
			AND d.state = 'complete' AND (u.id IS NULL OR NOT u.is_active) AND t.id > ${afterId}
		ORDER BY t.id LIMIT ${limit}`;

export const isAutopilotDone = (db: Db, seasonId: number, dueAt: Date): Promise<boolean> =>
	hasRow(db)`SELECT FROM draft_autopilots WHERE season_id = ${seasonId} AND due_at = ${dueAt}`;

export const insertAutopilot = (db: Db, autopilot: Insertable<Tables["draft_autopilots"]>) =>
	insertMissing(db, "draft_autopilots", autopilot);

/** Lists the moves of a league since its draft in order, without undone moves and their undos. */
export const listReportMoves = (db: Db, leagueId: number): Promise<readonly ReportMove[]> =>
	listRows(db)<ReportMove>`
		SELECT m.player_id AS "playerId", m.from_team_id AS "fromTeamId", m.to_team_id AS "toTeamId", m.kind,
			m.round_id AS "roundId", m.change_id::text AS "changeId"
		FROM player_moves m LEFT JOIN squad_changes c ON c.id = m.change_id
		WHERE m.league_id = ${leagueId} AND m.id > ${selectLastReset(leagueId)} AND m.kind <> 'undone' AND c.undone_by IS NULL
		ORDER BY m.id`;

/** Lists the players of a draft's picks. */
export const listReportPicks = (db: Db, leagueId: number): Promise<readonly ReportPick[]> =>
	listRows(db)<ReportPick>`
		SELECT overall, player_id AS "playerId", team_id AS "teamId", made_by <> 'keeper' AS "isChosen"
		FROM draft_picks WHERE league_id = ${leagueId} AND player_id IS NOT NULL ORDER BY overall`;
