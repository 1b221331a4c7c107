import type { PlayerId, Points } from "../ids.ts";
import { type Line, mapLines } from "../player.ts";
import type { DraftPlayer } from "./complete-squads.ts";
import { countLinePlaces, type SquadRules } from "./squad-rules.ts";

/** A player with the points that she is expected to score in the rest of the season. */
export interface PlayerWithSeasonPoints extends DraftPlayer {
	readonly points: Points;
}

/**
 * Ranks the free players by value, best first (docs/game-rules.md#default-ranking): her projected points above replacement
 * level, which is what the best player left at her position scores once every squad is full. A player with several positions has
 * the highest of her values.
 *
 * @param teams the number of teams
 * @param pickedByLine how many players of each line have been picked
 */
export function rankFreePlayers(
	free: readonly PlayerWithSeasonPoints[],
	{ teams, pickedByLine }: { readonly teams: number; readonly pickedByLine: Readonly<Record<Line, number>> },
	rules: SquadRules,
): { readonly playerId: PlayerId; readonly value: Points }[] {
	const getReplacementPoints = (line: Line): Points => {
		const placesLeft = Math.max(0, teams * countLinePlaces(rules, line) - pickedByLine[line]);
		const points = free.filter(({ position }) => position.includes(line)).map((player) => player.points);
		return points.toSorted((a, b) => b - a)[placesLeft] ?? 0;
	};
	const replacementPoints = mapLines(getReplacementPoints);
	return free
		.map(({ id, position, points }) => ({
			playerId: id,
			value: Math.max(...position.map((line) => points - replacementPoints[line])),
		}))
		.sort((a, b) => b.value - a.value || a.playerId - b.playerId);
}

/** The number of protected players for each team of a league. */
const PROTECTED_PER_TEAM = 2;

/**
 * Lists the best players of a league by projected points, who cannot be dropped (docs/game-rules.md#protected-players).
 *
 * @param players those who may still play this season
 */
export const listProtectedPlayers = (
	players: readonly PlayerWithSeasonPoints[],
	teams: number,
): ReadonlySet<PlayerId> =>
	new Set(
		players
			.toSorted((a, b) => b.points - a.points || a.id - b.id)
			.slice(0, PROTECTED_PER_TEAM * teams)
			.map(({ id }) => id),
	);

/** Counts players by their first position. */
export const countByLine = (players: readonly DraftPlayer[]): Record<Line, number> =>
	mapLines((line) => players.filter(({ position: [first] }) => first === line).length);
