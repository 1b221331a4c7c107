import type { SuccessOf } from "@first-bounce/contract/call";
import type { listReports, NameEntry } from "@first-bounce/contract/operator/people";
import type { UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { buildLikePattern } from "../../../db/like-pattern.ts";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

export type NameKind = NameEntry["kind"];

/** The name of a team or league with its owner. */
export interface NameRow extends Omit<NameEntry, "at" | "picture"> {
	readonly avatarVersion: number;
	readonly at: Date;
	readonly email: string;
	readonly firstName: string;
	readonly language: string;
}

const TEAMS = sql`SELECT 'team' AS kind, u.id, u.team_name AS name, u.avatar_version AS "avatarVersion",
	u.first_name || ' ' || u.last_name AS owner, '[]'::json AS deputies, u.first_name AS "firstName", u.email, u.language,
	u.created_at AS at
	FROM users AS u WHERE u.team_name IS NOT NULL AND NOT u.is_bot`;
const LEAGUES = sql`SELECT 'league' AS kind, l.id, l.name, greatest(l.avatar_version, 0) AS "avatarVersion",
	u.first_name || ' ' || u.last_name AS owner, (SELECT coalesce(json_agg(d.first_name || ' ' || d.last_name
		ORDER BY m.deputy_since), '[]') FROM league_members m JOIN users d ON d.id = m.user_id
		WHERE m.league_id = l.id AND m.deputy_place IS NOT NULL) AS deputies,
	u.first_name AS "firstName", u.email, u.language, l.created_at AS at
	FROM leagues AS l JOIN users AS u ON u.id = l.commissioner_id WHERE l.deleted_at IS NULL AND NOT l.is_mock`;
const selectNames = (kind: NameKind) => sql`(${kind === "team" ? TEAMS : LEAGUES}) AS n`;
const getTable = (kind: NameKind) => sql.table(kind === "team" ? "users" : "leagues");

/** Lists names with an id below `before` that contain the search text, the newest first. */
export const listNameRows = (
	db: Db,
	{ kind, before, search }: { readonly kind: NameKind; readonly before: number | null; readonly search: string },
	limit: number,
) =>
	listRows(db)<NameRow>`SELECT * FROM ${selectNames(kind)}
		WHERE (${before}::int IS NULL OR id < ${before}) AND name ILIKE ${buildLikePattern(search)}
		ORDER BY id DESC LIMIT ${limit}`;

export const findName = (db: Db, kind: NameKind, id: number) =>
	findRow(db)<NameRow>`SELECT * FROM ${selectNames(kind)} WHERE id = ${id}`;

/** Locks the row of a name until the transaction ends. */
export const lockName = (trx: Db, kind: NameKind, id: number) =>
	sql`SELECT FROM ${getTable(kind)} WHERE id = ${id} FOR UPDATE`.execute(trx);

/** Sets the name unless it is null, and removes the picture if `removePicture` is true. */
export async function updateName(
	db: Db,
	kind: NameKind,
	id: number,
	{ name, removePicture }: { readonly name: string | null; readonly removePicture: boolean },
): Promise<void> {
	const set = sql.join([
		...(name === null ? [] : [kind === "team" ? sql`team_name = ${name}` : sql`name = ${name}`]),
		// The negative number keeps the count, from which the league numbers its next picture.
		...(removePicture ? [kind === "team" ? sql`avatar_version = 0` : sql`avatar_version = -abs(avatar_version)`] : []),
	]);
	await sql`UPDATE ${getTable(kind)} SET ${set} WHERE id = ${id}`.execute(db);
}

export type ReportKind = SuccessOf<typeof listReports>["reports"][number]["kind"];

export interface ReportRow extends Omit<SuccessOf<typeof listReports>["reports"][number], "at"> {
	readonly at: Date;
	readonly messageId: number;
	readonly seasonId: number;
	/** Null unless it is hidden. */
	readonly hiddenAt: Date | null;
	/** Who wrote it. */
	readonly userId: UserId | null;
}

/** Pinned messages and announcements have the id that they have in the league's activity. */
const selectReports = (where: ReturnType<typeof sql>, limit: number | null, skip = 0) => sql<ReportRow>`
	SELECT r.* FROM (
		SELECT CASE WHEN m.event_id IS NULL THEN 'message' ELSE 'announcement' END AS kind, coalesce(m.event_id, m.id) AS id,
			m.id AS "messageId", m.league_id AS "leagueId", l.season_id AS "seasonId", l.name AS "leagueName",
			coalesce(u.team_name, '') AS "teamName", m.user_id AS "userId", m.text,
			CASE WHEN m.kind = 'announcement' THEN m.pinned_at ELSE m.at END AS at, m.reported_at, m.hidden_at AS "hiddenAt",
			(SELECT count(*) FROM league_message_reports AS x WHERE x.message_id = m.id) AS reports
		FROM league_messages AS m JOIN leagues AS l ON l.id = m.league_id LEFT JOIN users AS u ON u.id = m.user_id
		WHERE m.reported_at IS NOT NULL) AS r
	WHERE ${where} ORDER BY r.reported_at, r."messageId" LIMIT ${limit} OFFSET ${skip}`;

/** Lists reported announcements and messages that are not hidden, the oldest report first; all if `limit` is null. */
export async function listOpenReportRows(db: Db, limit: number | null, skip = 0): Promise<readonly ReportRow[]> {
	const { rows } = await selectReports(sql`r."hiddenAt" IS NULL`, limit, skip).execute(db);
	return rows;
}

export async function findReport(db: Db, kind: ReportKind, id: number): Promise<ReportRow | undefined> {
	const { rows } = await selectReports(sql`r.id = ${id} AND r.kind = ${kind}`, 1).execute(db);
	return rows[0];
}

/** Marks the reports of a message as settled without hiding it. */
export const clearReport = (db: Db, messageId: number) =>
	db.updateTable("league_messages").set({ reported_at: null }).where("id", "=", messageId).execute();
