import { findActivePick } from "@first-bounce/rules/draft/draft-board";
import { listTurns } from "@first-bounce/rules/draft/draft-order";
import { type DraftProblem, listDraftProblems } from "@first-bounce/rules/draft/draft-problems";
import type { PreparedPick } from "@first-bounce/rules/draft/keepers";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { type Reason, Refusal, refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { replaceFixture } from "../head-to-head/fixture-queries.ts";
import type { LeagueRow } from "../league-row.ts";
import { deleteDraftCards, postStartedCard } from "./draft-cards.ts";
import { countRoundsLeft, listDraftPlayers } from "./draft-players.ts";
import { buildOpeningBoard, closeKeepers, listKeeperProblems } from "./keepers/close-keepers.ts";
import { isContinued } from "./keepers/keeper-deadline.ts";
import { deleteFuturePicks } from "./keepers/queries.ts";
import { buildPause, buildResumption } from "./maintenance.ts";
import { saveAndComplete } from "./picks.ts";
import {
	deleteLineups,
	deletePicks,
	findUndoable,
	insertMoves,
	insertPicks,
	type LogRow,
	listOwners,
	type PickRow,
} from "./queries.ts";
import {
	type DraftServices,
	type LockedDraft,
	type Room,
	type RoomChange,
	requireInProgress,
	requireNotStarted,
	saveChange,
	withDraftToRun,
} from "./room.ts";
import { deleteWaivers } from "./waivers/queries.ts";

/** Lists every reason why a draft cannot start now. */
export const listProblems = (
	{ draft, seats }: Room,
	league: Pick<LeagueRow, "size">,
	season: SeasonSnapshot,
	now: number,
): DraftProblem[] =>
	listDraftProblems({
		size: league.size,
		teams: seats.map(({ team_id }) => team_id),
		order: draft.team_order,
		rules: draft.squad,
		players: listDraftPlayers(season, []),
		roundsLeft: countRoundsLeft(season, now),
	});

/** Names a problem as a refusal does. Lines are abbreviated as everywhere. */
function buildReason(problem: DraftProblem): Reason {
	switch (problem.code) {
		case "teams-missing":
			return { code: "draft-teams-missing", data: { count: problem.missing } };
		case "limit-below-places": {
			const { line, places, limit } = problem;
			return { code: "draft-limit-below-places", data: { line, places, limit } };
		}
		case "keepers-open":
			return { code: "draft-keepers-open", data: { at: problem.until } };
		case "players-unmatched":
			return { code: "draft-players-unmatched", data: { count: problem.count } };
		case "players-missing": {
			const { line, needed, known } = problem;
			if (line === null) return { code: "draft-players-missing", data: { needed, known } };
			return { code: "draft-players-missing-line", data: { line, needed, known } };
		}
		default:
			return { code: `draft-${problem.code}` };
	}
}

/** Refuses with every problem, if there are any. */
export function refuseProblems(problems: readonly DraftProblem[]): void {
	const [first, ...others] = problems.map(buildReason);
	if (first) throw new Refusal(409, [first, ...others]);
}

/** Builds the picks that a draft begins with: those of keepers are made. */
async function buildPicks(locked: LockedDraft, version: number): Promise<PickRow[]> {
	const { room, wallNow } = locked;
	const { draft, seats } = room;
	const board: readonly PreparedPick[] = isContinued(draft, seats)
		? await buildOpeningBoard(locked)
		: listTurns(draft.team_order ?? [], getSquadSize(draft.squad), draft.kind).map((turn) => ({
				...turn,
				teamId: turn.originalTeamId,
				playerId: null,
				isSkipped: false,
				keptYears: 0,
			}));
	return board.map(({ keptYears, ...pick }) => ({
		...pick,
		made_at: keptYears > 0 ? new Date(wallNow) : null,
		made_by: keptYears > 0 ? ("keeper" as const) : null,
		kept_years: keptYears,
		request_key: null,
		projected_points: null,
		projected_rank: null,
		version,
	}));
}

/** Makes the picks of a draft and puts the first one on the clock. */
export async function beginDraft(locked: LockedDraft, userId: UserId | null): Promise<Room> {
	const { trx, league, room } = locked;
	const version = room.draft.version + 1;
	const picks = await buildPicks(locked, version);
	await deletePicks(trx, league.id);
	await insertPicks(
		trx,
		picks.map(({ originalTeamId, teamId, playerId, isSkipped, ...pick }) => ({
			...pick,
			league_id: league.id,
			original_team_id: originalTeamId,
			team_id: teamId,
			player_id: playerId,
			is_skipped: isSkipped,
		})),
	);
	await postStartedCard(locked);
	return saveChange(
		{ ...locked, room: { ...room, picks } },
		{
			draft: { state: "live", whole_version: version },
			seats: room.seats.map(({ team_id }) => ({ teamId: team_id, changes: { misses: 0, is_away: false } })),
			log: [{ action: "started", userId }],
		},
	);
}

/** Ends the choice of keepers if only that is left to do before a start, and lists every reason why the draft cannot start then. */
export async function prepareStart(
	locked: LockedDraft,
): Promise<{ readonly problems: readonly DraftProblem[]; readonly room: Room }> {
	const { trx, league, season, now, wallNow } = locked;
	const list = async (room: Room) => [
		...listProblems(room, league, season, now),
		...(await listKeeperProblems(trx, room, league, { season, wallNow })),
	];
	const before = await list(locked.room);
	if (before.length > 0) return { problems: before, room: locked.room };
	const room = await closeKeepers(locked);
	return { problems: room === locked.room ? [] : await list(room), room };
}

/** Starts a draft; refuses with every reason why it cannot start. */
export const startDraft = (services: DraftServices, userId: UserId, leagueId: number): Promise<number> =>
	withDraftToRun(services, leagueId, userId, async (locked) => {
		const { problems, room } = await prepareStart(locked);
		requireNotStarted(room.draft);
		refuseProblems(problems);
		return (await beginDraft({ ...locked, room }, userId)).draft.version;
	});

/** Runs an action of the commissioner on a draft that is live or paused, and returns the version that it leads to. */
const changeDraft = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	build: (locked: LockedDraft) => RoomChange | Promise<RoomChange>,
): Promise<number> =>
	withDraftToRun(services, leagueId, userId, async (locked) => {
		requireInProgress(locked.room.draft);
		const after = await saveAndComplete(locked, await build(locked));
		return after.draft.version;
	});

