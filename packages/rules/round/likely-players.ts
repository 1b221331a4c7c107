import type { PlayerId, RoundId, SquadId } from "../ids.ts";
import type { Availability } from "../projections/forecast.ts";
import { hasNoExpectedMatch, type Round } from "./round.ts";

/** What is known about a player before a round. */
export interface Candidate {
	readonly id: PlayerId;
	readonly squadId: SquadId;
	readonly availability: Availability;
	/** The last round in which she took the field; null if there is none. */
	readonly lastPlayed: RoundId | null;
}

/**
 * The players who are likely to play in a round (docs/game-rules.md#likely-to-play): those in their squad's team once
 * it is named; before that everyone available who played in their squad's last match, or everyone available if it had
 * none.
 */
export function findLikelyPlayers(players: readonly Candidate[], round: Round): ReadonlySet<PlayerId> {
	const lastRounds = new Map<SquadId, RoundId>();
	for (const { squadId, lastPlayed } of players)
		if (lastPlayed !== null) lastRounds.set(squadId, Math.max(lastPlayed, lastRounds.get(squadId) ?? 0));
	const isLikely = ({ squadId, availability: { selection, status }, lastPlayed }: Candidate): boolean => {
		if (hasNoExpectedMatch(squadId, round)) return false;
		if (selection !== "unknown") return selection === "named";
		return (status === "playing" || status === "uncertain") && lastPlayed === (lastRounds.get(squadId) ?? null);
	};
	return new Set(players.filter(isLikely).map(({ id }) => id));
}
