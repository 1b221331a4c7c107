import type { PlayerId, Points, RoundId } from "../ids.ts";

/** A completed trade. */
export interface PastTrade {
	readonly roundId: RoundId;
	readonly playerInId: PlayerId;
	readonly playerOutId: PlayerId;
}

/**
 * The gain of a trade: the points of the player who came in minus those of the player who went out, over the finished
 * rounds from the trade on while the new player stays in the team. Slots and captaincy are ignored.
 *
 * @param inTeam whether a player was in the team in a round
 */
export function computeTradeGain(
	{ roundId, playerInId, playerOutId }: PastTrade,
	finished: readonly RoundId[],
	getPoints: (id: PlayerId, round: RoundId) => Points,
	inTeam: (id: PlayerId, round: RoundId) => boolean,
): Points {
	const laterRounds = finished.filter((round) => round >= roundId);
	const leftAt = laterRounds.findIndex((round) => !inTeam(playerInId, round));
	return (leftAt < 0 ? laterRounds : laterRounds.slice(0, leftAt)).reduce(
		(gain, round) => gain + getPoints(playerInId, round) - getPoints(playerOutId, round),
		0,
	);
}
