import { NOBODY, type PlayerId, type TeamId } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listSlotIds } from "../lineup/slots.ts";
import type { LockCheck } from "../lockout/locked-players.ts";
import { countUnplaced, type DraftPlayer } from "./complete-squads.ts";
import { placeIncoming } from "./place-incoming.ts";
import { getSquadSize, type SquadRules } from "./squad-rules.ts";

/** The squads of a draft league and their line-ups of the round that is open. */
export interface Squads {
	/** The team of each owned player, in the order in which they came. */
	readonly owners: ReadonlyMap<PlayerId, TeamId>;
	/** The player in the injured place of a team; teams without one are left out. */
	readonly injured: ReadonlyMap<TeamId, PlayerId>;
	readonly lineups: ReadonlyMap<TeamId, Lineup>;
}

/** The move of a player. `fromTeamId` is null if nobody owns her, `toTeamId` if she is dropped. */
export interface PlayerMove {
	readonly playerId: PlayerId;
	readonly fromTeamId: TeamId | null;
	readonly toTeamId: TeamId | null;
}

/** The player whom a team puts in its injured place; null takes the present one out. */
export interface InjuredMove {
	readonly teamId: TeamId;
	readonly playerId: PlayerId | null;
}

/** Why squads cannot change. */
export type MoveProblem =
	| { readonly code: "player-unknown"; readonly playerId: PlayerId }
	| { readonly code: "player-moved"; readonly playerId: PlayerId; readonly teamId: TeamId | null }
	| { readonly code: "player-locked"; readonly playerId: PlayerId }
	| { readonly code: "squad-full"; readonly teamId: TeamId; readonly most: number }
	| { readonly code: "position-full"; readonly teamId: TeamId }
	| { readonly code: "lineup-locked"; readonly teamId: TeamId }
	| { readonly code: "room-reserved"; readonly teamId: TeamId };

export interface MovesContext {
	readonly rules: SquadRules;
	readonly getPlayer: (id: PlayerId) => DraftPlayer | undefined;
	readonly isLocked: LockCheck;
	/** The moves of each trade that is accepted and not executed yet. No other change may take the room that they need. */
	readonly acceptedTrades?: readonly (readonly PlayerMove[])[];
}

type Result = { readonly ok: true; readonly squads: Squads } | { readonly ok: false; readonly problem: MoveProblem };

export const listSquad = ({ owners }: Pick<Squads, "owners">, teamId: TeamId): PlayerId[] =>
	[...owners].filter(([, owner]) => owner === teamId).map(([playerId]) => playerId);

/** The players of a team who need a place in its squad: all but the one in the injured place. */
const listPlayersToPlace = (squads: Squads, teamId: TeamId): PlayerId[] =>
	listSquad(squads, teamId).filter((id) => squads.injured.get(teamId) !== id);

function checkPlayer(owners: Squads["owners"], move: PlayerMove, { getPlayer, isLocked }: MovesContext) {
	const { playerId, fromTeamId } = move;
	const teamId = owners.get(playerId) ?? null;
	if (!getPlayer(playerId)) return { code: "player-unknown", playerId } as const;
	if (teamId !== fromTeamId) return { code: "player-moved", playerId, teamId } as const;
	return isLocked(playerId) ? ({ code: "player-locked", playerId } as const) : null;
}

function checkInjured(
	before: Squads,
	after: Pick<Squads, "owners">,
	{ teamId, playerId }: InjuredMove,
	isLocked: LockCheck,
) {
	const ownerId = playerId === null ? null : (after.owners.get(playerId) ?? null);
	if (playerId !== null && ownerId !== teamId) return { code: "player-moved", playerId, teamId: ownerId } as const;
	// The player who leaves the injured place enters the line-up.
	const locked = [playerId, before.injured.get(teamId) ?? null].find((id) => id !== null && isLocked(id)) ?? null;
	return locked === null ? null : ({ code: "player-locked", playerId: locked } as const);
}

/**
 * Checks that a team does not have too many players, and that each has a place. Players whose positions have changed since they
 * were drafted may be without a place, but no more of them than before.
 */
function checkPlaces(before: Squads, after: Squads, teamId: TeamId, { rules, getPlayer }: MovesContext) {
	const listPlayers = (squads: Squads) => listPlayersToPlace(squads, teamId).flatMap((id) => getPlayer(id) ?? []);
	const [players, playersBefore] = [listPlayers(after), listPlayers(before)];
	const most = getSquadSize(rules);
	if (players.length > most && players.length > playersBefore.length)
		return { code: "squad-full", teamId, most } as const;
	const unplaced = countUnplaced(players, rules);
	if (unplaced === 0) return null;
	return unplaced > countUnplaced(playersBefore, rules) ? ({ code: "position-full", teamId } as const) : null;
}

