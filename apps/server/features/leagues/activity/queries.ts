import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findValue, listRows } from "../../../db/rows.ts";
import type { LeagueEventKind } from "../../../db/tables/leagues.ts";
import type { Db, OptionalRow, Row } from "../../../db/tables/tables.ts";

export type EventRow = Row<"league_events", "id" | "kind" | "user_id" | "round_id" | "data" | "at" | "reported_at"> &
	OptionalRow<"users", "team_name" | "first_name" | "last_name" | "is_active"> & {
		readonly matches: readonly EventMatch[] | null;
		/** The team names of the active members whom the data names. */
		readonly by_name: string | null;
		readonly former_name: string | null;
	};

interface EventMatch {
	readonly home: TeamId;
	readonly away: TeamId;
	readonly homePoints: number;
	readonly awayPoints: number;
	readonly isGrandFinal: boolean;
	readonly isSemiFinal: boolean;
	readonly isConsolation: boolean;
}

/** Lists a league's events and pinned messages, newest first, without those that are hidden or that the viewer has reported. */
export const listEvents = (
	db: Db,
	leagueId: number,
	viewer: UserId,
	{ limit, offset, eventId }: { readonly limit: number; readonly offset: number; readonly eventId?: number },
): Promise<EventRow[]> =>
	listRows(db)<EventRow>`
		SELECT e.id, e.kind, e.user_id, e.round_id, e.data, e.at, e.reported_at, u.team_name, u.first_name, u.last_name,
			u.is_active, b.team_name AS by_name, f.team_name AS former_name,
			CASE WHEN e.kind = 'results' THEN (
				SELECT json_agg(json_build_object('home', m.home_team_id, 'away', m.away_team_id, 'homePoints', m.home_points,
					'awayPoints', m.away_points, 'isGrandFinal', m.is_grand_final,
					'isSemiFinal', m.is_semi_final, 'isConsolation', m.is_consolation) ORDER BY m.place)
				FROM league_matches m
				WHERE m.league_id = ${leagueId} AND m.round_id = e.round_id AND m.home_points IS NOT NULL) END AS matches
		FROM (
			SELECT id, kind, user_id, round_id, data, at, NULL AS reported_at FROM league_events
			WHERE league_id = ${leagueId} AND kind <> 'announcement'
			UNION ALL
			SELECT p.event_id, 'announcement', p.user_id, NULL, jsonb_build_object('text', p.text, 'members', (
					SELECT coalesce(jsonb_agg(jsonb_build_object('userId', n.id, 'teamName', n.team_name)), '[]') FROM users n
					WHERE n.id = ANY (p.mentions) AND n.is_active AND n.team_name IS NOT NULL)), p.pinned_at, p.reported_at
			FROM league_messages p
			WHERE p.league_id = ${leagueId} AND p.is_pinned AND p.pinned_at IS NOT NULL AND p.hidden_at IS NULL
				AND NOT EXISTS (SELECT FROM league_message_reports r WHERE r.message_id = p.id AND r.user_id = ${viewer})
		) AS e LEFT JOIN users u ON u.id = e.user_id
			LEFT JOIN users b ON b.id = (e.data ->> 'byId')::int AND b.is_active
			LEFT JOIN users f ON f.id = (e.data ->> 'formerId')::int AND f.is_active
		${eventId ? sql`WHERE e.id = ${eventId}` : sql``}
		ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}`;

/** Records a member's action in a league's activity, in the same transaction as the action. */
export async function insertLeagueEvent(
	trx: Db,
	leagueId: number,
	kind: Exclude<LeagueEventKind, "results" | "record" | "announcement">,
	userId: UserId,
	data: object = {},
): Promise<void> {
	const event = { league_id: leagueId, kind, user_id: userId, data: JSON.stringify(data) };
	await trx.insertInto("league_events").values(event).execute();
}

/** Finds who left a team of a draft league last, or was removed from it. */
export const findFormerManager = (db: Db, leagueId: number, teamId: TeamId): Promise<UserId | null> =>
	findValue(db)<UserId>`
		SELECT user_id FROM league_events WHERE league_id = ${leagueId} AND kind IN ('left', 'removed')
			AND (data ->> 'teamId')::int = ${teamId} ORDER BY id DESC LIMIT 1`;
