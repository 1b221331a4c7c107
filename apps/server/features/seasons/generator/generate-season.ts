import type { Dollars, MatchId, PlayerId, Points, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import { computeOpeningPrice } from "@first-bounce/rules/prices/outlook";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import { applyDefaultRules } from "@first-bounce/rules/season-rules/apply-default-rules";
import type { SeasonRules, ThemedRounds } from "@first-bounce/rules/season-rules/season-rules";
import { CLUBS, type Club } from "./clubs.ts";
import { drawFixture, type FixtureMatch } from "./fixture.ts";
import { computeUsualPoints, developForNextYear, draftFootballers, type Footballer } from "./footballers.ts";
import { type MatchResult, playMatch } from "./match-play.ts";
import { createRandom, type Random } from "./random.ts";
import { type Selection, selectTeams } from "./selection.ts";

export interface SeasonOptions {
	/** The same seed and options give the same season, to the last free kick. */
	readonly seed: number;
	readonly id: number;
	readonly name: string;
	/** UTC midnight of the first round's Friday. */
	readonly firstDay: SeasonTime;
	/** The season before: its players stay, and their averages in it set the opening prices (docs/game-rules.md#prices). */
	readonly after?: GeneratedSeason;
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
	/** By match: how it will have ended. */
	readonly results: ReadonlyMap<MatchId, MatchResult>;
	/** By squad: a selection a round, the first round's first. */
	readonly selections: ReadonlyMap<SquadId, readonly Selection[]>;
}

const ROUNDS = 12;
/** How well last year's average tells this year's: deviation of the log. */
const LAST_YEAR = 0.2;

/**
 * The cap shall bite as it did in 2023, when a handball scored 2: now that it scores 3, a point costs less.
 */
export const GENERATED_RULES: SeasonRules = applyDefaultRules({
	lastRound: ROUNDS,
	finalAfterMinutes: 0,
	prices: { openingMagicNumber: 11_000 },
});

const DAY = 86_400_000;
const THEMED = [3, 4] as const;

/** Rounds 3 and 4, in the days that they are played. */
function listThemedRounds(firstDay: SeasonTime): ThemedRounds {
	const dayOf = (days: number) => new Date(firstDay + days * DAY).toISOString().slice(0, 10);
	return { theme: "indigenous", rounds: THEMED, from: dayOf((THEMED[0] - 1) * 7 - 3), to: dayOf(THEMED[1] * 7 - 3) };
}

function computeAverages(season: GeneratedSeason): ReadonlyMap<PlayerId, Points> {
	const points = new Map<PlayerId, Points[]>();
	for (const { lines } of season.results.values())
		for (const { playerId, stats } of lines)
			points.set(playerId, [...(points.get(playerId) ?? []), computePlayerPoints(stats, season.rules)]);
	return new Map([...points].map(([id, all]) => [id, all.reduce((sum, each) => sum + each, 0) / all.length]));
}

function computeOpeningPrices(
	footballers: readonly Footballer[],
	rules: SeasonRules,
	averages: ReadonlyMap<PlayerId, Points> | null,
	random: Random,
): ReadonlyMap<PlayerId, Dollars> {
	const lastAverage = (footballer: Footballer): Points | null => {
		if (averages) return averages.get(footballer.id) ?? null;
		if (footballer.isRookie) return null;
		return computeUsualPoints(footballer, rules.scoring) * Math.exp(random.normal(0, LAST_YEAR));
	};
	const m = rules.prices.openingMagicNumber;
	return new Map(
		footballers.map((footballer) => [footballer.id, computeOpeningPrice(lastAverage(footballer), m, rules)]),
	);
}

/** A fictional season of 18 clubs, 540 players and 12 rounds, played out from first bounce to last siren. Pure. */
export function generateSeason({ seed, id, name, firstDay, after }: SeasonOptions): GeneratedSeason {
	const random = createRandom(`season ${seed}`).fork(id);
	const rules = { ...GENERATED_RULES, themedRounds: [listThemedRounds(firstDay)] };
	const footballers = after
		? developForNextYear(after.footballers, firstDay, random.fork("next year"))
		: draftFootballers(firstDay, createRandom(`draft ${seed}`));
	const byId = new Map(footballers.map((footballer) => [footballer.id, footballer]));
	const matches = drawFixture(CLUBS, ROUNDS, firstDay, random.fork("fixture"));
	const selections = new Map(
		CLUBS.map((club) => {
			const list = footballers.filter(({ squadId }) => squadId === club.id);
			return [club.id, selectTeams(list, ROUNDS, random.fork(`selection ${club.id}`))] as const;
		}),
	);
	const side = (squadId: SquadId, roundId: number): Footballer[] =>
		(selections.get(squadId)?.[roundId - 1]?.playing ?? []).flatMap((playerId) => byId.get(playerId) ?? []);
	const results = new Map(
		matches.map(({ id: matchId, roundId, homeSquadId, awaySquadId }) => [
			matchId,
			playMatch(side(homeSquadId, roundId), side(awaySquadId, roundId), random.fork(`match ${matchId}`)),
		]),
	);
	const prices = computeOpeningPrices(footballers, rules, after ? computeAverages(after) : null, random.fork("prices"));
	return { seed, id, name, rules, clubs: CLUBS, footballers, openingPrices: prices, matches, results, selections };
}