export const pauseDraft = (services: DraftServices, userId: UserId, leagueId: number): Promise<number> =>
	changeDraft(services, userId, leagueId, (locked) => {
		if (locked.room.draft.state === "paused") throw refuse(409, "draft-paused");
		return buildPause(locked, "commissioner", userId);
	});

export const resumeDraft = (services: DraftServices, userId: UserId, leagueId: number): Promise<number> =>
	changeDraft(services, userId, leagueId, (locked) => {
		const { state, pause_reason: reason } = locked.room.draft;
		if (state !== "paused") throw refuse(409, "draft-not-paused");
		// After a restore the commissioner knows best whether her managers are there.
		if (reason === "operator" || reason === "upgrade") throw refuse(409, "draft-paused-for-site");
		return buildResumption(locked, userId);
	});

/** Builds what takes an entry of the log back. */
function buildUndo({ data, action }: LogRow, { picks }: Room): NonNullable<RoomChange["picks"]> {
	const overall = data.overallPick ?? 0;
	if (action === "exchanged") {
		const other = data.otherOverallPick ?? 0;
		const getTeam = (number: number): TeamId => picks.find((pick) => pick.overall === number)?.teamId ?? 0;
		return [
			{ overall, changes: { teamId: getTeam(other) } },
			{ overall: other, changes: { teamId: getTeam(overall) } },
		];
	}
	const isSkipped = action === "pick" && (data.wasSkipped ?? false);
	return [{ overall, changes: { playerId: null, isSkipped, made_at: null, made_by: null, request_key: null } }];
}

/** Builds what takes a missed pick of a team back, which may have come back since. */
function buildUnmissed(
	{ data: { teamId, misses, wasAway } }: LogRow,
	{ seats }: Room,
): NonNullable<RoomChange["seats"]> {
	const seat = seats.find(({ team_id }) => team_id === teamId);
	if (!seat || misses === undefined) return [];
	const changes = { misses: Math.min(misses, seat.misses), is_away: seat.is_away && (wasAway ?? false) };
	return [{ teamId: seat.team_id, changes }];
}

