import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { sum } from "@first-bounce/rules/numbers";
import type { MatchStatus } from "@first-bounce/rules/round/round";
import { mapStats, type StatKey, type StatLine } from "@first-bounce/rules/scoring/stats";
import type { MatchLine } from "../../seasons/current/season-snapshot.ts";
import type { MatchResult } from "../../seasons/generator/match-play.ts";
import type { Random } from "../../seasons/generator/random.ts";
import { getStatRandom } from "../../seasons/generator/stat-profile.ts";

const BREAK_MINUTES = [6, 14, 6];
const MIN_QUARTER_MINUTES = 19;
const MAX_QUARTER_MINUTES = 23;
/** The longest simulated match, in season time from its start. */
export const MAX_SIMULATED_MATCH_MS = (4 * MAX_QUARTER_MINUTES + sum(BREAK_MINUTES)) * MINUTE_MS;

/** The state of a match at one moment. */
export interface MatchMoment {
	readonly status: Exclude<MatchStatus, "partial">;
	/** The quarter, 1 to 4; during a break the quarter before it, and 0 before the first bounce. */
	readonly quarter: number;
	/** Whole minutes played, breaks left out. */
	readonly minutes: number;
	/** Whole seconds played of the quarter. */
	readonly clockSeconds: number;
	/** Whether the quarter is over. */
	readonly isBreak: boolean;
	/** The share of the playing time that is over. */
	readonly share: number;
	readonly lines: readonly MatchLine[];
}

interface PlayerTimeline {
	readonly line: MatchLine;
	/** For each stat, when each of its counts happened, as sorted shares of the playing time. */
	readonly events: Readonly<Record<StatKey, readonly number[]>>;
	/** Percentage of time on ground at the start of the match; it moves from there to the final value. */
	readonly firstTog: number;
}

const generateTimes = (count: number, random: Random): number[] =>
	Array.from({ length: count }, () => random.next()).sort((one, other) => one - other);

function buildPlayerTimeline(line: MatchLine, random: Random): PlayerTimeline {
	const events = mapStats((key) => generateTimes(line.stats[key], getStatRandom(key, random)));
	// A goal or behind comes from one of the player's kicks, at the same time.
	const kicks = random.shuffle<number>(events.K);
	const { G, B } = line.stats;
	const sortTimes = (times: readonly number[]) => [...times].sort((one, other) => one - other);
	return {
		line,
		events: { ...events, G: sortTimes(kicks.slice(0, G)), B: sortTimes(kicks.slice(G, G + B)) },
		firstTog: Math.min(100, Math.max(0, line.stats.TOG + random.between(-15, 15))),
	};
}

const countUntil = (events: readonly number[], share: number): number => {
	const nextIndex = events.findIndex((event) => event > share);
	return nextIndex < 0 ? events.length : nextIndex;
};

function getLineAt({ line, events, firstTog }: PlayerTimeline, share: number): MatchLine {
	const counts = mapStats((key) => countUntil(events[key], share));
	const TOG = Math.max(1, Math.round(firstTog + (line.stats.TOG - firstTog) * share));
	const stats: StatLine = share >= 1 ? line.stats : { ...line.stats, ...counts, TOG };
	return { ...line, stats };
}

/** Creates the timeline of a match with a known result. Deterministic for a given random stream. */
export function createMatchTimeline(result: MatchResult, random: Random) {
	const quarterMinutes = BREAK_MINUTES.concat(0).map(() => random.between(MIN_QUARTER_MINUTES, MAX_QUARTER_MINUTES));
	const totalMinutes = sum(quarterMinutes);
	const playerTimelines = result.lines.map((line) => buildPlayerTimeline(line, random.fork(line.playerId)));

	/** Minutes can be fractions; `inQuarter` are those played in the current quarter. */
	function getClock(elapsed: SeasonTime) {
		let minutesLeft = elapsed / MINUTE_MS;
		let played = 0;
		let inQuarter = 0;
		for (const [index, minutes] of quarterMinutes.entries()) {
			inQuarter = Math.min(minutesLeft, minutes);
			played += inQuarter;
			minutesLeft -= minutes;
			const clock = { quarter: index + 1, played, inQuarter, isBreak: minutesLeft >= 0 };
			const breakMinutes = BREAK_MINUTES[index];
			if (breakMinutes === undefined) return { ...clock, isOver: minutesLeft >= 0 };
			if (minutesLeft < breakMinutes) return { ...clock, isOver: false };
			minutesLeft -= breakMinutes;
		}
		return { quarter: quarterMinutes.length, played, inQuarter, isBreak: true, isOver: true };
	}

	return {
		/** The match `elapsed` milliseconds after its first bounce. Counts never decrease. */
		getMoment: (elapsed: SeasonTime): MatchMoment => {
			if (elapsed < 0)
				return { status: "scheduled", quarter: 0, minutes: 0, clockSeconds: 0, isBreak: false, share: 0, lines: [] };
			const { quarter, played, inQuarter, isBreak, isOver } = getClock(elapsed);
			const share = isOver ? 1 : Math.min(played / totalMinutes, 1 - Number.EPSILON);
			const lines = playerTimelines.map((timeline) => getLineAt(timeline, share));
			const clock = { quarter, minutes: Math.floor(played), clockSeconds: Math.floor(inQuarter * 60), isBreak };
			return { status: isOver ? "complete" : "playing", ...clock, share, lines };
		},
	};
}

export type MatchTimeline = ReturnType<typeof createMatchTimeline>;
