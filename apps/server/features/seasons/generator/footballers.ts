import { DAY_MS } from "@first-bounce/rules/durations";
import type { PlayerId, Points, SquadId } from "@first-bounce/rules/ids";
import { sum } from "@first-bounce/rules/numbers";
import { LINES, type Line } from "@first-bounce/rules/player";
import { mapStats, STAT_KEYS, type StatKey } from "@first-bounce/rules/scoring/stats";
import type { Club } from "./clubs.ts";
import { createNameGenerator, type PersonName } from "./names.ts";
import type { Random } from "./random.ts";
import { getStatRandom, STAT_PROFILES, STAT_VARIATIONS } from "./stat-profile.ts";

/** A generated player, with the parameters that her match stats are drawn from. */
export interface Footballer extends PersonName {
	readonly id: PlayerId;
	readonly squadId: SquadId;
	readonly position: readonly Line[];
	/** YYYY-MM-DD. */
	readonly birthday: string;
	/** Relative ability; 1 is the mean of her line in the 2023 season. */
	readonly level: number;
	/** Mean count of each stat per match. */
	readonly rates: Readonly<Record<StatKey, number>>;
	/** Usual time on ground in percent. */
	readonly tog: number;
	/** Rookies have no average from a previous season, so they start at the floor price. */
	readonly isRookie: boolean;
}

/** How many of a club's thirty players have each line as their first. */
const PLAYERS_PER_LINE: Readonly<Record<Line, number>> = { DEF: 9, MID: 8, RUC: 2, FWD: 11 };
const DUAL_POSITION_SHARE = 0.25;
const TRIPLE_POSITION_SHARE = 0.02;
const ROOKIE_SHARE = 0.14;
const CLUB_LEVEL_DEVIATION = 0.06;
const MAX_LEVEL = 1.8;
/** What is subtracted from the logarithm of a rookie's level. */
const ROOKIE_LOG_LEVEL_PENALTY = 0.2;
/**
 * The median level of a club's list. It is below 1, because the players who are selected are better than the median: their
 * mean level is then about 1.
 */
const MEDIAN_LEVEL: Readonly<Record<Line, number>> = { DEF: 0.91, MID: 0.89, RUC: 0.9, FWD: 0.88 };

const EXTRA_LINE_WEIGHTS: Readonly<Record<Line, readonly { readonly weight: number; readonly item: Line }[]>> = {
	DEF: [
		{ weight: 6, item: "MID" },
		{ weight: 4, item: "FWD" },
		{ weight: 1, item: "RUC" },
	],
	MID: [
		{ weight: 6, item: "FWD" },
		{ weight: 4, item: "DEF" },
	],
	RUC: [
		{ weight: 8, item: "FWD" },
		{ weight: 2, item: "DEF" },
	],
	FWD: [
		{ weight: 7, item: "MID" },
		{ weight: 3, item: "RUC" },
		{ weight: 3, item: "DEF" },
	],
};

function drawLineCount(random: Random): number {
	const roll = random.next();
	if (roll < TRIPLE_POSITION_SHARE) return 3;
	return roll < TRIPLE_POSITION_SHARE + DUAL_POSITION_SHARE ? 2 : 1;
}

function drawPosition(first: Line, random: Random): readonly Line[] {
	const count = drawLineCount(random);
	const lines = new Set([first]);
	const options = EXTRA_LINE_WEIGHTS[first];
	while (lines.size < Math.min(count, options.length + 1)) lines.add(random.weighted(options));
	return [first, ...LINES.filter((line) => line !== first && lines.has(line))];
}

/**
 * Draws a player's mean counts per match. If she plays several lines, the profile of the first counts three quarters, and
 * those of the others together one quarter.
 */
function drawRates(position: readonly Line[], level: number, random: Random): Record<StatKey, number> {
	const [first = "MID", ...others] = position;
	const drawRate = (key: StatKey): number => {
		const firstMean = STAT_PROFILES[first].means[key];
		const otherMeans = others.map((line) => STAT_PROFILES[line].means[key]);
		const mean = others.length === 0 ? firstMean : 0.75 * firstMean + (0.25 * sum(otherMeans)) / others.length;
		const { levelExponent, deviation } = STAT_VARIATIONS[key];
		return (
			mean * level ** levelExponent * Math.exp(getStatRandom(key, random).normal(-(deviation ** 2) / 2, deviation))
		);
	};
	return mapStats(drawRate);
}

const formatIsoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Draws a birthday that makes her 18 to 36 when the season opens, most often in her twenties. */
function drawBirthday(isRookie: boolean, opensAt: number, random: Random): string {
	const age = isRookie
		? random.between(18, 21.5)
		: Math.min(36, 19 + Math.abs(random.normal(0, 1)) * 4.4 + random.next() * 2);
	return formatIsoDay(opensAt - age * 365.25 * DAY_MS);
}

interface ListSpot {
	readonly id: PlayerId;
	readonly squadId: SquadId;
	readonly line: Line;
	readonly isRookie: boolean;
	/** The club's strength, added to the logarithm of her level. */
	readonly strength: number;
}

function drawFootballer(
	{ id, squadId, line, isRookie, strength }: ListSpot,
	name: PersonName,
	opensAt: number,
	random: Random,
): Footballer {
	const logLevel = random.normal(Math.log(MEDIAN_LEVEL[line]) + strength, STAT_PROFILES[line].spread);
	const level = Math.min(MAX_LEVEL, Math.exp(isRookie ? logLevel - ROOKIE_LOG_LEVEL_PENALTY : logLevel));
	const position = drawPosition(line, random);
	return {
		...name,
		id,
		squadId,
		position,
		birthday: drawBirthday(isRookie, opensAt, random),
		level,
		rates: drawRates(position, level, random),
		tog: Math.min(93, Math.max(52, random.normal(STAT_PROFILES[line].tog + 8 * (level - 1), 6))),
		isRookie,
	};
}

/** Draws thirty players for each club. `opensAt` is the season's first day in milliseconds. */
export function createFootballers(clubs: readonly Club[], opensAt: number, random: Random): Footballer[] {
	const nextName = createNameGenerator(random.fork("names"));
	const spots = clubs.flatMap((club) => {
		const strength = random.fork(`club ${club.id}`).normal(0, CLUB_LEVEL_DEVIATION);
		return LINES.flatMap((line) =>
			Array.from({ length: PLAYERS_PER_LINE[line] }, () => ({ squadId: club.id, line, strength })),
		);
	});
	return spots.map((spot, index) => {
		const id = 1_001 + index;
		const playerRandom = random.fork(`player ${id}`);
		return drawFootballer(
			{ ...spot, id, isRookie: playerRandom.chance(ROOKIE_SHARE) },
			nextName(),
			opensAt,
			playerRandom,
		);
	});
}

/** Computes expected points per match under a season's scoring weights. */
export const computeExpectedPoints = (
	{ rates }: Pick<Footballer, "rates">,
	scoring: Readonly<Record<string, number>>,
): Points => sum(STAT_KEYS.map((key) => rates[key] * (scoring[key] ?? 0)));

/** Varies a player's level for the next season, and ends her rookie status. */
function developFootballer(footballer: Footballer, random: Random): Footballer {
	const levelFactor = Math.exp(random.normal(footballer.isRookie ? 0.12 : 0, footballer.isRookie ? 0.2 : 0.11));
	return {
		...footballer,
		level: Math.min(MAX_LEVEL, footballer.level * levelFactor),
		rates: mapStats((key) => footballer.rates[key] * levelFactor ** STAT_VARIATIONS[key].levelExponent),
		isRookie: false,
	};
}

/** Builds the next season's players: rookies replace a seventh of each list, mostly its weakest players. */
export function createNextSeasonFootballers(lastSeason: readonly Footballer[], opensAt: number, random: Random) {
	const nextName = createNameGenerator(random.fork("names"), lastSeason);
	const lists = Map.groupBy(lastSeason, ({ squadId }) => squadId);
	const leaving = new Set(
		[...lists.values()].flatMap((list) =>
			random
				.shuffle(list)
				.map((footballer) => ({ footballer, value: footballer.level * Math.exp(random.normal(0, 0.35)) }))
				.sort((one, other) => one.value - other.value)
				.slice(0, Math.round(list.length * ROOKIE_SHARE))
				.map(({ footballer }) => footballer),
		),
	);
	let id = Math.max(...lastSeason.map((footballer) => footballer.id));
	return lastSeason.map((footballer) => {
		const playerRandom = random.fork(`player ${footballer.id}`);
		if (!leaving.has(footballer)) return developFootballer(footballer, playerRandom);
		id += 1;
		const { squadId, position } = footballer;
		return drawFootballer(
			{ id, squadId, line: position[0] ?? "MID", isRookie: true, strength: 0 },
			nextName(),
			opensAt,
			playerRandom,
		);
	});
}
