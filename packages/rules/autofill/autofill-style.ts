import type { Dollars, Points } from "../ids.ts";
import { computeAverage, sum } from "../numbers.ts";

/** What autofill picks a team for, if not for the season. `round` is for the projected points of the next round. */
export const AUTOFILL_STYLES = ["round", "safe", "bold", "value"] as const;
export type AutofillStyle = (typeof AUTOFILL_STYLES)[number];

interface StyledPlayer {
	readonly projected: Points;
	/** Her scores per match this season. */
	readonly scores: readonly Points[];
	/** The expected rise of her price after the next round. */
	readonly priceRise: Dollars;
}

/** The spread of a player with fewer than two scores, as a share of her projection. */
const UNKNOWN_SPREAD = 0.35;
/** How many of her spreads a safe choice takes off her projection, and a bold one adds. */
const SPREADS = 0.6;
/** The rise in price that is worth as much as a point. */
const DOLLARS_PER_POINT = 3_000;

/** How far her scores are from their mean, typically. */
function computeSpread({ projected, scores }: StyledPlayer): Points {
	if (scores.length < 2) return UNKNOWN_SPREAD * projected;
	const mean = computeAverage(scores);
	return Math.sqrt(sum(scores.map((score) => (score - mean) ** 2)) / (scores.length - 1));
}

/**
 * The points that autofill counts for a player (docs/game-rules.md#autofill): safe prefers even scorers, bold those who may
 * score far more than projected, value those who get dearer. A player who is not projected to score stays at 0.
 */
export function computeStyledPoints(player: StyledPlayer, style: AutofillStyle): Points {
	const { projected, priceRise } = player;
	if (style === "round" || projected <= 0) return projected;
	if (style === "value") return Math.max(0, projected + priceRise / DOLLARS_PER_POINT);
	const spread = SPREADS * computeSpread(player);
	return Math.max(0, style === "safe" ? projected - spread : projected + spread);
}
