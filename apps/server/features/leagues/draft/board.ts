import type {
	CompletedPick,
	DraftBoard,
	DraftLogEntry,
	DraftSeat,
	DraftTurn,
} from "@first-bounce/contract/draft/draft-board";
import { AUTOPICK_MODES } from "@first-bounce/rules/draft/autopick";
import { listSquads } from "@first-bounce/rules/draft/check-pick";
import { findActivePick } from "@first-bounce/rules/draft/draft-board";
import { countNeeds, listOpenLines } from "@first-bounce/rules/draft/squad-needs";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { createBatcher } from "../../../db/batcher.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { LeagueServices } from "../league-row.ts";
import { getReadableLeague } from "../service.ts";
import { findDraftPlayer } from "./draft-players.ts";
import { type LogRow, markSeen, type PickRow, type SeatRow } from "./queries.ts";
import { findOwnSeat, isDraftAction, isPickedAtOnce, type Room } from "./room.ts";
import { findRoomWithLog, listLog } from "./room-queries.ts";
import { buildPerson, buildTeam, type ReadServices, sortSeats } from "./seat-view.ts";

/** How long a manager counts as present after her room has asked for the board. */
const PRESENT_MS = 45_000;
/** How often the presence of a manager is stored. */
const SEEN_INTERVAL_MS = 15_000;
/** How long a room of one version is kept, since presence and names of accounts have no version. */
const MAX_AGE_MS = 5_000;
/**
 * How long it is remembered who manages the teams of a room. It may be long, because a manager who left is missing from the
 * seats.
 */
const MAX_MANAGERS_AGE_MS = 60_000;
const MAX_KEPT_ROOMS = 2_000;

type SquadState = Pick<DraftSeat, "needs" | "openLines">;
const NO_SQUAD: SquadState = { needs: { DEF: 0, MID: 0, RUC: 0, FWD: 0, utility: 0 }, openLines: [] };

/** A room with its log and what the squads need. */
interface ShownRoom extends Room {
	/** Lists the entries of the draft's log after a version, and perhaps a few earlier ones. */
	readonly listLog: (since: number) => Promise<readonly LogRow[]> | readonly LogRow[];
	readonly squads: ReadonlyMap<TeamId, SquadState>;
}

const buildTurn = ({ overall, round, teamId, originalTeamId, isSkipped }: PickRow): DraftTurn => ({
	overallPick: overall,
	round,
	teamId,
	originalTeamId,
	isSkipped,
});

/** Null for a pick that has not been made. */
export function buildCompletedPick(pick: PickRow): CompletedPick | null {
	const { playerId, made_at: madeAt, made_by: madeBy } = pick;
	if (playerId === null || !madeAt || !madeBy) return null;
	return { ...buildTurn(pick), playerId, madeAt: madeAt.toISOString(), madeBy, keptYears: pick.kept_years };
}

function buildSeat(seat: SeatRow, squad: SquadState, wallNow: number): DraftSeat {
	const seenAt = seat.seen_at?.getTime() ?? 0;
	return {
		...buildTeam(seat),
		autopick: isPickedAtOnce(seat) ? "on" : seat.autopick,
		isConfirmed: seat.is_confirmed,
		isAway: seat.is_away,
		isPresent: seat.user_id !== null && wallNow - seenAt < PRESENT_MS,
		...squad,
	};
}

function buildLogEntry({ id, at, user_id, action, data, ...person }: LogRow): DraftLogEntry[] {
	if (!isDraftAction(action)) return [];
	return [
		{
			id: Number(id),
			at: at.toISOString(),
			by: buildPerson(user_id, person),
			action,
			teamId: data.teamId ?? null,
			overallPick: data.overallPick ?? null,
			otherOverallPick: data.otherOverallPick ?? null,
			playerId: data.playerId ?? null,
			madeBy: data.madeBy ?? null,
			autopick: AUTOPICK_MODES.find((mode) => mode === data.autopick) ?? null,
			count: data.count ?? null,
			undone: data.undone ?? null,
			pauseReason: data.pauseReason ?? null,
			...(data.settings ? { settings: [...data.settings] } : {}),
			format: data.format ?? null,
		},
	];
}

