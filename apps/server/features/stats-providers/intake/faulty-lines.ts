import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import { computePlayerPoints, hasPlayed, hasPossiblePoints } from "@first-bounce/rules/scoring/player-points";
import { EMPTY_STAT_LINE, isStatKey, STAT_KEYS, STATS, type StatLine } from "@first-bounce/rules/scoring/stats";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { MAX_STORED_COUNT, MAX_TIME_ON_GROUND, type ReportedLine } from "../feed.ts";

const MAX_OTHER_STAT = 200;
const MAX_PLAYERS_PER_SQUAD = 30;
/** Feeds correct stats downwards by a few; a larger reduction is an error. */
const MAX_DECREASE = 5;
/** A report with more faulty lines than this is faulty as a whole. */
const MAX_FAULTY_LINES = 5;
/** A report is taken for an older one if the stats of this many players go down for each player whose stats go up. */
const MIN_FALLS_PER_RISE = 10;

/** Finds a player's squad in the round of a match; undefined for an unknown player. */
export type SquadLookup = (id: PlayerId) => SquadId | undefined;

/** An operator may accept an implausible line. An impossible one is always rejected. */
export interface Problem {
	readonly text: string;
	readonly kind: "impossible" | "implausible";
}
const createImpossibleProblem = (text: string): Problem => ({ text, kind: "impossible" });
export const createImplausibleProblem = (text: string): Problem => ({ text, kind: "implausible" });

export const isCount = (value: number | undefined, max: number): boolean =>
	value === undefined || (Number.isInteger(value) && value >= 0 && value <= max);

/** A line that is left out while the rest of its match is applied. The player keeps her previous stats. */
export interface FaultyLine {
	readonly playerId: PlayerId;
	/** Null if she had stats and is missing from the report. */
	readonly reported: StatLine | null;
	readonly problems: readonly Problem[];
}

/** Finds the stats that went down, with both counts. Time on ground is a percentage and may go down. */
export function findDecreases(before: StatLine, after: StatLine): { key: string; from: number; to: number }[] {
	const others = Object.keys({ ...before.other, ...after.other });
	return [
		...STAT_KEYS.map((key) => ({ key, from: before[key], to: after[key] })),
		...others.map((key) => ({ key, from: before.other?.[key] ?? 0, to: after.other?.[key] ?? 0 })),
	].filter(({ from, to }) => to < from);
}

function findCountProblems({ playerId, stats }: ReportedLine): Problem[] {
	const { other, ...own } = stats;
	return Object.entries({ ...other, ...own }).flatMap(([key, count]) => {
		const text = `player ${playerId}: ${key} of ${count}`;
		if (!isCount(count, key === "TOG" ? MAX_TIME_ON_GROUND : MAX_STORED_COUNT)) return [createImpossibleProblem(text)];
		if (key === "TOG" || isCount(count, isStatKey(key) ? STATS[key].maxPerMatch : MAX_OTHER_STAT)) return [];
		return [createImplausibleProblem(text)];
	});
}

function findDecreaseProblems({ playerId, stats }: ReportedLine, before: StatLine | undefined): Problem[] {
	if (!before || !hasPlayed(before)) return [];
	if (!hasPlayed(stats)) return [createImplausibleProblem(`player ${playerId} had stats and has none now`)];
	return findDecreases(before, stats)
		.filter(({ from, to }) => from - to > MAX_DECREASE)
		.map(({ key, from, to }) => createImplausibleProblem(`player ${playerId}: ${key} falls from ${from} to ${to}`));
}

/** What the lines of any match are checked against. */
export interface LineContext {
	readonly findSquadId: SquadLookup;
	readonly rules: Pick<SeasonRules, "scoring">;
}

/** A match's squads and the lines it has. */
interface MatchLines {
	readonly squads: readonly SquadId[];
	readonly lines: ReadonlyMap<PlayerId, StatLine>;
}

