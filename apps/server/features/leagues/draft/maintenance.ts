import type { PauseReason } from "@first-bounce/rules/draft/draft-board";
import { computeResumedDeadline, getTimeLeft } from "@first-bounce/rules/draft/pick-clock";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { findRow, findValue, listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";
import { formatCount } from "../../../i18n/format-count.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { postScheduledCard } from "./draft-cards.ts";
import type { DraftRow } from "./queries.ts";
import {
	type DraftServices,
	getDraft,
	getPickClock,
	type LockedDraft,
	loadRoom,
	type Room,
	type RoomChange,
	requireInProgress,
	saveChange,
	withLockedDraft,
} from "./room.ts";

/** A reason to pause all drafts of the site, which the commissioner cannot end. */
export type MaintenanceReason = Exclude<PauseReason, "commissioner">;

/** Builds the change that pauses a live draft. */
export function buildPause(
	{ room: { draft }, wallNow }: Pick<LockedDraft, "room" | "wallNow">,
	pauseReason: PauseReason,
	userId: number | null,
): RoomChange {
	const deadline = draft.deadline_at?.getTime() ?? wallNow;
	const left_ms = getTimeLeft(getPickClock(draft), Math.min(wallNow, deadline), deadline);
	return {
		draft: { state: "paused", pause_reason: pauseReason, left_ms },
		log: [{ action: "paused", userId, data: { pauseReason } }],
	};
}

/** Builds the change that resumes a paused draft. */
export const buildResumption = (
	{ room: { draft }, wallNow }: Pick<LockedDraft, "room" | "wallNow">,
	userId: number | null,
): RoomChange => ({
	draft: { state: "live", pause_reason: null, left_ms: null },
	deadline: computeResumedDeadline(getPickClock(draft), wallNow, draft.left_ms ?? 0),
	// If the server resumes the draft, the room shows what the pause was for.
	log: [
		{
			action: "resumed",
			userId,
			...(userId === null && draft.pause_reason ? { data: { pauseReason: draft.pause_reason } } : {}),
		},
	],
});

/**
 * Lists live and paused drafts of the current season, those that have waited longest for a pick first. Empty in a database of a
 * release without drafts.
 */
export async function listOpenDrafts(db: Db): Promise<readonly OpenDraft[]> {
	if (!(await findValue(db)<boolean>`SELECT to_regclass('drafts') IS NOT NULL`)) return [];
	return listRows(db)<OpenDraft>`
		SELECT d.league_id, d.state, d.pause_reason, d.deadline_at, l.name, l.season_id, l.is_mock
		FROM drafts d JOIN leagues l ON l.id = d.league_id JOIN seasons s ON s.id = l.season_id AND s.is_current
		WHERE d.state IN ('live', 'paused') AND l.deleted_at IS NULL ORDER BY d.deadline_at, d.league_id`;
}

/** Logs one line with the number of live drafts and what to do about them; nothing if none are live. */
export async function warnOfLiveDrafts(db: Db, advice: string): Promise<readonly string[]> {
	const live = (await listOpenDrafts(db)).filter(({ state }) => state === "live").length;
	return live === 0 ? [] : [`${formatCount(live, "draft is", "drafts are")} live: ${advice}`];
}

type OpenDraft = Pick<DraftRow, "league_id" | "state" | "pause_reason" | "deadline_at"> &
	Row<"leagues", "name" | "season_id" | "is_mock">;
type ChangedDraft = Pick<OpenDraft, "league_id" | "season_id" | "is_mock">;

/**
 * Changes drafts one after the other, each with its league locked. One that fails does not keep the others from being changed;
 * its error is thrown at the end. It does not need the season in memory, because it also runs before migrations and after a
 * restore.
 */
async function changeDrafts(
	db: Db,
	drafts: readonly ChangedDraft[],
	getWallNow: () => number,
	{
		load,
		build,
	}: {
		readonly load: (trx: Db, leagueId: number) => Promise<Room>;
		readonly build: (locked: Pick<LockedDraft, "room" | "wallNow">) => RoomChange | null;
	},
): Promise<number> {
	let changed = 0;
	const errors: unknown[] = [];
	for (const { league_id: id, season_id, is_mock } of drafts) {
		const changing = db.transaction().execute(async (trx) => {
			const league = await trx.selectFrom("leagues").where("id", "=", id).select("id").forUpdate().executeTakeFirst();
			if (!league) return;
			const room = await load(trx, id);
			// Read after the league is locked, so that nothing in the draft is later.
			const wallNow = getWallNow();
			const change = build({ room, wallNow });
			if (!change) return;
			await saveChange({ trx, league: { season_id }, room, wallNow }, change);
			const startsAt = change.draft?.starts_at;
			if (startsAt instanceof Date) await postScheduledCard({ trx, league: { id, is_mock }, wallNow }, startsAt);
			changed++;
		});
		await changing.catch((error) => errors.push(error));
	}
	if (errors.length > 0) throw errors[0];
	return changed;
}

/** Loads what a pause needs of a room. Before migrations, seats and picks may lack columns. */
async function loadClock(trx: Db, leagueId: number): Promise<Room> {
	return { draft: await getDraft(trx, leagueId), picks: [], seats: [], undoneKeys: [] };
}

/** Pauses all live drafts and returns how many. */
export const pauseDrafts = async (db: Db, getWallNow: () => number, reason: MaintenanceReason): Promise<number> =>
	changeDrafts(db, await listOpenDrafts(db), getWallNow, {
		load: loadClock,
		build: (locked) => (locked.room.draft.state === "live" ? buildPause(locked, reason, null) : null),
	});

/** Resumes all drafts that were paused for one of these reasons, and returns how many. */
export const resumeDrafts = async (
	db: Db,
	getWallNow: () => number,
	reasons: readonly MaintenanceReason[],
): Promise<number> =>
	changeDrafts(db, await listOpenDrafts(db), getWallNow, {
		load: loadRoom,
		build: (locked) =>
			reasons.some((reason) => reason === locked.room.draft.pause_reason) ? buildResumption(locked, null) : null,
	});

/** A draft that was to start during a maintenance starts this long after its end. Its members are reminded at once. */
const POSTPONED_MS = 10 * MINUTE_MS;

/** Postpones drafts that were to start during a maintenance, and says so in their chats. */
export async function postponeDrafts(db: Db, getWallNow: () => number): Promise<number> {
	const rows = await listRows(db)<ChangedDraft>`
		SELECT d.league_id, l.season_id, l.is_mock
		FROM drafts d JOIN leagues l ON l.id = d.league_id JOIN seasons s ON s.id = l.season_id AND s.is_current
		WHERE d.state = 'scheduled' AND d.starts_at <= ${new Date(getWallNow())} AND l.deleted_at IS NULL
		ORDER BY d.league_id`;
	return changeDrafts(db, rows, getWallNow, {
		load: loadRoom,
		build: ({ room: { draft }, wallNow }) =>
			draft.state === "scheduled" && draft.starts_at !== null && draft.starts_at.getTime() <= wallNow
				? {
						draft: { starts_at: new Date(wallNow + POSTPONED_MS) },
						log: [{ action: "scheduled", userId: null, data: { pauseReason: "operator" } }],
					}
				: null,
	});
}

/** The state of all drafts of the current season, mock drafts included. */
export interface DraftFigures {
	readonly live: number;
	readonly paused: number;
	readonly scheduled: number;
	/** Live drafts in which something has been due for too long (`OVERDUE_MS`). */
	readonly overdue: number;
	/** Seconds since the leader last looked for due drafts; null if it never has. */
	readonly tickLag: number | null;
}

/** The leader looks once a second, so whatever has been due for longer than this was missed. */
export const OVERDUE_MS = 5_000;

/** Counts drafts by state, and those in which something is overdue by `overdueMs`. */
export async function countDrafts(db: Db, wallNow: number, overdueMs: number = OVERDUE_MS): Promise<DraftFigures> {
	const row = await findRow(db)<Omit<DraftFigures, "tickLag"> & { readonly ticked_at: Date | null }>`
		SELECT count(*) FILTER (WHERE state = 'live')::int AS live,
			count(*) FILTER (WHERE state = 'paused')::int AS paused,
			count(*) FILTER (WHERE state = 'scheduled')::int AS scheduled,
			count(*) FILTER (WHERE state = 'live' AND due_at < ${new Date(wallNow - overdueMs)})::int AS overdue,
			(SELECT ticked_at FROM draft_ticks) AS ticked_at
		FROM drafts d JOIN leagues l ON l.id = d.league_id JOIN seasons s ON s.id = l.season_id AND s.is_current
		WHERE d.state IN ('live', 'paused', 'scheduled') AND l.deleted_at IS NULL`;
	if (!row) return { live: 0, paused: 0, scheduled: 0, overdue: 0, tickLag: null };
	const { ticked_at: tickedAt, ...counts } = row;
	return { ...counts, tickLag: tickedAt && Math.max(0, wallNow - tickedAt.getTime()) / 1_000 };
}

/** Counts the picks of live and paused drafts by who made them. */
export const countPicks = (db: Db) =>
	listRows(db)<{ madeBy: string; count: number }>`
		SELECT p.made_by AS "madeBy", count(*)::int AS count FROM drafts d JOIN draft_picks p ON p.league_id = d.league_id
		WHERE d.state IN ('live', 'paused') AND p.made_by IS NOT NULL GROUP BY 1`;

/** Lists scheduled drafts by their start, up to an instant. Mock drafts start at once. */
export const listScheduledDrafts = (db: Db, seasonId: number, until: number) =>
	listRows(db)<{ leagueId: number; name: string; startsAt: Date }>`
		SELECT l.id AS "leagueId", l.name, d.starts_at AS "startsAt" FROM drafts d JOIN leagues l ON l.id = d.league_id
		WHERE d.state = 'scheduled' AND d.starts_at <= ${new Date(until)} AND l.season_id = ${seasonId}
			AND l.deleted_at IS NULL ORDER BY d.starts_at`;

/** The reasons for which drafts are paused until an operator resumes them all. */
const SITE_REASONS: readonly MaintenanceReason[] = ["operator", "upgrade", "restore"];

/**
 * Pauses all live drafts for an operator, or resumes all that are paused for the whole site; returns how many. The entry in the
 * audit log comes first, because each draft is changed in a transaction of its own.
 */
export async function changeDraftsByOperator(
	{ db, clocks }: Pick<DraftServices, "db" | "clocks">,
	action: "pause" | "resume",
	audit: AuditContext,
): Promise<number> {
	const drafts = (await listOpenDrafts(db)).filter(({ state, pause_reason }) =>
		action === "pause" ? state === "live" : SITE_REASONS.some((reason) => reason === pause_reason),
	);
	await writeAudit(db, audit, {
		action: action === "pause" ? "drafts-paused" : "drafts-resumed",
		subject: "drafts",
		before: null,
		after: { drafts: drafts.length },
	});
	return action === "pause"
		? pauseDrafts(db, clocks.wallNow, "operator")
		: resumeDrafts(db, clocks.wallNow, SITE_REASONS);
}

/** Pauses the draft of a league for an operator, or resumes it, whoever paused it. */
export const changeDraftByOperator = (
	services: DraftServices,
	leagueId: number,
	action: "pause" | "resume",
	audit: AuditContext,
): Promise<void> =>
	withLockedDraft(services, leagueId, null, async (locked) => {
		const { draft } = locked.room;
		requireInProgress(draft);
		if ((draft.state === "paused") === (action === "pause")) throw refuse(409, "draft-changed");
		await saveChange(locked, action === "pause" ? buildPause(locked, "operator", null) : buildResumption(locked, null));
		await writeAudit(locked.trx, audit, {
			action: action === "pause" ? "draft-paused" : "draft-resumed",
			subject: `draft-league:${leagueId}`,
			before: { state: draft.state, pauseReason: draft.pause_reason },
			after: { state: action === "pause" ? "paused" : "live" },
		});
	});