/** Undoes the last pick, miss, skip or exchange of a paused draft. The pick on the clock then gets its whole time. */
export const undoLastAction = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	version: number,
): Promise<number> =>
	changeDraft(services, userId, leagueId, async ({ trx, room }) => {
		const { draft } = room;
		if (draft.state !== "paused") throw refuse(409, "draft-not-paused");
		if (draft.version !== version) throw refuse(409, "draft-changed");
		const entry = await findUndoable(trx, leagueId);
		if (!entry) throw refuse(409, "draft-nothing-to-undo");
		const { teamId, overallPick, otherOverallPick, playerId } = entry.data;
		const key = entry.action === "pick" && room.picks.find(({ overall }) => overall === overallPick)?.request_key;
		const data = {
			...(teamId === undefined ? {} : { teamId }),
			...(overallPick === undefined ? {} : { overallPick }),
			...(otherOverallPick === undefined ? {} : { otherOverallPick }),
			...(playerId === undefined ? {} : { playerId }),
			undone: entry.action as "pick" | "missed" | "skipped" | "exchanged",
			undoneId: Number(entry.id),
			...(key ? { key } : {}),
		};
		return {
			draft: { left_ms: draft.pick_seconds * 1_000 },
			picks: buildUndo(entry, room),
			seats: buildUnmissed(entry, room),
			log: [{ action: "undone", userId, data }],
		};
	});

/** Skips the pick on the clock, which its team may make later. */
export const skipPick = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	overallPick: number,
): Promise<number> =>
	changeDraft(services, userId, leagueId, ({ room }) => {
		const active = findActivePick(room.picks);
		if (!active || active.overall !== overallPick || active.isSkipped)
			throw refuse(409, "draft-not-on-the-clock", { pick: overallPick });
		return {
			draft: room.draft.state === "paused" ? { left_ms: room.draft.pick_seconds * 1_000 } : {},
			picks: [{ overall: overallPick, changes: { isSkipped: true } }],
			log: [{ action: "skipped", userId, data: { teamId: active.teamId, overallPick } }],
		};
	});

/** Exchanges the owners of two picks that are not made. */
export const exchangePicks = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	{ overallPick, otherOverallPick }: { readonly overallPick: number; readonly otherOverallPick: number },
): Promise<number> =>
	changeDraft(services, userId, leagueId, ({ room }) => {
		const findOpen = (overall: number) => room.picks.find((pick) => pick.overall === overall && pick.playerId === null);
		const [first, second] = [findOpen(overallPick), findOpen(otherOverallPick)];
		if (!first || !second || first.teamId === second.teamId) throw refuse(409, "draft-exchange-picks");
		return {
			picks: [
				{ overall: overallPick, changes: { teamId: second.teamId } },
				{ overall: otherOverallPick, changes: { teamId: first.teamId } },
			],
			log: [{ action: "exchanged", userId, data: { overallPick, otherOverallPick } }],
		};
	});

const normalise = (name: string): string => name.trim().normalize("NFKC").toLowerCase();

/**
 * Throws the picks of a draft away, by whoever types the league's name. A complete draft can be reset until its league
 * starts; who owned whom is taken back in the log of moves.
 */
export const resetDraft = (services: DraftServices, userId: UserId, leagueId: number, name: string): Promise<void> =>
	withDraftToRun(services, leagueId, userId, async (locked) => {
		const { trx, league, now, hasStarted, wallNow, room } = locked;
		const { state, version } = room.draft;
		if (normalise(name) !== normalise(league.name)) throw refuse(422, "draft-reset-name");
		if (state === "complete" && hasStarted) throw refuse(409, "league-started");
		const owners = await listOwners(trx, leagueId);
		if (owners.length > 0)
			await insertMoves(
				trx,
				owners.map(({ playerId, teamId }) => ({
					league_id: leagueId,
					player_id: playerId,
					from_team_id: teamId,
					to_team_id: null,
					kind: "reset" as const,
					round_id: league.start_id,
					at: new Date(wallNow),
				})),
			);
		await deleteLineups(trx, leagueId);
		await deleteDraftCards(trx, leagueId);
		await replaceFixture(trx, leagueId, null, now);
		await deletePicks(trx, leagueId);
		await deleteWaivers(trx, leagueId);
		await deleteFuturePicks(trx, leagueId);
		await saveChange(
			{ ...locked, room: { ...room, picks: [] } },
			{
				draft: {
					state: "setup",
					starts_at: null,
					pause_reason: null,
					left_ms: null,
					completed_at: null,
					completed_season_at: null,
					whole_version: version + 1,
				},
				log: [{ action: "reset", userId }],
			},
		);
	});
