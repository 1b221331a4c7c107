import type { PlayerId, Points, SquadId } from "@first-bounce/rules/ids";
import { LINES, type Line } from "@first-bounce/rules/player";
import { mapStats, STAT_KEYS, type StatKey } from "@first-bounce/rules/scoring/stats";
import { CLUBS } from "./clubs.ts";
import { createNameGenerator, type PersonName } from "./names.ts";
import type { Random } from "./random.ts";
import { getStatRandom, STAT_PROFILES, STAT_STYLES } from "./stat-profile.ts";

/** A player as only the generator knows her: what she would do in an ordinary match. */
export interface Footballer extends PersonName {
	readonly id: PlayerId;
	readonly squadId: SquadId;
	readonly position: readonly Line[];
	/** Year-month-day. */
	readonly birthday: string;
	/** 1 for who stands at the measured mean of her line. */
	readonly level: number;
	/** Mean counts of a match. */
	readonly rates: Readonly<Record<StatKey, number>>;
	/** Usual time on ground in percent. */
	readonly tog: number;
	/** Without a season behind her she opens at the floor price. */
	readonly isRookie: boolean;
}

/** The thirty listed players of a club by their first line. */
const LIST: Readonly<Record<Line, number>> = { DEF: 9, MID: 8, RUC: 2, FWD: 11 };
const DUAL = 0.25;
const TRIPLE = 0.02;
const ROOKIES = 0.14;
const CLUB_SPREAD = 0.06;
const BEST_LEVEL = 1.8;
/** Players who get a game are better than the list's median; this brings their mean to the measured one. */
const MEDIAN_LEVEL: Readonly<Record<Line, number>> = { DEF: 0.91, MID: 0.89, RUC: 0.9, FWD: 0.88 };

const NEIGHBOURS: Readonly<Record<Line, readonly { readonly weight: number; readonly item: Line }[]>> = {
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

function drawPosition(first: Line, random: Random): readonly Line[] {
	const share = random.next();
	const count = share < TRIPLE ? 3 : share < TRIPLE + DUAL ? 2 : 1;
	const lines = new Set([first]);
	const options = NEIGHBOURS[first];
	while (lines.size < Math.min(count, options.length + 1)) lines.add(random.weighted(options));
	return [first, ...LINES.filter((line) => line !== first && lines.has(line))];
}

/** Who plays several lines does something of each: most of it what her first line does. */
function drawRates(position: readonly Line[], level: number, random: Random): Record<StatKey, number> {
	const [first = "MID", ...others] = position;
	const rate = (key: StatKey): number => {
		const own = STAT_PROFILES[first].means[key];
		const theirs = others.map((line) => STAT_PROFILES[line].means[key]);
		const mean = others.length === 0 ? own : 0.75 * own + (0.25 * theirs.reduce((a, b) => a + b, 0)) / others.length;
		const { follows, style } = STAT_STYLES[key];
		return mean * level ** follows * Math.exp(getStatRandom(key, random).normal(-(style ** 2) / 2, style));
	};
	return mapStats(rate);
}

const formatIsoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A birthday that makes her 18 to 36 when the season opens, most of them in their twenties. */
function drawBirthday(isRookie: boolean, opensAt: number, random: Random): string {
	const age = isRookie
		? random.between(18, 21.5)
		: Math.min(36, 19 + Math.abs(random.normal(0, 1)) * 4.4 + random.next() * 2);
	return formatIsoDay(opensAt - age * 365.25 * 86_400_000);
}

interface Vacancy {
	readonly id: PlayerId;
	readonly squadId: SquadId;
	readonly line: Line;
	readonly isRookie: boolean;
	/** Added to the logarithm of her level. */
	readonly strength: number;
}

function drawFootballer(
	{ id, squadId, line, isRookie, strength }: Vacancy,
	name: PersonName,
	opensAt: number,
	random: Random,
): Footballer {
	const log = random.normal(Math.log(MEDIAN_LEVEL[line]) + strength, STAT_PROFILES[line].spread);
	const level = Math.min(BEST_LEVEL, Math.exp(isRookie ? log - 0.2 : log));
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

/** The competition's 540 players; `opensAt` is the season's first day in milliseconds. */
export function draftFootballers(opensAt: number, random: Random): Footballer[] {
	const nextName = createNameGenerator(random.fork("names"));
	const places = CLUBS.flatMap((club) => {
		const strength = random.fork(`club ${club.id}`).normal(0, CLUB_SPREAD);
		return LINES.flatMap((line) => Array.from({ length: LIST[line] }, () => ({ squadId: club.id, line, strength })));
	});
	return places.map((place, index) => {
		const id = 1_001 + index;
		const own = random.fork(`player ${id}`);
		return drawFootballer({ ...place, id, isRookie: own.chance(ROOKIES) }, nextName(), opensAt, own);
	});
}

/** Points of an ordinary match of hers under a season's weights. */
export const computeUsualPoints = (
	{ rates }: Pick<Footballer, "rates">,
	scoring: Readonly<Record<string, number>>,
): Points => STAT_KEYS.reduce((sum, key) => sum + rates[key] * (scoring[key] ?? 0), 0);

/** She is a little better or worse, and a rookie no more. */
function developFootballer(footballer: Footballer, random: Random): Footballer {
	const change = Math.exp(random.normal(footballer.isRookie ? 0.12 : 0, footballer.isRookie ? 0.2 : 0.11));
	return {
		...footballer,
		level: Math.min(BEST_LEVEL, footballer.level * change),
		rates: mapStats((key) => footballer.rates[key] * change ** STAT_STYLES[key].follows),
		isRookie: false,
	};
}

/** The next season's players: a seventh of each list, mostly its weakest, makes room for rookies; the others go on. */
export function developForNextYear(before: readonly Footballer[], opensAt: number, random: Random): Footballer[] {
	const nextName = createNameGenerator(random.fork("names"), before);
	const lists = Map.groupBy(before, ({ squadId }) => squadId);
	const leaving = new Set(
		[...lists.values()].flatMap((list) =>
			random
				.shuffle(list)
				.map((footballer) => ({ footballer, worth: footballer.level * Math.exp(random.normal(0, 0.35)) }))
				.sort((one, other) => one.worth - other.worth)
				.slice(0, Math.round(list.length * ROOKIES))
				.map(({ footballer }) => footballer),
		),
	);
	let id = Math.max(...before.map((footballer) => footballer.id));
	return before.map((footballer) => {
		const own = random.fork(`player ${footballer.id}`);
		if (!leaving.has(footballer)) return developFootballer(footballer, own);
		id += 1;
		const { squadId, position } = footballer;
		return drawFootballer(
			{ id, squadId, line: position[0] ?? "MID", isRookie: true, strength: 0 },
			nextName(),
			opensAt,
			own,
		);
	});
}
