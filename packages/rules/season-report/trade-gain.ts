import type { PlayerId, Points, RoundId } from "../ids.ts";

/** A trade as it was made, and the rounds since in which it can be told who was worth more. */
export interface PastTrade {
	readonly roundId: RoundId;
	readonly playerInId: PlayerId;
	readonly playerOutId: PlayerId;
}

/**
 * What a trade has brought: the points of who came in less those of who went out, over the finished rounds from the
 * trade's own on for as long as the newcomer is in the team. Where either stood, and whether she counted, is left out.
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
