import { type Dollars, NOBODY, type PlayerId, type Points } from "../ids.ts";
import { isNobody } from "../lineup/lineup.ts";
import { buildLineupFromIds, listSlotIds, listSlots } from "../lineup/slots.ts";
import { computeAverage } from "../numbers.ts";
import { type Line, sumLines } from "../player.ts";
import type { RedactedLineup } from "../rivals/visible-to-rivals.ts";
import { isMatchExpected, type Round } from "../round/round.ts";
import { computeMatchesLeft } from "../scoring/expected-points.ts";
import { DID_NOT_PLAY, type PlayerRound } from "../scoring/player-round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { isLikelyToPlay } from "./forecast.ts";
import {
	computeScoreVariance,
	computeTeamOutlook,
	type LiveOutlookRules,
	type LivePlayer,
	type OutlookContext,
	type PlayerOutlook,
	type TeamOutlook,
} from "./live-outlook.ts";

export type RivalRules = LiveOutlookRules & Pick<SeasonRules, "field" | "bench" | "salaryCap" | "floorPrice">;

/** What hidden players are expected to score in the round. It does not depend on a team, and so is the same for all. */
export interface HiddenEstimates {
	/** For a player on field who is not the captain. */
	readonly player: Points;
	readonly captain: Points;
	/** For a player on the bench. */
	readonly bench: Points;
	/** The chance that a hidden player plays. */
	readonly chance: number;
}

/** A player whom a rival may have in her team. */
interface UnlockedPlayer extends Pick<LivePlayer, "estimate" | "chanceToPlay"> {
	/** The number of her club's matches of the round, all of them to come. */
	readonly matchCount: number;
}

/**
 * Computes what hidden players are expected to score (docs/game-rules.md#live-standing). One on field has the average
 * price that the salary cap allows for a slot on field if bench and utility are at the floor price. A hidden captain
 * is expected to score what the season's best unlocked players are on average, as many as a team has on field. In a double
 * game week hidden players have as many matches as unlocked ones on average.
 *
 * @param unlocked the season's players who are not locked and likely to play
 */
export function computeHiddenEstimates(
	unlocked: readonly UnlockedPlayer[],
	{ field, bench, salaryCap, floorPrice, prices, projections: { prior } }: RivalRules,
): HiddenEstimates {
	const slotCount = sumLines(field);
	const price = (salaryCap - (sumLines(bench) + 1) * floorPrice) / slotCount;
	const averageMatches = unlocked.length > 0 ? computeAverage(unlocked.map(({ matchCount }) => matchCount)) : 1;
	const getPoints = (cost: Dollars) =>
		averageMatches * (prior.base + (prior.pricePoint * cost) / prices.openingMagicNumber);
	const player = getPoints(price);
	const best = unlocked
		.map(({ estimate, matchCount }) => matchCount * estimate)
		.toSorted((a, b) => b - a)
		.slice(0, slotCount);
	return {
		player,
		captain: Math.max(player, computeAverage(best)),
		bench: getPoints(floorPrice),
		chance: unlocked.length > 0 ? computeAverage(unlocked.map(({ chanceToPlay }) => chanceToPlay)) : 1,
	};
}

/** The number of a team among those that are compared: their hidden players get different ids, and do not cancel out. */
export type RivalSide = number;

/**
 * Projects a rival's final score only from what rivals see (docs/game-rules.md#what-rivals-see). Every hidden player
 * counts as an ordinary one, so the result does not reveal who she is.
 */
export function computeRivalOutlook(
	{ lineup, hidden }: RedactedLineup,
	{ getOutlook, getPositions, rules }: OutlookContext & { readonly rules: RivalRules },
	{ estimates, side }: { readonly estimates: HiddenEstimates; readonly side: RivalSide },
): TeamOutlook {
	const slots = listSlots(rules);
	// Hidden players get ids of their own, below 0.
	const ids = listSlotIds(lineup, rules).map((id, index) =>
		hidden > 0 && isNobody(id) ? -(1 + index + side * slots.length) : id,
	);
	const listHidden = (area: "field" | "bench") => ids.filter((id, index) => id < 0 && slots[index]?.area === area);
	const hiddenCaptain = isNobody(lineup.captainId) ? listHidden("field")[0] : undefined;
	const filled = buildLineupFromIds(ids, rules, {
		captainId: hiddenCaptain ?? lineup.captainId,
		viceCaptainId: hiddenCaptain === undefined ? lineup.viceCaptainId : NOBODY,
		emergency: [...lineup.emergency, ...listHidden("bench")],
	});
	const createHiddenOutlook = (points: Points): PlayerOutlook => ({
		chance: estimates.chance,
		points,
		// Doubled, because it is not known who she is.
		variance: 2 * computeScoreVariance(points, 1, rules),
		stage: "to-come",
	});
	const hiddenBench = new Set(listHidden("bench"));
	const getHiddenEstimate = (id: PlayerId) => {
		if (id === hiddenCaptain) return estimates.captain;
		return hiddenBench.has(id) ? estimates.bench : estimates.player;
	};
	const getSlotLines = (id: PlayerId): readonly Line[] => {
		const line = slots[ids.indexOf(id)]?.line;
		return line ? [line] : [];
	};
	return computeTeamOutlook(filled, {
		getOutlook: (id) => (id >= 0 ? getOutlook(id) : createHiddenOutlook(getHiddenEstimate(id))),
		getPositions: (id) => (id >= 0 ? getPositions(id) : getSlotLines(id)),
		rules,
	});
}

/** Computes what a hidden player adds to a projected total: her points if she plays, and half of them, as cover, if she is out. */
export const getHiddenPoints = ({ chance }: HiddenEstimates, points: Points): Points =>
	Math.round((points * (1 + chance)) / 2);

/** Computes how a player counts in all teams' projected totals, in whole points. A hidden one counts as an average player. */
export function getPublicRound(
	{ chance, points }: PlayerOutlook,
	isVisible: boolean,
	estimates: HiddenEstimates,
): PlayerRound {
	if (!isVisible) return { state: "played", points: getHiddenPoints(estimates, estimates.player) };
	return isLikelyToPlay(chance) ? { state: "played", points: Math.round(points) } : DID_NOT_PLAY;
}

/**
 * The standard deviation of an ordinary team's final score around its public projection. It shrinks to 0 with the
 * matches that are left to an average club; those called off ahead of time do not count.
 */
export function computeTypicalDeviation({ matches }: Pick<Round, "matches">, rules: RivalRules): Points {
	const expected = matches.filter(isMatchExpected);
	const matchesLeft = computeMatchesLeft(expected, rules);
	const clubCount = new Set(expected.flatMap(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId])).size;
	const { player } = computeHiddenEstimates([], rules);
	/** Each player's variance counts once, the captain's with the square of the captain's factor. */
	const weight = sumLines(rules.field) - 1 + rules.captainFactor ** 2;
	return Math.sqrt((weight * computeScoreVariance(player, 1, rules) * 2 * matchesLeft) / Math.max(1, clubCount));
}
