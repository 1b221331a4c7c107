import type { PlayerId } from "../ids.ts";
import type { ProjectedPlayer } from "./player-values.ts";

/** How many players a team are protected. */
const PROTECTED_PER_TEAM = 2;

/**
 * Lists the best players of a league by projected points, who cannot be dropped (docs/game-rules.md#protected-players).
 *
 * @param players those who may still play this season
 */
export const listProtectedPlayers = (players: readonly ProjectedPlayer[], teams: number): ReadonlySet<PlayerId> =>
	new Set(
		players
			.toSorted((a, b) => b.points - a.points || a.id - b.id)
			.slice(0, PROTECTED_PER_TEAM * teams)
			.map(({ id }) => id),
	);