/** Moves players and changes injured places, without any check. Owners stay in the order in which they came. */
function moveOwners({ owners, injured }: Squads, moves: readonly PlayerMove[], injuredMoves: readonly InjuredMove[]) {
	const ownersAfter = new Map(owners);
	const injuredAfter = new Map(injured);
	for (const { playerId, fromTeamId, toTeamId } of moves) {
		ownersAfter.delete(playerId);
		if (toTeamId !== null) ownersAfter.set(playerId, toTeamId);
		if (fromTeamId !== null && injuredAfter.get(fromTeamId) === playerId) injuredAfter.delete(fromTeamId);
	}
	for (const { teamId, playerId } of injuredMoves) {
		if (playerId === null) injuredAfter.delete(teamId);
		else injuredAfter.set(teamId, playerId);
	}
	return { owners: ownersAfter, injured: injuredAfter };
}

/** Lists the teams that would have more players than places once all accepted trades are executed. */
function listOverfullTeams(
	squads: Squads,
	{ acceptedTrades = [], rules, getPlayer }: MovesContext,
): ReadonlySet<TeamId> {
	const moves = acceptedTrades.flat().filter(({ playerId, fromTeamId }) => squads.owners.get(playerId) === fromTeamId);
	const later = { ...squads, ...moveOwners(squads, moves, []) };
	const teamIds = new Set(moves.flatMap(({ toTeamId }) => (toTeamId === null ? [] : [toTeamId])));
	const isOverfull = (teamId: TeamId) => {
		const players = listPlayersToPlace(later, teamId).flatMap((id) => getPlayer(id) ?? []);
		return countUnplaced(players, rules) > 0;
	};
	return new Set([...teamIds].filter(isOverfull));
}

/** Finds a team in which a change would take the room that an accepted trade needs. */
function findReservedRoom(before: Squads, after: Squads, context: MovesContext) {
	if (!context.acceptedTrades?.length) return null;
	const overfullBefore = listOverfullTeams(before, context);
	const teamId = [...listOverfullTeams(after, context)].find((id) => !overfullBefore.has(id));
	return teamId === undefined ? null : ({ code: "room-reserved", teamId } as const);
}

/**
 * Moves players between squads and into injured places, all or none (docs/game-rules.md#changes-of-a-squad). It checks owners,
 * locks, sizes, places and the room of accepted trades, and puts the incoming players in the line-ups.
 */
export function applyMoves(
	squads: Squads,
	{ moves, injured = [] }: { readonly moves: readonly PlayerMove[]; readonly injured?: readonly InjuredMove[] },
	context: MovesContext,
): Result {
	/** Changed below, team by team. */
	const lineups = new Map(squads.lineups);
	const after = { ...moveOwners(squads, moves, injured), lineups };
	const moveProblem = moves.map((move) => checkPlayer(squads.owners, move, context)).find((problem) => problem);
	const injuredProblem = injured
		.map((move) => checkInjured(squads, after, move, context.isLocked))
		.find((problem) => problem);
	const problem = moveProblem ?? injuredProblem;
	if (problem) return { ok: false, problem };
	const teamIds = new Set([
		...moves.flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId]).filter((teamId) => teamId !== null),
		...injured.map(({ teamId }) => teamId),
	]);
	for (const teamId of teamIds) {
		const placeProblem = checkPlaces(squads, after, teamId, context);
		if (placeProblem) return { ok: false, problem: placeProblem };
		const lineup = squads.lineups.get(teamId);
		if (!lineup) continue;
		const lineupIds = listSlotIds(lineup, context.rules);
		const toPlace = listPlayersToPlace(after, teamId);
		const incoming = toPlace.filter((id) => !lineupIds.includes(id)).flatMap((id) => context.getPlayer(id) ?? []);
		const outgoing = lineupIds.filter((id) => id !== NOBODY && !toPlace.includes(id));
		const changed = placeIncoming(lineup, { outgoing, incoming }, { ...context, shape: context.rules });
		if (!changed) return { ok: false, problem: { code: "lineup-locked", teamId } };
		lineups.set(teamId, changed);
	}
	const reserved = findReservedRoom(squads, after, context);
	if (reserved) return { ok: false, problem: reserved };
	return { ok: true, squads: after };
}
