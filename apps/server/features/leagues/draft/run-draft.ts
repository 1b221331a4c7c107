import type { BodyOf } from "@first-bounce/contract/call";
import type {
	exchangePicks as exchangeCall,
	resetDraft as resetCall,
	skipPick as skipCall,
	undoDraftAction as undoCall,
} from "@first-bounce/contract/draft/draft-process";
import { findActivePick, isResumedByCommissioner } from "@first-bounce/rules/draft/draft-board";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import { replaceFixture } from "../head-to-head/fixture-queries.ts";
import { deleteDraftCards } from "./draft-cards.ts";
import { deleteFuturePicks } from "./keepers/queries.ts";
import { buildPause, buildResumption } from "./maintenance.ts";
import { saveAndComplete } from "./picks.ts";
import { deleteLineups, deletePicks, findUndoable, insertMoves, type LogRow, listOwners } from "./queries.ts";
import {
	defineCommissionerAction,
	getPickClock,
	type LockedDraft,
	type Room,
	type RoomChange,
	requireInProgress,
	saveChange,
} from "./room.ts";
import { deleteProposals, findLastChange } from "./squads/undo-queries.ts";
import { deleteTrades } from "./trades/queries.ts";
import { deleteWaivers } from "./waivers/queries.ts";

/** Defines an action of the commissioner on a live or paused draft, which returns the draft's new version. */
const defineDraftChange = <Input extends unknown[]>(
	build: (locked: LockedDraft, userId: UserId, ...input: Input) => RoomChange | Promise<RoomChange>,
) =>
	defineCommissionerAction(async (locked, userId, ...input: Input) => {
		requireInProgress(locked.room.draft);
		const after = await saveAndComplete(locked, await build(locked, userId, ...input));
		return after.draft.version;
	});

export const pauseDraft = defineDraftChange((locked, userId) => {
	if (locked.room.draft.state === "paused") throw refuse(409, "draft-paused");
	return buildPause(locked, "commissioner", userId);
});

export const resumeDraft = defineDraftChange((locked, userId) => {
	const { state, pause_reason: reason } = locked.room.draft;
	if (state !== "paused") throw refuse(409, "draft-not-paused");
	if (!isResumedByCommissioner(reason)) throw refuse(409, "draft-paused-for-site");
	return buildResumption(locked, userId);
});

/** Builds the changes of picks that undo an entry of the log. */
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

/** Builds the change of a seat that undoes a missed pick. The manager may have come back since, so nothing gets worse for her. */
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
export const undoLastAction = defineDraftChange(async ({ trx, room }, userId, { version }: BodyOf<typeof undoCall>) => {
	const { draft } = room;
	if (draft.state !== "paused") throw refuse(409, "draft-not-paused");
	if (draft.version !== version) throw refuse(409, "draft-changed");
	const entry = await findUndoable(trx, draft.league_id);
	if (!entry) throw refuse(409, "draft-nothing-to-undo");
	const { teamId, overallPick, otherOverallPick, playerId } = entry.data;
	const key = entry.action === "pick" && room.picks.find(({ overall }) => overall === overallPick)?.request_key;
	const data = {
		...(teamId === undefined ? {} : { teamId }),
		...(overallPick === undefined ? {} : { overallPick }),
		...(otherOverallPick === undefined ? {} : { otherOverallPick }),
		...(playerId === undefined ? {} : { playerId }),
		undone: entry.action,
		undoneId: Number(entry.id),
		...(key ? { key } : {}),
	};
	return {
		draft: { left_ms: getPickClock(draft).pickMs },
		picks: buildUndo(entry, room),
		seats: buildUnmissed(entry, room),
		log: [{ action: "undone", userId, data }],
	};
});

/** Skips the pick on the clock, which its team may make later. */
export const skipPick = defineDraftChange(({ room }, userId, { overallPick }: BodyOf<typeof skipCall>) => {
	const active = findActivePick(room.picks);
	if (!active || active.overall !== overallPick || active.isSkipped)
		throw refuse(409, "draft-not-on-the-clock", { pick: overallPick });
	return {
		picks: [{ overall: overallPick, changes: { isSkipped: true } }],
		log: [{ action: "skipped", userId, data: { teamId: active.teamId, overallPick } }],
	};
});

/** Exchanges the owners of two picks that are not made. */
export const exchangePicks = defineDraftChange(
	({ room }, userId, { overallPick, otherOverallPick, version = Infinity }: BodyOf<typeof exchangeCall>) => {
		const findOpen = (overall: number) => room.picks.find((pick) => pick.overall === overall && pick.playerId === null);
		const [first, second] = [findOpen(overallPick), findOpen(otherOverallPick)];
		if (!first || !second || first.teamId === second.teamId) throw refuse(409, "draft-exchange-picks");
		// Another request may have exchanged them, and this one would exchange them back.
		if (first.version > version || second.version > version) throw refuse(409, "draft-changed");
		return {
			picks: [
				{ overall: overallPick, changes: { teamId: second.teamId } },
				{ overall: otherOverallPick, changes: { teamId: first.teamId } },
			],
			log: [{ action: "exchanged", userId, data: { overallPick, otherOverallPick } }],
		};
	},
);

const normalise = (name: string): string => name.trim().normalize("NFKC").toLowerCase();

/**
 * Deletes the picks of a draft, after the user has typed the league's name. A complete draft can be reset until its league
 * starts; the log of moves then takes back who owned whom.
 */
export const resetDraft = defineCommissionerAction(async (locked, userId, { name }: BodyOf<typeof resetCall>) => {
	const { trx, league, now, hasStarted, wallNow, room } = locked;
	const { id: leagueId } = league;
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
	await deleteTrades(trx, leagueId);
	await deleteProposals(trx, leagueId);
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
				whole_version: version + 1,
			},
			log: [{ action: "reset", userId, data: { lastChangeId: await findLastChange(trx, leagueId) } }],
		},
	);
});
