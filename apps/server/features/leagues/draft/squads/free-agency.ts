import type { BodyOf } from "@first-bounce/contract/call";
import type { dropPlayer as dropCall } from "@first-bounce/contract/draft/waivers";
import { findFitPlayerInInjuredPlace } from "@first-bounce/rules/draft/injured-place";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { refuse } from "../../../../plugins/refusal.ts";
import { requireOwnSeat } from "../room.ts";
import { defineSquadAction, type SettledSquads } from "../settle.ts";
import { createDropCheck } from "../waivers/waivers.ts";
import type { LockedSquads } from "./change-squads.ts";
import type { SquadMove } from "./queries.ts";
import { saveTransaction } from "./transactions.ts";

/** Refuses to drop a player who is reserved for a trade or protected. */
export function requireDroppable(locked: LockedSquads, playerId: PlayerId): void {
	const problem = createDropCheck(locked)(playerId);
	if (problem) throw refuse(422, problem, { name: locked.season.players.get(playerId)?.name ?? "" });
}

/** Refuses a player whom nobody owns unless she is free (docs/game-rules.md#free-agents). */
function requireFree(
	{ season, squads, waivers: { checkPlayer, getState } }: SettledSquads,
	playerId: PlayerId,
	teamId: number,
) {
	const problem = checkPlayer(playerId, teamId);
	if (problem === "season-over") throw refuse(409, "season-complete");
	const player = season.players.get(playerId);
	if (!player || problem === "player-gone")
		throw refuse(422, "player-not-listed", { playerId, name: player?.name ?? "" });
	const { name } = player;
	if (squads.owners.has(playerId)) throw refuse(409, "player-owned", { name });
	const { state, reason } = getState(player);
	// For a locked player the later check gives the better reason.
	if (state === "waivers" && reason !== "locked") throw refuse(409, "player-on-waivers", { name });
}

/** Refuses to add anybody while the player in the injured place is fit again, unless she is dropped. */
function requireInjuredPlaceInOrder({ season, squads }: LockedSquads, teamId: TeamId, dropId: PlayerId | null): void {
	const getStatus = (id: PlayerId) => season.players.get(id)?.status;
	const blocker = findFitPlayerInInjuredPlace(squads.injured.get(teamId), getStatus);
	if (blocker !== null && blocker !== dropId)
		throw refuse(409, "injured-place-blocked", { name: season.players.get(blocker)?.name ?? "" });
}

interface Addition {
	readonly playerId: PlayerId;
	readonly dropId: PlayerId | null;
}

/** Adds a free player to the caller's squad, for another who is dropped if one is named. */
export const addFreeAgent = defineSquadAction(async (locked, userId, { playerId, dropId }: Addition) => {
	const { team_id: teamId } = requireOwnSeat(locked.seats, userId);
	requireFree(locked, playerId, teamId);
	requireInjuredPlaceInOrder(locked, teamId, dropId);
	if (dropId !== null) requireDroppable(locked, dropId);
	const moves: SquadMove[] = [
		...(dropId === null ? [] : [{ playerId: dropId, fromTeamId: teamId, toTeamId: null, kind: "dropped" as const }]),
		{ playerId, fromTeamId: null, toTeamId: teamId, kind: "added" },
	];
	return saveTransaction(locked, { kind: "free-agent", userId, teamId }, moves);
});

/** Drops a player of the caller's squad. */
export const dropPlayer = defineSquadAction(async (locked, userId, { playerId }: BodyOf<typeof dropCall>) => {
	const { team_id: teamId } = requireOwnSeat(locked.seats, userId);
	if (locked.waivers.checkPlayer(playerId, teamId) === "season-over") throw refuse(409, "season-complete");
	requireDroppable(locked, playerId);
	const move: SquadMove = { playerId, fromTeamId: teamId, toTeamId: null, kind: "dropped" };
	return saveTransaction(locked, { kind: "drop", userId, teamId }, [move]);
});
