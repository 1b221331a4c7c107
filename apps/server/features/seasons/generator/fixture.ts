import { DAY_MS } from "@first-bounce/rules/durations";
import type { MatchId, RoundId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import type { Club } from "./clubs.ts";
import type { Random } from "./random.ts";

export interface FixtureMatch {
	readonly id: MatchId;
	readonly roundId: RoundId;
	readonly homeSquadId: SquadId;
	readonly awaySquadId: SquadId;
	readonly venue: string;
	readonly timeZone: string;
	readonly startsAt: SeasonTime;
}

/** Start times in the home club's time zone; `day` counts from the round's Friday. */
const START_TIMES = [
	{ day: 0, hour: 19, minute: 15 },
	{ day: 1, hour: 13, minute: 5 },
	{ day: 1, hour: 15, minute: 5 },
	{ day: 1, hour: 17, minute: 5 },
	{ day: 1, hour: 19, minute: 15 },
	{ day: 2, hour: 12, minute: 35 },
	{ day: 2, hour: 13, minute: 5 },
	{ day: 2, hour: 15, minute: 5 },
	{ day: 2, hour: 17, minute: 5 },
] as const;

/**
 * Lists a round's pairings by the circle method: the first place stays and the others rotate, so `places.length - 1` rounds
 * make a round robin. The club that meets null has a bye.
 */
function listPairings(places: readonly (Club | null)[], round: number): (readonly [Club, Club])[] {
	const [fixed = null, ...others] = places;
	const circle = [fixed, ...others.map((_, index) => others[(index + round) % others.length] ?? null)];
	return circle.slice(0, circle.length / 2).flatMap((club, index) => {
		const opponent = circle[circle.length - 1 - index] ?? null;
		return club && opponent ? [[club, opponent] as const] : [];
	});
}

/**
 * Orders a pair as home and away club. The one with fewer home matches so far plays at home; if they are equal, chance
 * decides.
 */
function orderHomeAndAway(pair: readonly [Club, Club], homeMatches: Map<SquadId, number>, random: Random) {
	const [first, second] = pair;
	const countHomeMatches = (club: Club): number => homeMatches.get(club.id) ?? 0;
	const difference = countHomeMatches(first) - countHomeMatches(second);
	const order = difference < 0 || (difference === 0 && random.chance(0.5)) ? pair : ([second, first] as const);
	homeMatches.set(order[0].id, countHomeMatches(order[0]) + 1);
	return order;
}

/** How far a zone's local time is ahead of UTC at an instant, in milliseconds. */
function getZoneOffset(at: SeasonTime, timeZone: string): number {
	const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
		.formatToParts(at)
		.find(({ type }) => type === "timeZoneName")?.value;
	const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(offset ?? "") ?? [];
	return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Converts a local time to an instant. `day` is the UTC midnight of the local date. */
function computeZonedInstant(day: SeasonTime, hour: number, minute: number, timeZone: string): SeasonTime {
	const localAsUtc = day + (hour * 60 + minute) * 60_000;
	// Within hours of a daylight saving change, the offset at local time taken as UTC is not yet that of the instant.
	const estimate = localAsUtc - getZoneOffset(localAsUtc, timeZone);
	return localAsUtc - getZoneOffset(estimate, timeZone);
}

/**
 * Draws a season's matches, Friday to Sunday. Every club plays once a round, except for one with a bye if their number is odd,
 * and no pairing repeats within a round robin.
 *
 * @param firstDay UTC midnight of the first round's Friday
 */
export function drawFixture(clubs: readonly Club[], rounds: number, firstDay: SeasonTime, random: Random) {
	const shuffledClubs = random.shuffle(clubs);
	const places = clubs.length % 2 === 0 ? shuffledClubs : [...shuffledClubs, null];
	const roundOrder = random.shuffle(Array.from({ length: places.length - 1 }, (_, index) => index));
	const homeMatches = new Map<SquadId, number>();
	return Array.from({ length: rounds }, (_, index) => index).flatMap((roundIndex) => {
		const friday = firstDay + roundIndex * 7 * DAY_MS;
		const robinRound = roundOrder[roundIndex % roundOrder.length] ?? roundIndex;
		const pairings = random.shuffle(listPairings(places, robinRound));
		const matches = pairings.map((pair, slot) => {
			const [home, away] = orderHomeAndAway(pair, homeMatches, random);
			const { day: dayOffset, hour, minute } = START_TIMES[slot % START_TIMES.length] ?? START_TIMES[0];
			return { home, away, startsAt: computeZonedInstant(friday + dayOffset * DAY_MS, hour, minute, home.timeZone) };
		});
		return matches
			.sort((one, other) => one.startsAt - other.startsAt)
			.map(({ home, away, startsAt }, position) => ({
				// Such as 305 for the fifth match of round 3.
				id: (roundIndex + 1) * 100 + position + 1,
				roundId: roundIndex + 1,
				homeSquadId: home.id,
				awaySquadId: away.id,
				venue: home.ground,
				timeZone: home.timeZone,
				startsAt,
			}));
	});
}
