import { DRAFT_ACTIONS, type DraftAction } from "@first-bounce/contract/draft/draft-board";
import { findActivePick, hasDraftStarted, listComingPicks } from "@first-bounce/rules/draft/draft-board";
import { computeDeadline, GRACE_MS, getRobotPause, type PickClock } from "@first-bounce/rules/draft/pick-clock";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { Transaction, Updateable } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { createDraftNotices, type DraftNotice } from "../../notifications/notices/draft-notice-queries.ts";
import type { LeagueServices } from "../league-row.ts";
import { type LockedLeague, requireMember, requireRight, withLockedLeague } from "../members/league-transaction.ts";
import { getPreparationTime } from "./keepers/keeper-deadline.ts";
import { type DraftRow, findDraft, type LogData, type PickRow, type SeatRow } from "./queries.ts";
import { buildRoomColumn, findRoom, type PickChanges, parseRoom, saveRoom } from "./room-queries.ts";

export type DraftServices = Pick<LeagueServices, "db" | "seasons" | "clocks">;

/** A draft as far as it has come. */
export interface Room {
	readonly draft: DraftRow;
	/** By number; empty before the start. */
	readonly picks: readonly PickRow[];
	readonly seats: readonly SeatRow[];
	/** The keys of requests whose picks were undone. */
	readonly undoneKeys: readonly string[];
}

/** A draft whose league is locked. */
export interface LockedDraft extends LockedLeague {
	readonly room: Room;
	/** Wall time, taken once the league is locked. */
	readonly wallNow: number;
}

/** How long the leader waits after the grace period, so that a request that arrived within it has locked the league by then. */
const REQUEST_MARGIN_MS = 250;

/** Gets the draft of a league; refuses a league without one. */
export async function getDraft(db: Db, leagueId: number): Promise<DraftRow> {
	const draft = await findDraft(db, leagueId);
	if (!draft) throw refuse(404, "draft-unknown");
	return draft;
}

export async function loadRoom(db: Db, leagueId: number): Promise<Room> {
	const room = await findRoom(db, leagueId);
	if (!room) throw refuse(404, "draft-unknown");
	return room;
}

/** Loads the draft of a league whose row is locked. */
export async function loadLockedDraft(
	{ clocks }: Pick<LeagueServices, "clocks">,
	locked: LockedLeague,
): Promise<LockedDraft> {
	const room = await loadRoom(locked.trx, locked.league.id);
	return { ...locked, room, wallNow: clocks.wallNow() };
}

/** Runs an action on a draft in a transaction that locks its league. The user is null for the server's own actions. */
export const withLockedDraft = <Result>(
	services: DraftServices,
	leagueId: number,
	userId: UserId | null,
	action: (locked: LockedDraft) => Promise<Result>,
): Promise<Result> =>
	withLockedLeague(services, { id: leagueId, extraColumns: () => buildRoomColumn(leagueId) }, userId, (locked) => {
		const { room, ...league } = locked.league;
		if (userId !== null) requireMember(league);
		if (league.draft_state === null) throw refuse(404, "draft-unknown");
		return action({ ...locked, league, room: parseRoom(room), wallNow: services.clocks.wallNow() });
	});

/** What a member's action does with the locked draft. */
type DraftAct<Input extends unknown[], Result> = (
	locked: LockedDraft,
	userId: UserId,
	...input: Input
) => Promise<Result>;

/**
 * Defines an action of a member of a league on its draft. Callers name user and league; the action runs in a transaction that locks
 * the league.
 */
export const defineMemberAction =
	<Input extends unknown[], Result>(act: DraftAct<Input, Result>) =>
	(services: DraftServices, userId: UserId, leagueId: number, ...input: Input): Promise<Result> =>
		withLockedDraft(services, leagueId, userId, (locked) => act(locked, userId, ...input));

/** Defines an action of a member who may run the draft: the commissioner or a deputy. */
export const defineCommissionerAction = <Input extends unknown[], Result>(act: DraftAct<Input, Result>) =>
	defineMemberAction((locked, userId, ...input: Input) => {
		requireRight(locked.league, "runDraft");
		return act(locked, userId, ...input);
	});

export const findOwnSeat = (seats: readonly SeatRow[], userId: UserId | null): SeatRow | undefined =>
	userId === null ? undefined : seats.find(({ user_id }) => user_id === userId);

export function requireOwnSeat(seats: readonly SeatRow[], userId: UserId): SeatRow {
	const seat = findOwnSeat(seats, userId);
	if (!seat) throw refuse(409, "draft-team-missing");
	return seat;
}

