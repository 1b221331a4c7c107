import type { PlayerId, Points, RoundId } from "../ids.ts";
import type { Trade } from "../trades/trade.ts";

/**
 * Computes the gain of a trade (docs/game-rules.md#season-report): the points of the player who came in less those of
 * the player who went out, over the finished rounds from the trade's round on, until the new player leaves the team. It
 * makes no difference in which slots and roles they were.
 *
 * @param isInTeam whether a player was in the team in a round
 */
export function computeTradeGain(
	{ roundId, playerInId, playerOutId }: Pick<Trade, "roundId" | "playerInId" | "playerOutId">,
	finishedRoundIds: readonly RoundId[],
	getPoints: (id: PlayerId, round: RoundId) => Points,
	isInTeam: (id: PlayerId, round: RoundId) => boolean,
): Points {
	const roundsSinceTrade = finishedRoundIds.filter((round) => round >= roundId);
	const leftAt = roundsSinceTrade.findIndex((round) => !isInTeam(playerInId, round));
	const roundsInTeam = leftAt < 0 ? roundsSinceTrade : roundsSinceTrade.slice(0, leftAt);
	return roundsInTeam.reduce((gain, round) => gain + getPoints(playerInId, round) - getPoints(playerOutId, round), 0);
}
