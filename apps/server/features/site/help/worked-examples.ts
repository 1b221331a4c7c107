import { computeLadder } from "@first-bounce/rules/head-to-head/ladder";
import type { PlayerId, Points } from "@first-bounce/rules/ids";
import {
	buildLineupFromIds,
	createEmptyLineup,
	listFieldIds,
	listSlots,
	setPlayerAt,
} from "@first-bounce/rules/lineup/slots";
import { roundToTenth, sum } from "@first-bounce/rules/numbers";
import type { Line, Player } from "@first-bounce/rules/player";
import { computeNextPrice, computePriceDelta, getPriceWeights } from "@first-bounce/rules/prices/price-change";
import { computeBreakEven, roundBreakEven } from "@first-bounce/rules/prices/price-projection";
import { computeEstimate, computePrior, computeRange } from "@first-bounce/rules/projections/estimate";
import { computeBankAfterEdit } from "@first-bounce/rules/salary/salary";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import { DID_NOT_PLAY, type PlayerRound } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import { EMPTY_STAT_LINE, STAT_KEYS } from "@first-bounce/rules/scoring/stats";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { FactFormats, FactTree } from "./fact-formats.ts";

/** A midfielder's stats in a match. */
const EXAMPLE_STATS = { ...EMPTY_STAT_LINE, K: 15, H: 8, M: 5, T: 4, FF: 1, FA: 2, G: 1, B: 1, TOG: 80 };

function buildScoreExample(rules: SeasonRules, { number }: FactFormats): FactTree {
	const parts = STAT_KEYS.filter((key) => EXAMPLE_STATS[key] > 0).map(
		(key) => `${EXAMPLE_STATS[key]} × ${number(rules.scoring[key])}`,
	);
	return { sum: parts.join(" + "), total: computePlayerPoints(EXAMPLE_STATS, rules) };
}

/**
 * Scores a team in which an emergency covers a defender who did not play. Ids count from 1, first on the field, then on
 * the bench.
 */
function buildCoverExample(rules: SeasonRules): FactTree {
	const ids = listSlots(rules).map((_, place) => place + 1);
	const field = listFieldIds(buildLineupFromIds(ids, rules));
	const [absentId = 0, captainId = 0, viceCaptainId = 0, ...others] = field;
	const emergencyId = field.length + 1;
	const team = buildLineupFromIds(ids, rules, { captainId, viceCaptainId, emergency: [emergencyId] });
	const scores = new Map<PlayerId, Points>([
		[captainId, 95],
		[viceCaptainId, 80],
		[emergencyId, 41],
		...others.map((id, index): [PlayerId, Points] => [id, 52 + 3 * (index % 9)]),
	]);
	const buildPlayerRound = (id: PlayerId): PlayerRound => ({ state: "played", points: scores.get(id) ?? 0 });
	const getPositions = (): readonly Line[] => ["DEF"];
	const scoreWithout = (absentIds: readonly PlayerId[]): Points =>
		scoreLineup(team, (id) => (absentIds.includes(id) ? DID_NOT_PLAY : buildPlayerRound(id)), getPositions, rules)
			.points;
	return {
		captain: 95,
		vice: 80,
		bench: 41,
		otherCount: others.length,
		others: sum(others.map((id) => scores.get(id) ?? 0)),
		total: scoreWithout([absentId]),
		withoutCaptain: scoreWithout([absentId, captainId]),
	};
}

const BANK_EXAMPLE = { start: 50_000, out: 600_000, in: 640_000 };

function buildBankExample(rules: SeasonRules, { dollars }: FactFormats): FactTree {
	const buildPlayer = (id: PlayerId, cost: number): Player => ({ id, name: "", squadId: 1, position: ["MID"], cost });
	const players = new Map(
		[buildPlayer(1, BANK_EXAMPLE.out), buildPlayer(2, BANK_EXAMPLE.in)].map((player) => [player.id, player]),
	);
	const place = listSlots(rules)[0];
	if (!place) return {};
	const withPlayer = (id: PlayerId) => setPlayerAt(createEmptyLineup(rules), place, id, rules);
	const end = computeBankAfterEdit(BANK_EXAMPLE.start, withPlayer(1), withPlayer(2), (id) => players.get(id));
	return {
		spent: dollars(rules.salaryCap - BANK_EXAMPLE.start),
		start: dollars(BANK_EXAMPLE.start),
		out: dollars(BANK_EXAMPLE.out),
		in: dollars(BANK_EXAMPLE.in),
		end: dollars(end),
	};
}

