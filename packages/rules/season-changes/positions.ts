import type { RoundId } from "../ids.ts";
import type { Line } from "../player.ts";

/** Rules for new positions in a season that has begun (docs/game-rules.md#changes-during-the-season). */

/** The positions that a player had up to and including the round `untilRound`. */
interface PreviousPositions {
	readonly untilRound: RoundId;
	readonly positions: readonly Line[];
}

/** A player's positions over the season; `previous` in the order of rounds. */
export interface PositionHistory {
	readonly latest: readonly Line[];
	readonly previous: readonly PreviousPositions[];
}

export const getPositionsInRound = ({ latest, previous }: PositionHistory, roundId: RoundId): readonly Line[] =>
	previous.find(({ untilRound }) => roundId <= untilRound)?.positions ?? latest;

/** Builds the `previous` positions of a player whose positions change from a round on. Those planned from then on are dropped. */
export function buildPreviousPositions(history: PositionHistory, fromRound: RoundId): readonly PreviousPositions[] {
	const untilRound = fromRound - 1;
	if (untilRound < 1) return [];
	const earlier = history.previous.filter((change) => change.untilRound < untilRound);
	return [...earlier, { untilRound, positions: getPositionsInRound(history, untilRound) }];
}

/** Positions that count from a later round than the given one, in the order of rounds. */
export const listPlannedPositions = (
	{ latest, previous }: PositionHistory,
	roundId: RoundId,
): readonly { readonly fromRound: RoundId; readonly positions: readonly Line[] }[] =>
	previous.flatMap(({ untilRound }, index) =>
		untilRound < roundId ? [] : [{ fromRound: untilRound + 1, positions: previous[index + 1]?.positions ?? latest }],
	);
