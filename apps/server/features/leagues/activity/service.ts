import type { LeagueEvent } from "@first-bounce/contract/leagues/league-activity";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { LeagueEventKind } from "../../../db/tables/leagues.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import { isCommissioner, type LeagueRow, type LeagueServices } from "../league-row.ts";
import { buildPublicName } from "../league-view.ts";
import { listTeamOwners, type TeamOwner } from "../members/team-owners.ts";
import { getLeagueForMember, MAX_PAGE_ROWS, type Paging } from "../service.ts";

interface EventRow {
	readonly id: number;
	readonly kind: LeagueEventKind;
	readonly user_id: UserId | null;
	readonly round_id: number | null;
	readonly data: Record<string, unknown>;
	readonly at: Date;
	readonly reported_at: Date | null;
	readonly team_name: string | null;
	readonly first_name: string | null;
	readonly last_name: string | null;
	readonly is_active: boolean | null;
	readonly matches: readonly MatchRow[] | null;
}

interface MatchRow {
	readonly home: TeamId;
	readonly away: TeamId;
	readonly homePoints: number;
	readonly awayPoints: number;
	readonly isGrandFinal: boolean;
}

/** Events of a league as a member may see them: nothing hidden, nor what she has reported herself. */
export async function listEvents(
	db: Kysely<Tables>,
	leagueId: number,
	viewer: UserId,
	{ limit, offset, only }: { readonly limit: number; readonly offset: number; readonly only?: number },
): Promise<EventRow[]> {
	const { rows } = await sql<EventRow>`
		SELECT e.id, e.kind, e.user_id, e.round_id, e.data, e.at, e.reported_at, u.team_name, u.first_name, u.last_name,
			u.is_active,
			CASE WHEN e.kind = 'results' THEN (
				SELECT json_agg(json_build_object('home', m.home_team_id, 'away', m.away_team_id, 'homePoints', m.home_points,
					'awayPoints', m.away_points, 'isGrandFinal', m.is_grand_final) ORDER BY m.place)
				FROM league_matches m
				WHERE m.league_id = e.league_id AND m.round_id = e.round_id AND m.home_points IS NOT NULL) END AS matches
		FROM league_events e LEFT JOIN users u ON u.id = e.user_id
		WHERE e.league_id = ${leagueId} AND e.hidden_at IS NULL ${only ? sql`AND e.id = ${only}` : sql``}
			AND NOT EXISTS (SELECT FROM league_event_reports r WHERE r.event_id = e.id AND r.user_id = ${viewer})
		ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
	return rows;
}

const bestScoreData = z.object({ teamId: z.number(), points: z.number(), former: z.number().default(0) });
const announcementData = z.object({ text: z.string() });

/** One event as the wire has it. */
export function buildEventView(
	row: EventRow,
	league: LeagueRow,
	viewer: UserId,
	people: ReadonlyMap<TeamId, TeamOwner>,
): LeagueEvent {
	const event = { id: row.id, at: row.at.toISOString() };
	const scored = (teamId: TeamId, points: number) => {
		return { teamId, teamName: people.get(teamId)?.teamName ?? "", points };
	};
	if (row.kind === "results" || row.kind === "record") {
		const { teamId, points, former } = bestScoreData.parse(row.data);
		const best = scored(teamId, points);
		const round = { ...event, roundId: row.round_id ?? 0, best };
		if (row.kind === "record") return { ...round, kind: "record", former };
		const matches = (row.matches ?? []).map(({ home, away, homePoints, awayPoints, isGrandFinal }) => {
			return { home: scored(home, homePoints), away: scored(away, awayPoints), isGrandFinal };
		});
		return { ...round, kind: "results", matches };
	}
	const about = { ...event, userId: row.user_id ?? 0, teamName: buildPublicName(row).teamName };
	if (row.kind !== "announcement") return { ...about, kind: row.kind };
	const isOwn = isCommissioner(league, viewer);
	return {
		...about,
		kind: "announcement",
		text: announcementData.parse(row.data).text,
		isReported: row.reported_at !== null && isOwn,
		mayRemove: isOwn,
		mayReport: row.user_id !== viewer,
	};
}

/** What happened in a league, the newest first; for its members. */
export async function getLeagueActivity(services: LeagueServices, viewer: UserId, id: number, { page, limit }: Paging) {
	const league = await getLeagueForMember(services, viewer, id);
	const rows = Math.min(limit, MAX_PAGE_ROWS);
	const found = await listEvents(services.db, id, viewer, { limit: rows + 1, offset: (page - 1) * rows });
	const shown = found.slice(0, rows);
	const people = await listTeamOwners(services.db, listTeamIds(shown));
	return {
		events: shown.map((row) => buildEventView(row, league, viewer, people)),
		nextPage: found.length > rows ? page + 1 : null,
	};
}

function listTeamIds(rows: readonly EventRow[]): TeamId[] {
	const named = rows.flatMap(({ kind, data, matches }) => [
		...(kind === "results" || kind === "record" ? [bestScoreData.parse(data).teamId] : []),
		...(matches ?? []).flatMap(({ home, away }) => [home, away]),
	]);
	return [...new Set(named)];
}
