import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import { findInjuredBlocker } from "@first-bounce/rules/draft/injured-place";
import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../../plugins/refusal.ts";
import { type DraftServices, findOwnSeat } from "../room.ts";
import { withSettledSquads } from "../settle.ts";
import { createDropCheck, type Waivers } from "../waivers/waivers.ts";
import { changeSquads, type LockedSquads, type SquadMove } from "./change-squads.ts";
import { getTransaction } from "./transactions.ts";

export function requireOwnTeam({ seats }: LockedSquads, userId: UserId) {
	const seat = findOwnSeat(seats, userId);
	if (!seat) throw refuse(409, "draft-team-missing");
	return seat.team_id;
}

/** Refuses to drop a player who is reserved for a trade or protected. */
export function requireDroppable(locked: LockedSquads, playerId: PlayerId): void {
	const problem = createDropCheck(locked)(playerId);
	if (problem) throw refuse(422, problem, { name: locked.season.players.get(playerId)?.name ?? "" });
}

/** Refuses a player whom nobody owns unless she is free (docs/game-rules.md#free-agents). */
function requireFree(
	{ season, squads }: LockedSquads,
	{ checkPlayer, getState }: Waivers,
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
	const blocker = findInjuredBlocker(squads.injured.get(teamId), getStatus);
	if (blocker !== null && blocker !== dropId)
		throw refuse(409, "injured-place-blocked", { name: season.players.get(blocker)?.name ?? "" });
}

/** Adds a free player to the caller's squad, for another who is dropped if one is named. */
export const addFreeAgent = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	{ playerId, dropId }: { readonly playerId: PlayerId; readonly dropId: PlayerId | null },
): Promise<DraftTransaction> =>
	withSettledSquads(services, leagueId, userId, async (locked, waivers) => {
		const teamId = requireOwnTeam(locked, userId);
		requireFree(locked, waivers, playerId, teamId);
		requireInjuredPlaceInOrder(locked, teamId, dropId);
		if (dropId !== null) requireDroppable(locked, dropId);
		const moves: SquadMove[] = [
			...(dropId === null ? [] : [{ playerId: dropId, fromTeamId: teamId, toTeamId: null, kind: "dropped" as const }]),
			{ playerId, fromTeamId: null, toTeamId: teamId, kind: "added" },
		];
		const { id } = await changeSquads(locked, { kind: "free-agent", userId, teamId }, moves);
		return getTransaction(locked.trx, leagueId, id);
	});

/** Drops a player of the caller's squad. */
export const dropPlayer = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	playerId: PlayerId,
): Promise<DraftTransaction> =>
	withSettledSquads(services, leagueId, userId, async (locked, { checkPlayer }) => {
		const teamId = requireOwnTeam(locked, userId);
		if (checkPlayer(playerId, teamId) === "season-over") throw refuse(409, "season-complete");
		requireDroppable(locked, playerId);
		const move: SquadMove = { playerId, fromTeamId: teamId, toTeamId: null, kind: "dropped" };
		const { id } = await changeSquads(locked, { kind: "drop", userId, teamId }, [move]);
		return getTransaction(locked.trx, leagueId, id);
	});
