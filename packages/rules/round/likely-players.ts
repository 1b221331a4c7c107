import type { PlayerId, RoundId, SquadId } from "../ids.ts";
import type { Availability } from "../projections/forecast.ts";
import { hasNoExpectedMatch, type Round } from "./round.ts";

/** What is known about a player before a round. */
export interface PlayerBeforeRound {
	readonly id: PlayerId;
	readonly squadId: SquadId;
	readonly availability: Availability;
	/** The last round in which she took the field; null if there is none. */
	readonly lastPlayedRoundId: RoundId | null;
	/** Her club in that round, if it was another one. */
	readonly lastPlayedSquadId?: SquadId | undefined;
}

/**
 * Finds the players who are likely to play in a round (docs/game-rules.md#likely-to-play): once a club has announced
 * its team, the players in it; before that, every available player who played in the club's last match, or every
 * available player before its first match.
 */
export function findLikelyPlayers(players: readonly PlayerBeforeRound[], round: Round): ReadonlySet<PlayerId> {
	const lastRounds = new Map<SquadId, RoundId>();
	for (const { squadId, lastPlayedRoundId, lastPlayedSquadId = squadId } of players)
		if (lastPlayedRoundId !== null)
			lastRounds.set(lastPlayedSquadId, Math.max(lastPlayedRoundId, lastRounds.get(lastPlayedSquadId) ?? 0));
	const isLikely = ({
		squadId,
		availability: { selection, status },
		lastPlayedRoundId,
	}: PlayerBeforeRound): boolean => {
		if (hasNoExpectedMatch(squadId, round)) return false;
		if (selection !== "unknown") return selection === "named";
		const playedLastMatch = (lastPlayedRoundId ?? 0) >= (lastRounds.get(squadId) ?? 0);
		return (status === "playing" || status === "uncertain") && playedLastMatch;
	};
	return new Set(players.filter(isLikely).map(({ id }) => id));
}
