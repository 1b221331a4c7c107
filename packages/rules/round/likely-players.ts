import type { PlayerId, SquadId } from "../ids.ts";
import type { PlayerStatus } from "../player.ts";
import { isExpectedToPlay } from "../prices/outlook.ts";
import { hasBye, type Round } from "./round.ts";

/** What is known of a player before a round. */
export interface PlayerAvailability {
	readonly id: PlayerId;
	readonly squadId: SquadId;
	readonly status: PlayerStatus;
	/** Whether she has taken the field this season. */
	readonly hasPlayed: boolean;
}

/**
 * The players who are likely to play in a round (docs/game-rules.md#likely-to-play): those named once their squad's team is
 * out; before that everyone available who has played this season, or everyone available if nobody of her squad has.
 */
export function findLikelyPlayers(players: readonly PlayerAvailability[], round: Round): ReadonlySet<PlayerId> {
	const listSquads = (some: readonly PlayerAvailability[]) => new Set(some.map(({ squadId }) => squadId));
	const namedSquads = listSquads(players.filter(({ status }) => status === "playing"));
	const startedSquads = listSquads(players.filter(({ hasPlayed }) => hasPlayed));
	const isLikely = ({ squadId, status, hasPlayed }: PlayerAvailability): boolean => {
		if (!isExpectedToPlay({ status, bye: hasBye(squadId, round) })) return false;
		if (namedSquads.has(squadId)) return status === "playing";
		return hasPlayed || !startedSquads.has(squadId);
	};
	return new Set(players.filter(isLikely).map(({ id }) => id));
}
