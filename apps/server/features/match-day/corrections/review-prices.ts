import type { Dollars, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/rounds";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { computeNextPrices } from "../rounds/round-prices.ts";

export interface PriceReview {
	readonly roundId: RoundId;
	readonly magicNumber: number;
	readonly isPublished: boolean;
	/** Of a published round, whether its prices may be run again: only the last one's, on which no other stands. */
	readonly mayRun: boolean;
	/** Who would cost something else than she does; of a round still to be published, than she did in it. */
	readonly changes: readonly { readonly playerId: PlayerId; readonly before: Dollars; readonly after: Dollars }[];
}

/**
 * The prices that publishing a round now, or running it again, would set. Writes nothing.
 *
 * @throws Refusal `round-unknown`
 */
export function reviewPrices(season: SeasonSnapshot, roundId: RoundId): PriceReview {
	const round = findRound(season.rounds, roundId);
	if (!round) throw refuse(404, "round-unknown");
	const isPublished = round.status === "complete";
	const { magicNumber, prices } = computeNextPrices(season, roundId);
	const changes = [...season.players.values()].flatMap(({ id, cost, prices: known }) => {
		const before = known.get(isPublished ? roundId + 1 : roundId) ?? cost;
		const after = prices.get(id) ?? before;
		return before === after ? [] : [{ playerId: id, before, after }];
	});
	const last = season.rounds.findLast(({ status }) => status === "complete")?.id;
	return { roundId, magicNumber, isPublished, mayRun: isPublished && last === roundId, changes };
}
