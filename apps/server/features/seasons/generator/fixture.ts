import type { MatchId, RoundId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import type { Club } from "./clubs.ts";
import type { Random } from "./random.ts";

export interface FixtureMatch {
	readonly id: MatchId;
	readonly roundId: RoundId;
	readonly homeSquadId: SquadId;
	readonly awaySquadId: SquadId;
	readonly venue: string;
	/** Of the ground's clocks. */
	readonly timeZone: string;
	readonly startsAt: SeasonTime;
}

const DAY = 86_400_000;
/** Start times on the home club's own clock, as days after the round's Friday. */
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

/** Circle method: the first stays, the others turn; in as many rounds as there are others everyone meets once. */
function listPairings<Team>(teams: readonly Team[], round: number): (readonly [Team, Team])[] {
	const [fixed, ...others] = teams;
	if (fixed === undefined) return [];
	const turned = others.map((_, index) => others[(index + round) % others.length] ?? fixed);
	const circle = [fixed, ...turned];
	return circle.slice(0, circle.length / 2).map((one, index) => [one, circle[circle.length - 1 - index] ?? fixed]);
}

/** Whoever has been at home less often is at home; the draw decides between equals. */
function assignHome(
	pair: readonly [Club, Club],
	homeGames: Map<SquadId, number>,
	random: Random,
): readonly [Club, Club] {
	const [one, other] = pair;
	const gamesOf = (club: Club): number => homeGames.get(club.id) ?? 0;
	const lead = gamesOf(one) - gamesOf(other);
	const order = lead < 0 || (lead === 0 && random.chance(0.5)) ? pair : ([other, one] as const);
	homeGames.set(order[0].id, gamesOf(order[0]) + 1);
	return order;
}

/** The instant at which a clock on a zone's wall shows this time on this day, given as UTC midnight. */
function computeZonedInstant(day: SeasonTime, hour: number, minute: number, timeZone: string): SeasonTime {
	const wanted = day + (hour * 60 + minute) * 60_000;
	const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
		.formatToParts(wanted)
		.find(({ type }) => type === "timeZoneName")?.value;
	const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(offset ?? "") ?? [];
	return wanted - (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/**
 * A season's matches, Friday to Sunday: every club once a round, no pairing twice within a round robin.
 *
 * @param firstDay UTC midnight of the first round's Friday
 */
export function drawFixture(
	clubs: readonly Club[],
	rounds: number,
	firstDay: SeasonTime,
	random: Random,
): FixtureMatch[] {
	const drawn = random.shuffle(clubs);
	const order = random.shuffle(Array.from({ length: clubs.length - 1 }, (_, index) => index));
	const homeGames = new Map<SquadId, number>();
	return Array.from({ length: rounds }, (_, index) => index).flatMap((index) => {
		const day = firstDay + index * 7 * DAY;
		const round = random.shuffle(listPairings(drawn, order[index % order.length] ?? index));
		const matches = round.map((pair, slot) => {
			const [home, away] = assignHome(pair, homeGames, random);
			const { day: later, hour, minute } = START_TIMES[slot % START_TIMES.length] ?? START_TIMES[0];
			return { home, away, startsAt: computeZonedInstant(day + later * DAY, hour, minute, home.timeZone) };
		});
		return matches
			.sort((one, other) => one.startsAt - other.startsAt)
			.map(({ home, away, startsAt }, place) => ({
				id: (index + 1) * 100 + place + 1,
				roundId: index + 1,
				homeSquadId: home.id,
				awaySquadId: away.id,
				venue: home.ground,
				timeZone: home.timeZone,
				startsAt,
			}));
	});
}
