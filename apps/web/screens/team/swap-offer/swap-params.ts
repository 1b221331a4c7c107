import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listFieldIds } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { applySwaps, type SwapPair } from "@first-bounce/rules/swaps/swap-players";
import type { Season } from "../../../api/season-model.ts";

const PAIRS_PATTERN = /^\d{1,9}-\d{1,9}(,\d{1,9}-\d{1,9}){0,9}$/;

/** The swaps in a URL parameter, each as the players going off and coming on; null if it is invalid. */
export function parseSwapOffer(text: string | null): readonly SwapPair[] | null {
	if (text === null || !PAIRS_PATTERN.test(text)) return null;
	return text.split(",").map((pair): SwapPair => {
		const [offId = 0, onId = 0] = pair.split("-").map(Number);
		return [offId, onId];
	});
}

interface SwapContext {
	readonly season: Season;
	readonly isLocked: LockCheck;
}

/** The line-up after the swaps; null if they are not possible any more, or would undo a later change. */
export function applySwapOffer(
	lineup: Lineup,
	pairs: readonly SwapPair[],
	{ season, isLocked }: SwapContext,
): Lineup | null {
	const { rules, lookup: getPlayer } = season;
	const field = new Set<PlayerId>(listFieldIds(lineup));
	if (pairs.some(([offId, onId]) => !field.has(offId) || field.has(onId))) return null;
	const ruling = applySwaps(lineup, pairs, { rules, getPlayer }, isLocked);
	return ruling.ok ? ruling.value : null;
}