export const getPickClock = (draft: DraftRow): PickClock => ({
	kind: draft.clock,
	pickMs: draft.pick_seconds * 1_000,
	nightPause:
		draft.night_from === null || draft.night_to === null
			? null
			: { from: draft.night_from, to: draft.night_to, zone: draft.time_zone },
});

/**
 * Whether the server picks for a team without waiting: it is a robot's, has no active manager, or its manager has asked for it.
 */
export const isPickedAtOnce = ({ is_robot, is_active, autopick }: SeatRow): boolean =>
	is_robot || !is_active || autopick === "on";

/** What an action changes. The clocks are computed from it. */
export interface RoomChange {
	readonly draft?: Omit<Updateable<Tables["drafts"]>, "version" | "deadline_at" | "due_at">;
	readonly picks?: readonly { readonly overall: number; readonly changes: PickChanges }[];
	readonly seats?: readonly {
		readonly teamId: TeamId;
		readonly changes: Partial<Pick<SeatRow, "autopick" | "misses" | "is_away" | "is_confirmed" | "keepers">>;
	}[];
	readonly log: readonly { readonly action: DraftAction; readonly userId: UserId | null; readonly data?: LogData }[];
	/** A given deadline, or "new" to start the clock again. */
	readonly deadline?: number | "new";
}

/**
 * Builds the change that gives a team's pick on the clock the whole time, from now on or from the end of a pause. Empty if
 * another team is on the clock.
 */
export function buildWholeClock(
	{ draft, picks }: Pick<Room, "draft" | "picks">,
	teamId: TeamId,
): Pick<RoomChange, "draft" | "deadline"> {
	if (findActivePick(picks)?.teamId !== teamId) return {};
	return draft.state === "paused" ? { draft: { left_ms: getPickClock(draft).pickMs } } : { deadline: "new" };
}

/** Builds the room as it is after a change. */
function applyChange({ draft, picks, seats, undoneKeys }: Room, change: RoomChange): Room {
	const pickChanges = new Map(change.picks?.map(({ overall, changes }) => [overall, changes]));
	const seatChanges = new Map(change.seats?.map(({ teamId, changes }) => [teamId, changes]));
	const { squad: _, ...changed } = change.draft ?? {};
	return {
		draft: { ...draft, ...(changed as Partial<DraftRow>), version: draft.version + 1 },
		picks: picks.map((pick) => ({ ...pick, ...pickChanges.get(pick.overall) })),
		seats: seats.map((seat) => ({ ...seat, ...seatChanges.get(seat.team_id) })),
		undoneKeys,
	};
}

/** Whether the same pick of the same team is on the clock before and after a change, paused or not. */
function isSamePickActive(before: Pick<Room, "picks">, after: Pick<Room, "picks">): boolean {
	const [former, active] = [findActivePick(before.picks), findActivePick(after.picks)];
	return former?.overall === active?.overall && former?.teamId === active?.teamId;
}

/** Computes when the time for the pick on the clock ends, and when the leader has something to do. */
function computeClock(
	before: Room,
	after: Room,
	{ wallNow, deadline }: { readonly wallNow: number; readonly deadline: RoomChange["deadline"] },
): { readonly deadline_at: Date | null; readonly due_at: Date | null; readonly left_ms?: number } {
	const { draft, picks, seats } = after;
	if (!hasDraftStarted(draft.state)) return { deadline_at: null, due_at: getPreparationTime(draft, seats) };
	const isSamePick = isSamePickActive(before, after);
	if (draft.state === "paused") {
		// The leader resumes it once no upgrade is under way.
		const due_at = draft.pause_reason === "upgrade" ? new Date(wallNow) : null;
		// A pick that comes on the clock during a pause has the whole time after it.
		const isNewPick = before.draft.state === "paused" && !isSamePick;
		return { deadline_at: null, due_at, ...(isNewPick ? { left_ms: getPickClock(draft).pickMs } : {}) };
	}
	if (draft.state !== "live") return { deadline_at: null, due_at: null };
	const active = findActivePick(picks);
	// The draft must be completed. This can happen if the commissioner made the last pick during a pause of the whole site.
	if (!active) return { deadline_at: null, due_at: new Date(wallNow) };
	const seat = seats.find(({ team_id }) => team_id === active.teamId);
	if (!seat) return { deadline_at: null, due_at: null };
	const wasRunning = before.draft.state === "live" && isSamePick;
	const kept = wasRunning && deadline !== "new" ? before.draft.deadline_at?.getTime() : undefined;
	const given = deadline === "new" ? undefined : deadline;
	const ends = given ?? kept ?? computeDeadline(getPickClock(draft), wallNow, seat.is_away);
	const over = ends + GRACE_MS + REQUEST_MARGIN_MS;
	// Other changes, such as a team's new name, do not keep a robot waiting.
	const dueBefore = wasRunning ? (before.draft.due_at?.getTime() ?? Infinity) : Infinity;
	const robotAt = Math.min(dueBefore, wallNow + getRobotPause(draft.league_id, active.overall));
	const due = isPickedAtOnce(seat) ? Math.min(robotAt, over) : over;
	return { deadline_at: new Date(ends), due_at: new Date(due) };
}