/** Builds the board as all members see it. If the version `since` is known, the board has only what is newer. */
async function buildBoard(
	{ draft, picks, seats, listLog, squads }: ShownRoom,
	{ since, wallNow }: { readonly since: number; readonly wallNow: number },
): Promise<DraftBoard> {
	const isWhole = since < draft.whole_version || since === 0 || since > draft.version;
	const isShown = ({ version }: { readonly version: number }) => isWhole || version > since;
	const log = await listLog(isWhole ? -1 : since);
	const shown = picks.filter(isShown);
	const active = draft.state === "live" || draft.state === "paused" ? findActivePick(picks) : null;
	const activeRow = picks.find(({ overall }) => overall === active?.overall);
	return {
		leagueId: draft.league_id,
		version: draft.version,
		isWhole,
		serverTime: new Date(wallNow).toISOString(),
		draftStatus: draft.state,
		draftStart: draft.starts_at?.toISOString() ?? null,
		deadline: draft.deadline_at?.toISOString() ?? null,
		timeLeft: draft.left_ms,
		pauseReason: draft.pause_reason,
		activePick: activeRow ? buildTurn(activeRow) : null,
		completedPicks: shown.flatMap((pick) => buildCompletedPick(pick) ?? []),
		futurePicks: shown.filter(({ playerId }) => playerId === null).map(buildTurn),
		seats: sortSeats(draft, seats).map((seat) => buildSeat(seat, squads.get(seat.team_id) ?? NO_SQUAD, wallNow)),
		log: log.filter(isShown).flatMap(buildLogEntry),
	};
}

async function loadShownRoom(db: Db, season: SeasonSnapshot, leagueId: number): Promise<ShownRoom> {
	const room = await findRoomWithLog(db, leagueId);
	if (!room) throw refuse(404, "draft-unknown");
	const { draft, picks, seats, log, logSince } = room;
	let wholeLog: Promise<readonly LogRow[]> | null = null;
	const players = picks.flatMap(({ playerId }) => (playerId !== null && findDraftPlayer(season, playerId)) || []);
	const squads = listSquads({ picks, players });
	const states = seats.map(({ team_id }): [TeamId, SquadState] => {
		const squad = squads.get(team_id) ?? [];
		return [team_id, { needs: countNeeds(squad, draft.squad), openLines: listOpenLines(squad, draft.squad) }];
	});
	return {
		...room,
		squads: new Map(states),
		listLog: (since) => {
			if (since >= logSince) return log;
			wholeLog ??= listLog(db, leagueId, draft.version).catch((error) => {
				wholeLog = null;
				throw error;
			});
			return wholeLog;
		},
	};
}

/** A loaded room, kept for the members who ask for it at the same moment. */
interface KeptRoom {
	/** The version that was asked for; the room's may be newer. */
	readonly version: number;
	readonly at: number;
	readonly room: Promise<ShownRoom>;
	/** The managers in the room; empty while it is loaded. */
	managers: ReadonlySet<UserId>;
}

/** Keeps the rooms that were loaded last, each version once. */
function createRoomCache({ db, seasons, clocks }: ReadServices) {
	const rooms = new Map<number, KeptRoom>();
	// A clock that was set back makes an age negative.
	const isYoung = ({ at }: KeptRoom, maxAge: number): boolean => Math.abs(clocks.wallNow() - at) < maxAge;
	return {
		/** Whether a user was a manager in a room a moment ago. */
		wasManager: (leagueId: number, userId: UserId): boolean => {
			const kept = rooms.get(leagueId);
			return kept !== undefined && isYoung(kept, MAX_MANAGERS_AGE_MS) && kept.managers.has(userId);
		},
		clear: () => rooms.clear(),
		load: (leagueId: number, version: number): Promise<ShownRoom> => {
			const kept = rooms.get(leagueId);
			if (kept && kept.version >= version && isYoung(kept, MAX_AGE_MS)) return kept.room;
			rooms.delete(leagueId);
			const room = loadShownRoom(db, seasons.current(), leagueId);
			const managers = kept?.managers ?? new Set();
			const loading: KeptRoom = { version, at: clocks.wallNow(), room, managers };
			rooms.set(leagueId, loading);
			room.then(
				({ seats }) => {
					loading.managers = new Set(seats.flatMap(({ user_id }) => (user_id === null ? [] : [user_id])));
				},
				() => rooms.delete(leagueId),
			);
			const [oldest] = rooms.keys();
			if (rooms.size > MAX_KEPT_ROOMS && oldest !== undefined) rooms.delete(oldest);
			return room;
		},
	};
}

