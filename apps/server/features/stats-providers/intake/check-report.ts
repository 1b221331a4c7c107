import { HOUR_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { PlayerId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import type { MatchStatus, RoundStatus } from "@first-bounce/rules/round/round";
import { hasPlayed } from "@first-bounce/rules/scoring/player-points";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import { formatCount } from "../../../i18n/format-count.ts";
import { MAX_MINUTES, MAX_QUARTER_SECONDS, MAX_TEAM_POINTS, type MatchReport, type MatchScore } from "../feed.ts";
import {
	createImplausibleProblem,
	findFaultyLines,
	findOlderStatsProblems,
	findSquadSizeProblems,
	isCount,
	isWholeReportFaulty,
	type LineContext,
	type Problem,
} from "./faulty-lines.ts";

/** Scores are corrected downwards by a goal or two; a larger reduction is of an older report. */
const MAX_SCORE_DECREASE = 12;
/** A club has this many players on the ground, and each of them has stats. With fewer, its list was cut off. */
const MIN_PLAYERS_OF_CLUB = 16;
/** In a season with small clubs, a report of fewer players is rows that an operator enters one by one. */
const MIN_PLAYERS_OF_MATCH = 10;
/** A report of an earlier start is about another match, or the operator has not brought the match forward yet. */
const MAX_HOURS_EARLY = 12;
/** Four quarters of fifteen minutes. No match is shorter. */
const MIN_MATCH_MS = 60 * MINUTE_MS;
/** Longer than any match with breaks and delays. Stats first received later than this are of a finished match. */
const MAX_MATCH_MS = 240 * MINUTE_MS;

/** A match in the database. */
export interface StoredMatch {
	readonly squads: readonly [SquadId, SquadId];
	readonly status: RoundStatus;
	readonly startsAt: SeasonTime;
	readonly minutes: number | null;
	/** When the provider last changed its stats. */
	readonly asOf: number | null;
	readonly roundStatus: RoundStatus;
	readonly score: MatchScore;
	readonly lines: ReadonlyMap<PlayerId, StatLine>;
	/** The clubs for which the players of these lines played. */
	readonly squadByPlayer: ReadonlyMap<PlayerId, SquadId>;
}

const STATUS_ORDER: readonly RoundStatus[] = ["scheduled", "playing", "complete"];

/** Converts a feed's match status: a `partial` match is playing. */
export const getMatchStatus = (status: MatchStatus): RoundStatus => (status === "partial" ? "playing" : status);

/** Adds a status to a report without one, by the time at which it was first received. */
export function inferStatus(report: MatchReport, match: StoredMatch, receivedAt: SeasonTime): MatchReport {
	if (!report.isStatusInferred || match.status === "complete") return report;
	if (receivedAt >= match.startsAt + MAX_MATCH_MS) return { ...report, status: "complete" };
	return { ...report, status: "playing" };
}

/** Counts the players of a club who are listed for the season. */
type CountListed = (squadId: SquadId) => number;

/**
 * Finds the clubs with too few players who played, of a report's lines or, if it has none, the stored ones. A small club,
 * with fewer players in the season than others have in a match, lacks stats only if none of them played.
 */
function findSquadsLackingStats({ lines }: MatchReport, match: StoredMatch, countListed: CountListed) {
	const played = lines
		? lines.filter(({ stats }) => hasPlayed(stats)).map(({ squadId }) => squadId)
		: [...match.lines].filter(([, line]) => hasPlayed(line)).map(([playerId]) => match.squadByPlayer.get(playerId));
	const counts = match.squads.map((squad) => ({ squad, count: played.filter((id) => id === squad).length }));
	if (played.length === 0) return counts;
	return counts.filter(({ squad, count }) =>
		countListed(squad) < MIN_PLAYERS_OF_CLUB
			? count === 0 && played.length >= MIN_PLAYERS_OF_MATCH
			: count < MIN_PLAYERS_OF_CLUB,
	);
}

/**
 * Whether a match is reported as over although the stats of a club have not arrived, as from a provider that sends stats
 * separately. The match then stays playing. A quarantine would not store the provider's id of the match, which is needed to
 * poll its stats.
 */
export const lacksStats = (report: MatchReport, match: StoredMatch, countListed: CountListed): boolean =>
	report.status === "complete" &&
	match.status !== "complete" &&
	!report.lines &&
	findSquadsLackingStats(report, match, countListed).length > 0;

/** Finds a start long before the scheduled time: a wrong match id or a wrong clock. */
function findEarlyStartProblems(
	{ status = "scheduled", lines }: MatchReport,
	match: StoredMatch,
	receivedAt: SeasonTime,
): Problem[] {
	const hours = Math.floor((match.startsAt - receivedAt) / HOUR_MS);
	const hasBegun = status !== "scheduled" || (lines?.some(({ stats }) => hasPlayed(stats)) ?? false);
	if (!hasBegun || match.status !== "scheduled" || hours < MAX_HOURS_EARLY) return [];
	return [createImplausibleProblem(`it began ${hours} hours before its scheduled start`)];
}

/** Finds an end that is too early: a wrong match, or a file marked complete by mistake. */
function findEarlyEndProblems({ status }: MatchReport, match: StoredMatch, receivedAt: SeasonTime): Problem[] {
	const hasEnded = status === "complete" && match.status !== "complete";
	if (!hasEnded || receivedAt >= match.startsAt + MIN_MATCH_MS) return [];
	const minutes = Math.floor((receivedAt - match.startsAt) / MINUTE_MS);
	if (minutes < 0) return [createImplausibleProblem("it is over before its start")];
	return [
		createImplausibleProblem(
			`it is over ${formatCount(minutes, "minute")} after its start, and no match is that short`,
		),
	];
}

/**
 * Leaves out the clock of a report without stats if it goes back while no score does: the provider has corrected or restarted it, and
 * score and status must not wait. Without its clock, an older report with no lower score does no harm.
 */
export function removeEarlierClock(report: MatchReport, match: StoredMatch): MatchReport {
	const { minutes, quarter: _quarter, clockSeconds: _clockSeconds, isBreak: _isBreak, ...others } = report;
	const { homeScore, awayScore, lines, notes = [] } = others;
	const isEarlier = minutes !== undefined && minutes < (match.minutes ?? 0);
	const hasFallen = (before: number | null, after: number | undefined) => after !== undefined && after < (before ?? 0);
	if (!isEarlier || lines || hasFallen(match.score.home, homeScore) || hasFallen(match.score.away, awayScore))
		return report;
	return {
		...others,
		notes: [...notes, `minutes go back from ${match.minutes} to ${minutes}; the clock was left out`],
	};
}

function findProgressProblems(report: MatchReport, match: StoredMatch): Problem[] {
	const { status, minutes, asOf } = report;
	const problems: Problem[] = [];
	if (status && STATUS_ORDER.indexOf(getMatchStatus(status)) < STATUS_ORDER.indexOf(match.status))
		problems.push(createImplausibleProblem(`status goes back from ${match.status} to ${status}`));
	if (minutes !== undefined && minutes < (match.minutes ?? 0))
		problems.push(createImplausibleProblem(`minutes go back from ${match.minutes} to ${minutes}`));
	if (asOf !== undefined && match.asOf !== null && asOf < match.asOf)
		problems.push(createImplausibleProblem(`stats of ${new Date(asOf).toISOString()} are older than the stored ones`));
	if (!isCount(minutes, MAX_MINUTES)) problems.push(createImplausibleProblem(`${minutes} minutes`));
	if (!isCount(report.clockSeconds, MAX_QUARTER_SECONDS))
		problems.push(createImplausibleProblem(`${report.clockSeconds} seconds of a quarter`));
	for (const score of [report.homeScore, report.awayScore])
		if (!isCount(score, MAX_TEAM_POINTS)) problems.push(createImplausibleProblem(`a score of ${score}`));
	const falls = [
		[match.score.home, report.homeScore],
		[match.score.away, report.awayScore],
	].filter(([before, after]) => (before ?? 0) - (after ?? before ?? 0) > MAX_SCORE_DECREASE);
	for (const [before, after] of falls)
		problems.push(createImplausibleProblem(`a score falls from ${before} to ${after}: perhaps an older report`));
	return problems;
}

/** Finds a report that ends a match without the stats of both clubs, as one that was cut off. */
function findMissingStatsProblems(report: MatchReport, match: StoredMatch, countListed: CountListed): Problem[] {
	if (report.status !== "complete" || !report.lines) return [];
	const lacking = findSquadsLackingStats(report, match, countListed);
	const isEmpty = lacking.length === match.squads.length && lacking.every(({ count }) => count === 0);
	if (isEmpty) return [createImplausibleProblem("a complete match without stats")];
	return lacking.map(({ squad, count }) =>
		createImplausibleProblem(
			count === 0
				? `a complete match without stats of squad ${squad}`
				: `a complete match with stats of only ${formatCount(count, "player")} of squad ${squad}`,
		),
	);
}

/** The data that a report is checked against, besides its match. */
export interface CheckContext extends LineContext {
	readonly countListed: CountListed;
	/** When the report was first received. */
	readonly receivedAt: SeasonTime;
	/** Whether an operator has released the payload, so that implausible values are accepted. */
	readonly isReleased?: boolean;
	/** Players whose lines in the report an operator has accepted. */
	readonly acceptedPlayers?: ReadonlySet<PlayerId>;
}

/**
 * Checks a report. Faulty lines are left out of it; with too many of them the whole report is faulty, except in a published
 * round, where an operator decides on each line. It may be applied if there are no problems.
 */
export function checkReport(report: MatchReport, match: StoredMatch, context: CheckContext) {
	const { countListed, receivedAt, isReleased = false, acceptedPlayers = new Set() } = context;
	const { lines = null, matchId } = report;
	const formatProblem = ({ text }: Problem) => `match ${matchId}: ${text}`;
	const isReleasedProblem = ({ kind }: Problem) => isReleased && kind === "implausible";
	const reportProblems = [
		...findProgressProblems(report, match),
		...findMissingStatsProblems(report, match, countListed),
		...findEarlyStartProblems(report, match, receivedAt),
		...findEarlyEndProblems(report, match, receivedAt),
		...(lines ? [...findSquadSizeProblems(lines, match.squads), ...findOlderStatsProblems(lines, match.lines)] : []),
	].filter((problem) => !isReleasedProblem(problem));
	const faultyLines = lines
		? findFaultyLines(lines, match, context, (playerId, problem) => {
				return isReleasedProblem(problem) || (acceptedPlayers.has(playerId) && problem.kind === "implausible");
			})
		: [];
	const isPublished = match.roundStatus === "complete";
	if (isPublished || !lines || !isWholeReportFaulty(lines, faultyLines))
		return { problems: reportProblems.map(formatProblem), faultyLines };
	const allProblems = [...reportProblems, ...faultyLines.flatMap(({ problems }) => problems)];
	return { problems: allProblems.map(formatProblem), faultyLines: [] };
}