/** Saves a change and returns the room after it, with its new version. */
export async function saveChange(
	{
		trx,
		league,
		room,
		wallNow,
	}: Pick<LockedDraft, "trx" | "room" | "wallNow"> & { readonly league: Pick<LockedDraft["league"], "season_id"> },
	change: RoomChange,
): Promise<Room> {
	const after = applyChange(room, change);
	const { league_id: leagueId, version } = after.draft;
	const clock = computeClock(room, after, { wallNow, deadline: change.deadline });
	await saveRoom(trx, leagueId, {
		draft: { ...change.draft, ...clock, version },
		picks: change.picks ?? [],
		seats: (change.seats ?? []).filter(({ teamId, changes }) => {
			const seat = room.seats.find(({ team_id }) => team_id === teamId);
			return !seat || Object.entries(changes).some(([key, value]) => seat[key as keyof typeof changes] !== value);
		}),
		log: change.log.map(({ action, userId, data = {} }) => ({
			league_id: leagueId,
			version,
			at: new Date(wallNow),
			user_id: userId,
			action,
			data: JSON.stringify(data),
		})),
	});
	await notifyManagers(trx, room, after, { seasonId: league.season_id, wallNow });
	return { ...after, draft: { ...after.draft, ...clock } };
}

/** How many picks before her turn a manager is notified. */
const PICKS_AHEAD = 2;

/** Notifies the manager who is now on the clock, and the manager whose turn comes two picks later. */
async function notifyManagers(
	trx: Transaction<Tables>,
	before: Room,
	after: Room,
	{ seasonId, wallNow }: { readonly seasonId: number; readonly wallNow: number },
): Promise<void> {
	const { draft, picks, seats } = after;
	if (draft.state !== "live" || (before.draft.state === "live" && isSamePickActive(before, after))) return;
	const coming = listComingPicks(picks);
	const notices = [coming[0], coming[PICKS_AHEAD]].flatMap((pick, index): DraftNotice[] => {
		const seat = seats.find(({ team_id }) => team_id === pick?.teamId);
		const isNext = index === 1 && coming.slice(0, PICKS_AHEAD).some(({ teamId }) => teamId === pick?.teamId);
		if (!pick || !seat || seat.user_id === null || isPickedAtOnce(seat) || isNext || !seat.is_subscribed) return [];
		const { overall } = pick;
		if (index === 0) return [{ kind: "draft-turn", userId: seat.user_id, overall, version: draft.version }];
		return [{ kind: "draft-soon", userId: seat.user_id, overall, version: pick.version }];
	});
	await createDraftNotices(trx, { leagueId: draft.league_id, seasonId, clock: draft.clock, wallNow }, notices);
}

/** Tells the managers of a draft that it did not start at its time. */
export const notifyOfFailedStart = (
	trx: Transaction<Tables>,
	{ draft, seats }: Room,
	{ seasonId, wallNow }: { readonly seasonId: number; readonly wallNow: number },
): Promise<void> =>
	createDraftNotices(
		trx,
		{ leagueId: draft.league_id, seasonId, clock: draft.clock, wallNow },
		seats.flatMap(({ user_id: userId }): DraftNotice[] =>
			userId === null ? [] : [{ kind: "draft-start-failed", userId, overall: 0, version: draft.version }],
		),
	);

export const isDraftAction = (action: string): action is DraftAction => DRAFT_ACTIONS.some((known) => known === action);

/** Refuses unless the draft is live or paused. */
export function requireInProgress({ state }: DraftRow): void {
	if (state === "complete") throw refuse(409, "draft-complete");
	if (state !== "live" && state !== "paused") throw refuse(409, "draft-not-started");
}

/** Refuses unless the draft is complete. */
export function requireComplete({ state }: DraftRow): void {
	if (state !== "complete") throw refuse(409, "draft-not-complete");
}

/** Refuses once the draft has started. */
export function requireNotStarted({ state }: DraftRow): void {
	if (hasDraftStarted(state)) throw refuse(409, "draft-started");
}