function findLineProblems(
	line: ReportedLine,
	{ squads, lines }: MatchLines,
	{ findSquadId, rules }: LineContext,
): Problem[] {
	const { playerId, squadId, stats } = line;
	const isInOtherSquad = !squads.includes(squadId) || (findSquadId(playerId) ?? squadId) !== squadId;
	return [
		...findCountProblems(line),
		...(hasPossiblePoints(stats, rules)
			? []
			: [createImpossibleProblem(`player ${playerId}: ${computePlayerPoints(stats, rules)} points`)]),
		...(isInOtherSquad
			? [createImpossibleProblem(`player ${playerId} does not play for squad ${squadId} in this match`)]
			: []),
		...findDecreaseProblems(line, lines.get(playerId)),
	];
}

/** Finds every line of a report that has a problem, and every player who had stats and is missing from it. */
export function findFaultyLines(
	reported: readonly ReportedLine[],
	match: MatchLines,
	context: LineContext,
	isAccepted: (playerId: PlayerId, problem: Problem) => boolean,
): FaultyLine[] {
	const byPlayer = Map.groupBy(reported, ({ playerId }) => playerId);
	const reportedLines = [...byPlayer].map(([playerId, lines]): FaultyLine => {
		const problems =
			lines.length > 1
				? [createImpossibleProblem(`player ${playerId} is listed twice`)]
				: lines.flatMap((line) => findLineProblems(line, match, context));
		return { playerId, reported: lines[0]?.stats ?? null, problems };
	});
	const missingLines = [...match.lines]
		.filter(([playerId, line]) => hasPlayed(line) && !byPlayer.has(playerId))
		.map(([playerId]): FaultyLine => {
			const problem = createImplausibleProblem(`player ${playerId} had stats and has none now`);
			return { playerId, reported: null, problems: [problem] };
		});
	return [...reportedLines, ...missingLines]
		.map((line) => ({ ...line, problems: line.problems.filter((problem) => !isAccepted(line.playerId, problem)) }))
		.filter(({ problems }) => problems.length > 0);
}

/** Whether so many lines of a report are faulty that none is applied. */
export function isWholeReportFaulty(reported: readonly ReportedLine[], faulty: readonly FaultyLine[]): boolean {
	const faultyPlayers = new Set(faulty.map(({ playerId }) => playerId));
	const hasGoodLine = reported.some(({ playerId }) => !faultyPlayers.has(playerId));
	return faulty.length > MAX_FAULTY_LINES || (faulty.length > 0 && !hasGoodLine);
}

/** Finds squads with too many lines. */
export const findSquadSizeProblems = (reported: readonly ReportedLine[], squads: readonly SquadId[]): Problem[] =>
	squads
		.filter((squad) => reported.filter(({ squadId }) => squadId === squad).length > MAX_PLAYERS_PER_SQUAD)
		.map((squad) => createImplausibleProblem(`squad ${squad} has more than ${MAX_PLAYERS_PER_SQUAD} players`));

/**
 * Finds stats of many players that go down while hardly any go up: an older report, such as one of half-time. Each of them
 * may go down by so little that it would be applied as a correction.
 */
export function findOlderStatsProblems(
	reported: readonly ReportedLine[],
	stored: ReadonlyMap<PlayerId, StatLine>,
): Problem[] {
	const players = new Set(reported.map(({ playerId }) => playerId));
	const missing = [...stored].filter(([playerId, line]) => hasPlayed(line) && !players.has(playerId));
	const changes = reported.map(({ playerId, stats }) => {
		const before = stored.get(playerId) ?? EMPTY_STAT_LINE;
		return { hasFallen: findDecreases(before, stats).length > 0, hasRisen: findDecreases(stats, before).length > 0 };
	});
	const lower = missing.length + changes.filter(({ hasFallen, hasRisen }) => hasFallen && !hasRisen).length;
	const higher = changes.filter(({ hasRisen }) => hasRisen).length;
	if (lower <= MAX_FAULTY_LINES || higher * MIN_FALLS_PER_RISE > lower) return [];
	return [
		createImplausibleProblem(
			`the stats of ${lower} players go down and those of ${higher} up: perhaps an older report`,
		),
	];
}
