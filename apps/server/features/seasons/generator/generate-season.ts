import { DAY_MS } from "@first-bounce/rules/durations";
import type { Dollars, MatchId, PlayerId, Points, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import { computeAverage } from "@first-bounce/rules/numbers";
import { roundPrice } from "@first-bounce/rules/prices/price-change";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import { applyDefaultRules, type SeasonRules, type ThemedRounds } from "@first-bounce/rules/season-rules/season-rules";
import { type ClubTeam, selectTeams } from "./club-teams.ts";
import { type Club, listClubs } from "./clubs.ts";
import { drawFixture, type FixtureMatch } from "./fixture.ts";
import {
	computeExpectedPoints,
	createFootballers,
	createNextSeasonFootballers,
	type Footballer,
} from "./footballers.ts";
import { type MatchResult, playMatch } from "./match-play.ts";
import { createRandom, type Random } from "./random.ts";

export interface SeasonOptions {
	/** The same seed and options always give the same season. */
	readonly seed: number;
	readonly id: number;
	readonly name: string;
	/** UTC midnight of the first round's Friday. */
	readonly firstDay: SeasonTime;
	/** The season before: most of its players stay, and their averages set the opening prices (docs/game-rules.md#prices). */
	readonly previousSeason?: GeneratedSeason;
	/** By default 12. */
	readonly rounds?: number;
	/** By default 18; the same as in the previous season. If their number is odd, one club has a bye each round. */
	readonly clubs?: number;
}

export interface GeneratedSeason {
	readonly seed: number;
	readonly id: number;
	readonly name: string;
	readonly rules: SeasonRules;
	readonly clubs: readonly Club[];
	readonly footballers: readonly Footballer[];
	/** Prices in force in round 1. */
	readonly openingPrices: ReadonlyMap<PlayerId, Dollars>;
	readonly matches: readonly FixtureMatch[];
	/** The result of every match, by match id. */
	readonly results: ReadonlyMap<MatchId, MatchResult>;
	/** The teams that clubs announce, by squad id, in the order of rounds. */
	readonly announcedTeams: ReadonlyMap<SquadId, readonly ClubTeam[]>;
}

const DEFAULT_ROUNDS = 12;
const DEFAULT_CLUBS = 18;
/** Standard deviation of the logarithm of last season's average from this season's expected points. */
const PREVIOUS_AVERAGE_DEVIATION = 0.2;

/** The opening magic number keeps the salary cap as tight as in 2023, when a handball scored 2 points instead of 3. */
export const GENERATED_RULES: SeasonRules = applyDefaultRules({
	lastRound: DEFAULT_ROUNDS,
	finalAfterMinutes: 0,
	prices: { openingMagicNumber: 11_000 },
	instructions: { isAllowed: true },
});

const THEMED_ROUND_IDS = [3, 4] as const;

/** Gives two rounds a theme, from the Tuesday before the first to the Tuesday after the last, in days of UTC. */
function buildThemedRounds(firstDay: SeasonTime): ThemedRounds {
	const formatDay = (days: number) => new Date(firstDay + days * DAY_MS).toISOString().slice(0, 10);
	return {
		theme: "indigenous",
		rounds: THEMED_ROUND_IDS,
		from: formatDay((THEMED_ROUND_IDS[0] - 1) * 7 - 3),
		to: formatDay(THEMED_ROUND_IDS[1] * 7 - 3),
	};
}

function computeAverages(season: GeneratedSeason): ReadonlyMap<PlayerId, Points> {
	const points = new Map<PlayerId, Points[]>();
	for (const { lines } of season.results.values())
		for (const { playerId, stats } of lines)
			points.set(playerId, [...(points.get(playerId) ?? []), computePlayerPoints(stats, season.rules)]);
	return new Map([...points].map(([id, scores]) => [id, computeAverage(scores)]));
}

function computeOpeningPrices(
	footballers: readonly Footballer[],
	rules: SeasonRules,
	averages: ReadonlyMap<PlayerId, Points> | null,
	random: Random,
): ReadonlyMap<PlayerId, Dollars> {
	const getPreviousAverage = (footballer: Footballer): Points | null => {
		if (averages) return averages.get(footballer.id) ?? null;
		if (footballer.isRookie) return null;
		return computeExpectedPoints(footballer, rules.scoring) * Math.exp(random.normal(0, PREVIOUS_AVERAGE_DEVIATION));
	};
	const magicNumber = rules.prices.openingMagicNumber;
	return new Map(
		footballers.map((footballer) => [
			footballer.id,
			roundPrice((getPreviousAverage(footballer) ?? 0) * magicNumber, rules),
		]),
	);
}

/** Generates a fictional season, by default of 18 clubs and 12 rounds, with every match already played. Pure. */
export function generateSeason({
	seed,
	id,
	name,
	firstDay,
	previousSeason,
	rounds = DEFAULT_ROUNDS,
	clubs: clubCount = DEFAULT_CLUBS,
}: SeasonOptions): GeneratedSeason {
	const random = createRandom(`season ${seed}`).fork(id);
	const clubs = listClubs(clubCount);
	const rules = { ...GENERATED_RULES, lastRound: rounds, themedRounds: [buildThemedRounds(firstDay)] };
	const footballers = previousSeason
		? createNextSeasonFootballers(previousSeason.footballers, firstDay, random.fork("next year"))
		: createFootballers(clubs, firstDay, createRandom(`draft ${seed}`));
	const byId = new Map(footballers.map((footballer) => [footballer.id, footballer]));
	const matches = drawFixture(clubs, rounds, firstDay, random.fork("fixture"));
	const announcedTeams = new Map(
		clubs.map((club) => {
			const list = footballers.filter(({ squadId }) => squadId === club.id);
			return [club.id, selectTeams(list, rounds, random.fork(`selection ${club.id}`))] as const;
		}),
	);
	const listTeam = (squadId: SquadId, roundId: number): Footballer[] =>
		(announcedTeams.get(squadId)?.[roundId - 1]?.playing ?? []).flatMap((playerId) => byId.get(playerId) ?? []);
	const results = new Map(
		matches.map(({ id: matchId, roundId, homeSquadId, awaySquadId }) => [
			matchId,
			playMatch(listTeam(homeSquadId, roundId), listTeam(awaySquadId, roundId), random.fork(`match ${matchId}`)),
		]),
	);
	const prices = computeOpeningPrices(
		footballers,
		rules,
		previousSeason ? computeAverages(previousSeason) : null,
		random.fork("prices"),
	);
	return { seed, id, name, rules, clubs, footballers, openingPrices: prices, matches, results, announcedTeams };
}