/** Newest first. */
const EXAMPLE_SCORES = [60, 50, 40] as const;
const EXAMPLE_PRICE = 500_000;
const FRACTIONS = ["1/2", "1/3", "1/4", "1/6", "1/9", "2/9", "1/12", "2/3"];
/** Formats a weight as one of these fractions, else as a decimal with up to four places. */
const formatFraction = (weight: number): string =>
	FRACTIONS.find((text) => {
		const [numerator = 0, denominator = 1] = text.split("/").map(Number);
		return Math.abs(numerator / denominator - weight) < 1e-9;
	}) ?? String(Math.round(weight * 1e4) / 1e4);

function buildPriceExample(rules: SeasonRules, { dollars, number, range }: FactFormats): FactTree {
	const magicNumber = rules.prices.openingMagicNumber;
	const [newest, ...earlier] = EXAMPLE_SCORES;
	const terms = getPriceWeights(EXAMPLE_SCORES.length, rules).map(
		(weight, index) =>
			`${formatFraction(weight)} × (${dollars(magicNumber * (EXAMPLE_SCORES[index] ?? 0))} − ${dollars(EXAMPLE_PRICE)})`,
	);
	const prior = computePrior({ openingPrice: EXAMPLE_PRICE, ownership: null }, rules.projections.prior, rules);
	const estimate = computeEstimate(prior, EXAMPLE_SCORES, rules);
	const { low, high } = computeRange(estimate, rules);
	return {
		m: dollars(magicNumber),
		before: dollars(EXAMPLE_PRICE),
		scores: EXAMPLE_SCORES.join(", "),
		newest,
		sum: terms.join(" + "),
		window: rules.prices.weights.length,
		delta: dollars(Math.round(computePriceDelta(EXAMPLE_PRICE, EXAMPLE_SCORES, magicNumber, rules))),
		after: dollars(computeNextPrice(EXAMPLE_PRICE, EXAMPLE_SCORES, magicNumber, rules)),
		breakEven: number(roundBreakEven(computeBreakEven(EXAMPLE_PRICE, earlier, magicNumber, rules))),
		priorMatches: number(rules.projections.priorMatches),
		projected: number(Math.round(estimate)),
		range: range(Math.round(low), Math.round(high)),
	};
}

const TEAMS = ["Banana Kicks", "Long Bombs", "Centre Square"] as const;

function buildLadderExample(rules: SeasonRules, { number, range }: FactFormats): FactTree {
	const result = { isFinal: false, isConsolation: false, home: 1 };
	const results = [
		{ ...result, roundId: 1, away: 2, homePoints: 1_100, awayPoints: 1_000 },
		{ ...result, roundId: 2, away: 3, homePoints: 980, awayPoints: 1_040 },
	];
	const members = TEAMS.map((_, index) => ({ teamId: index + 1, joinNumber: index }));
	const row = computeLadder(members, results, { tiebreaker: "percentage", medianGame: false }, rules).find(
		({ teamId }) => teamId === 1,
	);
	const [first, second] = results.map(({ homePoints, awayPoints }) => range(homePoints, awayPoints));
	return {
		a: TEAMS[0],
		b: TEAMS[1],
		c: TEAMS[2],
		score1: first ?? "",
		score2: second ?? "",
		points: row?.premiershipPoints ?? 0,
		for: row?.pointsFor ?? 0,
		against: row?.pointsAgainst ?? 0,
		percentage: number(roundToTenth(row?.percentage ?? 0)),
	};
}

/** Builds the help's worked examples with the rules themselves, so that text and code always agree. */
export const buildWorkedExamples = (rules: SeasonRules, formats: FactFormats): FactTree => ({
	score: buildScoreExample(rules, formats),
	cover: buildCoverExample(rules),
	bank: buildBankExample(rules, formats),
	price: buildPriceExample(rules, formats),
	ladder: buildLadderExample(rules, formats),
});
