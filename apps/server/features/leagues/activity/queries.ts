import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { LeagueEventKind } from "../../../db/tables/leagues.ts";
import type { OptionalRow, Row, Tables } from "../../../db/tables/tables.ts";

export type EventRow = Row<"league_events", "id" | "kind" | "user_id" | "round_id" | "data" | "at" | "reported_at"> &
	OptionalRow<"users", "team_name" | "first_name" | "last_name" | "is_active"> & {
		readonly matches: readonly EventMatch[] | null;
	};

interface EventMatch {
	readonly home: TeamId;
	readonly away: TeamId;
	readonly homePoints: number;
	readonly awayPoints: number;
	readonly isGrandFinal: boolean;
	readonly isSemiFinal: boolean;
}

/** Lists a league's events, newest first, without those that are hidden or that the viewer has reported. */
export async function listEvents(
	db: Kysely<Tables>,
	leagueId: number,
	viewer: UserId,
	{ limit, offset, eventId }: { readonly limit: number; readonly offset: number; readonly eventId?: number },
): Promise<EventRow[]> {
	const { rows } = await sql<EventRow>`
		SELECT e.id, e.kind, e.user_id, e.round_id, e.data, e.at, e.reported_at, u.team_name, u.first_name, u.last_name,
			u.is_active,
			CASE WHEN e.kind = 'results' THEN (
				SELECT json_agg(json_build_object('home', m.home_team_id, 'away', m.away_team_id, 'homePoints', m.home_points,
					'awayPoints', m.away_points, 'isGrandFinal', m.is_grand_final,
					'isSemiFinal', m.is_semi_final) ORDER BY m.place)
				FROM league_matches m
				WHERE m.league_id = e.league_id AND m.round_id = e.round_id AND m.home_points IS NOT NULL) END AS matches
		FROM league_events e LEFT JOIN users u ON u.id = e.user_id
		WHERE e.league_id = ${leagueId} AND e.hidden_at IS NULL ${eventId ? sql`AND e.id = ${eventId}` : sql``}
			AND NOT EXISTS (SELECT FROM league_event_reports r WHERE r.event_id = e.id AND r.user_id = ${viewer})
		ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
	return rows;
}

/** Records a member's action in a league's activity, in the same transaction as the action. */
export async function insertLeagueEvent(
	trx: Kysely<Tables>,
	leagueId: number,
	kind: Exclude<LeagueEventKind, "results" | "record">,
	userId: UserId,
	data: Record<string, unknown> = {},
): Promise<number> {
	const { id } = await trx
		.insertInto("league_events")
		.values({ league_id: leagueId, kind, user_id: userId, data: JSON.stringify(data) })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** Counts the announcements of the last 24 hours. */
export async function countRecentAnnouncements(trx: Kysely<Tables>, leagueId: number): Promise<number> {
	const { rows } = await sql`
		SELECT FROM league_events WHERE league_id = ${leagueId} AND kind = 'announcement'
			AND at > clock_timestamp() - interval '1 day'`.execute(trx);
	return rows.length;
}

/** Marks another user's announcement as reported; false if there is no such announcement. */
export async function markAnnouncementReported(
	db: Kysely<Tables>,
	leagueId: number,
	eventId: number,
	reporter: UserId,
): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`
		UPDATE league_events SET reported_at = coalesce(reported_at, clock_timestamp())
		WHERE id = ${eventId} AND league_id = ${leagueId} AND kind = 'announcement' AND hidden_at IS NULL
			AND user_id <> ${reporter}`.execute(db);
	return numAffectedRows > 0n;
}

/** Records a user's report of an event, which hides the event from this user. */
export async function insertEventReport(db: Kysely<Tables>, eventId: number, reporter: UserId): Promise<void> {
	await db
		.insertInto("league_event_reports")
		.values({ event_id: eventId, user_id: reporter })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Hides an announcement from everyone; false if there is no such announcement. */
export async function hideAnnouncement(db: Kysely<Tables>, leagueId: number, eventId: number): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`
		UPDATE league_events SET hidden_at = clock_timestamp()
		WHERE id = ${eventId} AND league_id = ${leagueId} AND kind = 'announcement' AND hidden_at IS NULL`.execute(db);
	return numAffectedRows > 0n;
}
