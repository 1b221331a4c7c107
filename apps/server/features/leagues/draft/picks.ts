import type { BodyOf } from "@first-bounce/contract/call";
import type { makePick as pickCall } from "@first-bounce/contract/draft/draft-process";
import { chooseAutopick, NO_PREFERENCES } from "@first-bounce/rules/draft/autopick";
import { checkPick, listFreePlayers, type PickProblem } from "@first-bounce/rules/draft/check-pick";
import { findActivePick } from "@first-bounce/rules/draft/draft-board";
import { MISSES_UNTIL_AWAY } from "@first-bounce/rules/draft/pick-clock";
import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import { type Refusal, refuse } from "../../../plugins/refusal.ts";
import { completeDraft } from "./complete.ts";
import { listDraftPlayers } from "./draft-players.ts";
import { findPreferences, type PickRow } from "./queries.ts";
import {
	buildWholeClock,
	defineCommissionerAction,
	defineMemberAction,
	isPickedAtOnce,
	type LockedDraft,
	type Room,
	type RoomChange,
	requireOwnSeat,
	saveChange,
} from "./room.ts";

type PickBody = BodyOf<typeof pickCall>;
/** A pick that was made, and the version of the draft after it. */
export interface MadePick {
	readonly pick: PickRow;
	readonly version: number;
}

/** Saves a change and, if it made the last pick, completes the draft. */
export async function saveAndComplete(locked: LockedDraft, change: RoomChange): Promise<Room> {
	const after = await saveChange(locked, change);
	const isOver = after.draft.state === "live" && findActivePick(after.picks) === null;
	return isOver ? completeDraft({ ...locked, room: after }) : after;
}

function buildPickRefusal(problem: PickProblem, overall: number): Refusal {
	switch (problem.code) {
		case "draft-not-live":
			if (problem.state === "paused" || problem.state === "complete") return refuse(409, `draft-${problem.state}`);
			return refuse(409, "draft-not-started");
		case "unknown-pick":
			return refuse(404, "draft-pick-unknown");
		case "pick-made":
			return refuse(409, "draft-pick-made", { pick: overall });
		case "not-on-the-clock":
			return refuse(409, "draft-not-on-the-clock", { pick: overall });
		case "unknown-player":
			return refuse(422, "draft-player-unknown");
		case "player-taken":
			return refuse(409, "draft-player-taken", { pick: problem.overall });
		default:
			return refuse(409, `draft-${problem.code}`);
	}
}

/** Finds the pick that an earlier request with the same key made. Refuses a key that was used for another pick. */
function findRepeated({ picks }: Room, { key, overallPick, playerId }: PickBody, teamId: TeamId): PickRow | undefined {
	const made = picks.find(({ request_key }) => request_key === key);
	if (made && (made.overall !== overallPick || made.playerId !== playerId || made.teamId !== teamId))
		throw refuse(409, "draft-key-used");
	return made;
}

/** Makes a pick for a team after checking it. A request that is sent again gets the stored pick. */
async function makePick(
	locked: LockedDraft,
	body: PickBody,
	{
		teamId,
		userId,
		madeBy,
	}: { readonly teamId: TeamId; readonly userId: UserId; readonly madeBy: "manager" | "commissioner" },
): Promise<MadePick> {
	const { room, season, wallNow } = locked;
	const { draft, picks, seats } = room;
	const repeated = findRepeated(room, body, teamId);
	if (repeated) return { pick: repeated, version: draft.version };
	const { overallPick: overall, playerId, key } = body;
	if (room.undoneKeys.includes(key)) throw refuse(409, "draft-key-used");
	const players = listDraftPlayers(season, picks);
	const state = draft.state === "paused" && madeBy === "commissioner" ? "live" : draft.state;
	const problem = checkPick({ state, picks, players, rules: draft.squad }, { teamId, overall, playerId });
	if (problem) throw buildPickRefusal(problem, overall);
	const wasSkipped = picks.find((pick) => pick.overall === overall)?.isSkipped ?? false;
	const changes = { playerId, isSkipped: false, made_at: new Date(wallNow), made_by: madeBy, request_key: key };
	const wasAway = seats.find(({ team_id }) => team_id === teamId)?.is_away ?? false;
	const isBack = madeBy === "manager" && wasAway;
	const after = await saveAndComplete(locked, {
		picks: [{ overall, changes }],
		seats: madeBy === "manager" ? [{ teamId, changes: { misses: 0, is_away: false } }] : [],
		// She may have made a skipped pick while another one of hers is on the clock.
		...(isBack ? buildWholeClock(room, teamId) : {}),
		log: [
			{ action: "pick", userId, data: { teamId, overallPick: overall, playerId, madeBy, wasSkipped } },
			...(isBack ? [{ action: "back" as const, userId, data: { teamId } }] : []),
		],
	});
	const pick = after.picks.find((made) => made.overall === overall);
	if (!pick) throw refuse(404, "draft-pick-unknown");
	return { pick, version: after.draft.version };
}

