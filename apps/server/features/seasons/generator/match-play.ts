import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import { mapStats, type StatKey, type StatLine } from "@first-bounce/rules/scoring/stats";
import type { Footballer } from "./footballers.ts";
import type { Random } from "./random.ts";
import { getStatRandom } from "./stat-profile.ts";

export interface PlayedLine {
	readonly playerId: PlayerId;
	readonly squadId: SquadId;
	readonly stats: StatLine;
}

/** What a match came to. A side's score is six for a goal and one for a behind, all kicked by its players. */
export interface MatchResult {
	readonly lines: readonly PlayedLine[];
	readonly homeScore: number;
	readonly awayScore: number;
}

/** Sixteen of twenty-one are on the ground at any time. */
const MEAN_TOG = (16 / 21) * 100;
/** Deviation of the log of a player's day, beyond chance. */
const DAY_FORM = 0.12;
const EARLY_INJURY = 0.012;
/** What a level's difference between two sides does to what they kick. */
const DOMINANCE = 1.5;
const WEATHER = 0.24;
/** What a side's rucks share in a match. */
const HITOUTS = 27;

const computeMeanLevel = (side: readonly Footballer[]): number =>
	side.reduce((sum, { level }) => sum + level, 0) / Math.max(1, side.length);

function drawTimesOnGround(side: readonly Footballer[], random: Random): number[] {
	const drawn = side.map(({ tog }) => (random.chance(EARLY_INJURY) ? random.between(8, 40) : random.normal(tog, 7)));
	const shift = MEAN_TOG - drawn.reduce((sum, tog) => sum + tog, 0) / Math.max(1, drawn.length);
	return drawn.map((tog) => Math.round(Math.min(100, Math.max(5, tog + shift))));
}

function playSide(side: readonly Footballer[], attack: number, random: Random): PlayedLine[] {
	const togs = drawTimesOnGround(side, random);
	const rucks = side.reduce((sum, { rates }) => sum + rates.HO, 0);
	return side.map((footballer, index) => {
		const TOG = togs[index] ?? 0;
		const day = (TOG / footballer.tog) * Math.exp(random.normal(-(DAY_FORM ** 2) / 2, DAY_FORM));
		const factors: Partial<Record<StatKey, number>> = {
			G: attack,
			B: attack,
			HO: Math.min(1.2, HITOUTS / Math.max(rucks, 1)),
		};
		const counts = mapStats((key) =>
			getStatRandom(key, random, footballer.id).poisson(footballer.rates[key] * day * (factors[key] ?? 1)),
		);
		// A goal or behind is a kick as well.
		const K = Math.max(counts.K, counts.G + counts.B);
		return { playerId: footballer.id, squadId: footballer.squadId, stats: { ...counts, K, TOG } };
	});
}

const computeScore = (lines: readonly PlayedLine[]): number =>
	lines.reduce((sum, { stats }) => sum + 6 * stats.G + stats.B, 0);

/** Plays a match between two sides of twenty-one. */
export function playMatch(home: readonly Footballer[], away: readonly Footballer[], random: Random): MatchResult {
	const edge = Math.log(computeMeanLevel(home) / computeMeanLevel(away)) * DOMINANCE + 0.04 + random.normal(0, WEATHER);
	const homeLines = playSide(home, Math.exp(edge), random);
	const awayLines = playSide(away, Math.exp(-edge), random);
	return {
		lines: [...homeLines, ...awayLines],
		homeScore: computeScore(homeLines),
		awayScore: computeScore(awayLines),
	};
}
