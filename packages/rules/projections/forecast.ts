import type { Dollars, Points } from "../ids.ts";
import type { PlayerStatus } from "../player.ts";
import { computeNextPrice, type MagicNumber } from "../prices/price-change.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** Whether a player is in the team that her club has announced for a round; unknown before that. */
export type Selection = "named" | "left-out" | "unknown";

/** What is known about a player's availability for a round. */
export interface Availability {
	readonly selection: Selection;
	readonly status: PlayerStatus;
}

/** The facts that decide what a player's status says about a round. */
interface StatusContext {
	/** Whether the status was reported for this round, not an earlier one. */
	readonly isForRound: boolean;
	readonly isTeamAnnounced: boolean;
	/** Whether she played in her club's last match, and so counts as available until the team is announced. */
	readonly playedLastMatch: boolean;
	/** Whether she was on the ground for less than half of that match, as an injured player is, and so may be left out. */
	readonly leftEarly: boolean;
}

/** Less than this percentage of a match on the ground is leaving early. A provider that reports none reports 0. */
const EARLY_TIME_ON_GROUND = 50;

export const hasLeftEarly = (timeOnGround: number): boolean => timeOnGround > 0 && timeOnGround < EARLY_TIME_ON_GROUND;

/**
 * What a player's status says about a round. A status from an earlier round does not say whether she is named or left
 * out, because that team was for another match.
 */
export function getAvailability(
	status: PlayerStatus,
	{ isForRound, isTeamAnnounced, playedLastMatch, leftEarly }: StatusContext,
): Availability {
	if (isForRound && isTeamAnnounced && status === "playing") return { selection: "named", status };
	if (isForRound && status === "emergency") return { selection: "unknown", status };
	if (status === "injured") return { selection: "unknown", status };
	if (isTeamAnnounced) return { selection: "left-out", status: isForRound ? status : "uncertain" };
	if (isForRound && status === "not-playing") return { selection: "left-out", status };
	if (status === "not-playing") return { selection: "unknown", status };
	const isAvailable = !leftEarly && (status === "playing" || playedLastMatch);
	return { selection: "unknown", status: isAvailable ? "playing" : "uncertain" };
}

/** What a status says about a later round: only an injury, because teams are named for one match. */
export const getLaterAvailability = ({ status }: Pick<Availability, "status">): Availability => ({
	selection: "unknown",
	status: status === "injured" ? status : "playing",
});

/**
 * A player's chance to play in a match (docs/game-rules.md#chance-to-play): in the round that her selection and status
 * are about, or `roundsAhead` rounds later.
 */
export function computeChanceToPlay(
	{ selection, status }: Availability,
	roundsAhead: number,
	{ projections: { chances } }: Pick<SeasonRules, "projections">,
): number {
	const isOut =
		selection === "left-out" || (selection === "unknown" && (status === "injured" || status === "not-playing"));
	if (isOut) return Math.min(chances.available, chances.returning * roundsAhead);
	if (selection === "named" && roundsAhead === 0) return 1;
	// A club's emergency plays only if a named player drops out.
	if (status === "emergency" && roundsAhead === 0) return chances.returning;
	return selection === "unknown" && status !== "playing" ? chances.uncertain : chances.available;
}

/** Whether a player counts as playing in projections, warnings and advice: it is at least as likely as not. */
export const isLikelyToPlay = (chanceToPlay: number): boolean => chanceToPlay >= 0.5;

interface ForecastInput {
	/** Points in a match that she plays. */
	readonly estimate: Points;
	readonly price: Dollars;
	/** Her scores per match, newest first. */
	readonly scores: readonly Points[];
	/** Her chance to play in each of the next rounds, the next one first. */
	readonly chances: readonly number[];
	/** The number of her club's matches in each of these rounds. */
	readonly matches: readonly number[];
}

export interface Forecast {
	/** Expected points by round, the next one first. */
	readonly points: readonly Points[];
	/** The expected rise of her price over all these rounds, negative for a fall. */
	readonly priceRise: Dollars;
}

/** Computes a player's forecast. Her price rises as if she scored her estimate whenever she plays. */
export function computeForecast(
	{ estimate, price, scores, chances, matches }: ForecastInput,
	m: MagicNumber,
	rules: Pick<SeasonRules, "prices" | "floorPrice" | "priceStep">,
): Forecast {
	let futurePrice = price;
	let futureScores = scores;
	let priceRise = 0;
	const points = chances.map((chance, index) => {
		const matchCount = matches[index] ?? 0;
		if (chance === 0 || matchCount === 0) return 0;
		futureScores = [estimate, ...futureScores];
		const nextPrice = computeNextPrice(futurePrice, futureScores, m, rules);
		priceRise += chance * (nextPrice - futurePrice);
		futurePrice = nextPrice;
		return chance * matchCount * estimate;
	});
	return { points, priceRise };
}