/** Records which managers are in their rooms, by one statement for all who ask at the same moment. */
function createPresence({ db, clocks }: ReadServices) {
	const save = createBatcher(
		async (teamIds: readonly TeamId[]) => {
			const wallNow = clocks.wallNow();
			await markSeen(db, teamIds, new Date(wallNow), new Date(wallNow - SEEN_INTERVAL_MS));
			return teamIds;
		},
		{ maxConcurrent: 1, maxItems: 1_000 },
	);
	return async (seat: SeatRow): Promise<void> => {
		const isFresh = seat.seen_at && clocks.wallNow() - seat.seen_at.getTime() < SEEN_INTERVAL_MS;
		if (!isFresh) await save(seat.team_id);
	};
}

export interface Boards {
	/**
	 * Gets a draft's board, and records that the viewer's room is open. All members of a league ask when a pick is made: each
	 * version is loaded once for all of them, and who was a manager in it a moment ago is not checked again.
	 */
	readonly get: (userId: UserId | null, leagueId: number, since: number) => Promise<DraftBoard>;
	/** Records a version that this process has made, so that the next board is not older. */
	readonly recordVersion: (leagueId: number, version: number) => void;
}

export function createBoards(services: ReadServices & Pick<LeagueServices, "pgListener">): Boards {
	const { pgListener, clocks } = services;
	const rooms = createRoomCache(services);
	const recordPresence = createPresence(services);
	/** The newest known version of each draft. */
	const versions = new Map<number, number>();
	const recordVersion = (leagueId: number, version: number) => {
		versions.set(leagueId, Math.max(version, versions.get(leagueId) ?? 0));
		const [oldest] = versions.keys();
		if (versions.size > MAX_KEPT_ROOMS && oldest !== undefined) versions.delete(oldest);
	};
	pgListener?.on("draft_changed", (payload) => {
		const [leagueId = 0, version = 0] = payload.split(":").map(Number);
		if (leagueId > 0) return recordVersion(leagueId, version);
		// The connection was lost, and announcements may have been missed.
		versions.clear();
		rooms.clear();
	});

	/**
	 * Gets the room for a manager who was in it a moment ago; null for everybody else, and for a viewer who has seen a newer version
	 * than is known here.
	 */
	const getKeptRoom = async (userId: UserId | null, leagueId: number, since: number): Promise<ShownRoom | null> => {
		const version = versions.get(leagueId);
		if (userId === null || version === undefined || version < since || !rooms.wasManager(leagueId, userId)) return null;
		const room = await rooms.load(leagueId, version);
		return findOwnSeat(room.seats, userId) ? room : null;
	};
	const getRoom = async (userId: UserId | null, leagueId: number): Promise<ShownRoom> => {
		const { draft_version: version } = await getReadableLeague(services, userId, leagueId);
		if (version === null) throw refuse(404, "draft-unknown");
		return rooms.load(leagueId, version);
	};
	return {
		get: async (userId, leagueId, since) => {
			const room = (await getKeptRoom(userId, leagueId, since)) ?? (await getRoom(userId, leagueId));
			const own = findOwnSeat(room.seats, userId);
			if (own) await recordPresence(own);
			return buildBoard(room, { since, wallNow: clocks.wallNow() });
		},
		// Without announcements nothing would tell of later versions.
		recordVersion: pgListener ? recordVersion : () => undefined,
	};
}