/** Picks a player for the caller's team. */
export const pickPlayer = defineMemberAction((locked, userId, body: PickBody) => {
	const { team_id: teamId } = requireOwnSeat(locked.room.seats, userId);
	return makePick(locked, body, { teamId, userId, madeBy: "manager" });
});

/** Makes another team's pick, by the commissioner, also while the draft is paused. */
export const pickForTeam = defineCommissionerAction((locked, userId, body: PickBody) => {
	const pick = locked.room.picks.find(({ overall }) => overall === body.overallPick);
	if (!pick) throw refuse(404, "draft-pick-unknown");
	return makePick(locked, body, { teamId: pick.teamId, userId, madeBy: "commissioner" });
});

/**
 * Chooses a player for a team. If no squad could be completed any more, for example because positions have changed, it is the
 * free player with the most projected points.
 */
async function choosePlayer(
	{ trx, room, season }: LockedDraft,
	teamId: TeamId,
	mayUseLists: boolean,
): Promise<PlayerId | null> {
	const { draft, picks } = room;
	const players = listDraftPlayers(season, picks);
	const preferences = mayUseLists ? await findPreferences(trx, teamId) : undefined;
	const chosen = chooseAutopick({ picks, players, rules: draft.squad }, teamId, preferences ?? NO_PREFERENCES);
	if (chosen !== null) return chosen;
	return listFreePlayers(picks, players).toSorted((a, b) => b.points - a.points)[0]?.id ?? null;
}

/**
 * Makes the pick on the clock for a team whose time is over or for whom the server picks at once. With autopick off, the pick
 * stays open, unless only skipped picks are left.
 */
export async function autopick(locked: LockedDraft): Promise<void> {
	const { room, wallNow } = locked;
	const active = findActivePick(room.picks);
	const seat = room.seats.find(({ team_id }) => team_id === active?.teamId);
	if (!active || !seat) return;
	const { overall, teamId } = active;
	const isMissed = !isPickedAtOnce(seat);
	const misses = seat.misses + 1;
	const becomesAway = isMissed && misses >= MISSES_UNTIL_AWAY && !seat.is_away;
	const seats = isMissed ? [{ teamId, changes: { misses, is_away: misses >= MISSES_UNTIL_AWAY } }] : [];
	const before = isMissed ? { misses: seat.misses, wasAway: seat.is_away } : {};
	const awayLog = becomesAway ? [{ action: "away" as const, userId: null, data: { teamId } }] : [];
	if (isMissed && seat.autopick === "off" && !active.isSkipped) {
		const data = { teamId, overallPick: overall, ...before };
		const log = [{ action: "missed" as const, userId: null, data }, ...awayLog];
		await saveChange(locked, { picks: [{ overall, changes: { isSkipped: true } }], seats, log });
		return;
	}
	const playerId = await choosePlayer(locked, teamId, seat.user_id !== null);
	if (playerId === null) return;
	const changes = {
		playerId,
		isSkipped: false,
		made_at: new Date(wallNow),
		made_by: "autopick" as const,
		request_key: null,
	};
	const made = { overallPick: overall, playerId, madeBy: "autopick" as const, wasSkipped: active.isSkipped };
	await saveAndComplete(locked, {
		picks: [{ overall, changes }],
		seats,
		log: [{ action: "pick", userId: null, data: { teamId, ...made, ...before } }, ...awayLog],
	});
}
