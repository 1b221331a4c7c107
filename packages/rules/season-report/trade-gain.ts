import type { PlayerId, Points, RoundId } from "../ids.ts";

/** A trade that was made. */
export interface PastTrade {
	readonly roundId: RoundId;
	readonly playerInId: PlayerId;
	readonly playerOutId: PlayerId;
}

/**
 * The gain of a trade: the points of the player who came in less those of the player who went out, over the finished
 * rounds from the trade on while the newcomer is in the team. Slots and captaincy are ignored.
 *
 * @param inTeam whether a player was in the team in a round
 */
export function computeTradeGain(
	{ roundId, playerInId, playerOutId }: PastTrade,
	finished: readonly RoundId[],
	pointsOf: (id: PlayerId, round: RoundId) => Points,
	inTeam: (id: PlayerId, round: RoundId) => boolean,
): Points {
	const since = finished.filter((round) => round >= roundId);
	const gone = since.findIndex((round) => !inTeam(playerInId, round));
	return (gone < 0 ? since : since.slice(0, gone)).reduce(
		(gain, round) => gain + pointsOf(playerInId, round) - pointsOf(playerOutId, round),
		0,
	);
}
