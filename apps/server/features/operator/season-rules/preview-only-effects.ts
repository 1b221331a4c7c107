import { isDeepStrictEqual } from "node:util";
import type { RulesEffect } from "@first-bounce/contract/operator/season/season-rules";
import { computeAverage, roundToTenth } from "@first-bounce/rules/numbers";
import { computePrior } from "@first-bounce/rules/projections/estimate";
import { computeSeasonLength } from "@first-bounce/rules/season-rules/season-length";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { loadSeason } from "../../seasons/current/load-season-snapshot.ts";
import { createEffect, type RulesChange } from "./effects.ts";
import { countCaptains, findLastPublishedRound } from "./queries.ts";

/** Computes teams' average points, with each captain factor, in the round of any season that was published last. */
async function findCaptainEffect({ db, season, after }: RulesChange): Promise<RulesEffect[]> {
	const before = season.rules.captainFactor;
	const lastRound = after.captainFactor === before ? undefined : await findLastPublishedRound(db);
	const playedSeason = lastRound && (await loadSeason(db, lastRound.seasonId));
	if (!lastRound || !playedSeason) return [];
	let [teams, points, captainPoints] = [0, 0, 0];
	for (const { captainId, viceCaptainId, count, sum } of await countCaptains(db, lastRound)) {
		const findScore = (id: number) => playedSeason.players.get(id)?.scores.get(lastRound.roundId);
		teams += count;
		points += sum;
		captainPoints += count * (findScore(captainId) ?? findScore(viceCaptainId) ?? 0);
	}
	if (teams === 0) return [];
	// `points` already include the factor of the season that was played, which may differ from `before`.
	const computeAverage = (factor: number) =>
		roundToTenth((points + (factor - playedSeason.rules.captainFactor) * captainPoints) / teams);
	const values = {
		season: playedSeason.name,
		round: lastRound.roundId,
		before: computeAverage(before),
		after: computeAverage(after.captainFactor),
	};
	return [createEffect("captainFactor", "captain", values)];
}

/** Computes what an average player is expected to score before her first match, without regard to ownership. */
function findEstimateEffect({ season: { rules, players }, after }: RulesChange): RulesEffect[] {
	const isPriorChanged = !isDeepStrictEqual(rules.projections.prior, after.projections.prior);
	const isMagicNumberChanged = rules.prices.openingMagicNumber !== after.prices.openingMagicNumber;
	if (players.size === 0 || (!isPriorChanged && !isMagicNumberChanged)) return [];
	const openingPrices = [...players.values()].map((player) => [...player.prices.values()][0] ?? player.cost);
	const openingPrice = computeAverage(openingPrices);
	const estimateScores = (seasonRules: SeasonRules) =>
		roundToTenth(computePrior({ openingPrice, ownership: null }, seasonRules.projections.prior, seasonRules));
	const rulePath = isMagicNumberChanged ? "prices.openingMagicNumber" : "projections.prior";
	return [
		createEffect(rulePath, "estimates", {
			price: Math.round(openingPrice / 1_000) * 1_000,
			before: estimateScores(rules),
			after: estimateScores(after),
		}),
	];
}

function findRoundEffects({ season: { rules, rounds }, after }: RulesChange): RulesEffect[] {
	const effects: RulesEffect[] = [];
	const countDoubleWeeks = ({ singleWeekMatches }: SeasonRules) =>
		rounds.filter(({ matches }) => matches.length > singleWeekMatches).length;
	if (rules.singleWeekMatches !== after.singleWeekMatches)
		effects.push(
			createEffect("singleWeekMatches", "double-weeks", {
				before: countDoubleWeeks(rules),
				count: countDoubleWeeks(after),
			}),
		);
	const { startRound } = after.cup;
	if (startRound !== null && startRound !== rules.cup.startRound) {
		const count = after.lastRound - startRound + 1;
		const teams = computeSeasonLength(after).cupTeams ?? 0;
		effects.push(createEffect("cup.startRound", "cup", { count, round: startRound, teams }));
	}
	return effects;
}

/** Finds effects of changed rules on scores, projections and rounds that never prevent saving, so only a preview shows them. */
export const findPreviewOnlyEffects = async (change: RulesChange): Promise<RulesEffect[]> => [
	...(await findCaptainEffect(change)),
	...findEstimateEffect(change),
	...findRoundEffects(change),
];
