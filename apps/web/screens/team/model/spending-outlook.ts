import { computeSpendingOutlook, type SpendingOutlook } from "@first-bounce/rules/salary/spending-outlook";
import type { Board } from "../board/state/board.ts";

/** The money left for the empty slots, with the players who can be added now. */
export function getSpendingOutlook({ lineup, bank, season, context }: Board): SpendingOutlook {
	const available = season.players.flatMap(({ id, departed }) => {
		const player = departed || context.isLocked(id) ? undefined : season.lookup(id);
		return player ? [player] : [];
	});
	return computeSpendingOutlook(lineup, bank, available, season.rules);
}
