import { findMatchUpWinner } from "../head-to-head/finals.ts";
import type { Points, RoundId, UserId } from "../ids.ts";
import { sum } from "../numbers.ts";

interface HistoryRound {
	readonly seasonId: number;
	readonly roundId: RoundId;
}

/** Instead of a manager, in match-ups of a draft team that nobody manages. It is on no ladder and holds no record. */
export const NO_MANAGER: UserId = 0;

/** The result of a match-up between two managers in a published round. */
export interface HistoryMatchUp extends HistoryRound {
	readonly isGrandFinal: boolean;
	/** Whether it is a semi-final or the grand final. */
	readonly isFinal: boolean;
	/** Whether it is a match-up of teams outside the finals. */
	readonly isConsolation: boolean;
	readonly home: UserId;
	readonly away: UserId;
	readonly homePoints: Points;
	readonly awayPoints: Points;
}

interface HistoryScore extends HistoryRound {
	readonly userId: UserId;
	readonly points: Points;
}

/** A league in one of its seasons. Managers are named by their accounts, which last longer than their teams. */
export interface HistorySeason {
	/** Higher for later seasons. */
	readonly seasonId: number;
	/** Managers on the ladder at the end of the season or so far, best first; at least the first two. */
	readonly ladder: readonly UserId[];
	/** Whether the ladder is final, so that its first is the champion of a league without a grand final. */
	readonly isDecided: boolean;
	readonly matchUps: readonly HistoryMatchUp[];
	readonly scores: readonly HistoryScore[];
}

export interface SeasonTitle {
	readonly championId: UserId;
	readonly runnerUpId: UserId;
}

/** Champion and runner-up: of the grand final, else of the ladder. Null before it is decided and in a league of one. */
export function findSeasonTitle({ matchUps, ladder, isDecided }: HistorySeason): SeasonTitle | null {
	const grandFinal = matchUps.find(({ isGrandFinal }) => isGrandFinal);
	const winner = grandFinal ? findMatchUpWinner(grandFinal) : null;
	if (grandFinal && winner !== null) {
		const { home, away } = grandFinal;
		return { championId: winner, runnerUpId: winner === home ? away : home };
	}
	const [championId, runnerUpId] = ladder;
	return isDecided && championId !== undefined && runnerUpId !== undefined ? { championId, runnerUpId } : null;
}

/** What a manager has done in all seasons of a league. Match-ups include finals; a bye is a round, but no match-up. */
export interface AllTimeRow {
	readonly userId: UserId;
	readonly seasons: number;
	readonly titles: number;
	readonly runnerUps: number;
	readonly rounds: number;
	/** Points of all rounds, byes included. */
	readonly points: Points;
	readonly played: number;
	readonly won: number;
	readonly drawn: number;
	readonly lost: number;
	readonly pointsFor: Points;
	readonly pointsAgainst: Points;
	/** Points for ÷ points against × 100; null with 0 points against. */
	readonly percentage: number | null;
}

/** A match-up from one manager's point of view. */
interface Meeting extends HistoryRound {
	readonly userId: UserId;
	readonly opponentId: UserId;
	readonly isFinal: boolean;
	readonly isConsolation: boolean;
	readonly own: Points;
	readonly other: Points;
	readonly outcome: "won" | "drawn" | "lost";
}

function buildMeeting(matchUp: HistoryMatchUp, userId: UserId): Meeting {
	const { seasonId, roundId, isFinal, isConsolation, home, away, homePoints, awayPoints } = matchUp;
	const isHome = home === userId;
	const winner = findMatchUpWinner(matchUp);
	return {
		userId,
		seasonId,
		roundId,
		isFinal,
		isConsolation,
		opponentId: isHome ? away : home,
		own: isHome ? homePoints : awayPoints,
		other: isHome ? awayPoints : homePoints,
		outcome: winner === null ? "drawn" : winner === userId ? "won" : "lost",
	};
}

const compareRounds = (a: HistoryRound, b: HistoryRound) => a.seasonId - b.seasonId || a.roundId - b.roundId;

function listMeetings(seasons: readonly HistorySeason[]): ReadonlyMap<UserId, readonly Meeting[]> {
	const matchUps = seasons.flatMap((season) => season.matchUps).toSorted(compareRounds);
	const meetings = matchUps.flatMap((matchUp) =>
		[matchUp.home, matchUp.away]
			.filter((userId) => userId !== NO_MANAGER)
			.map((userId) => buildMeeting(matchUp, userId)),
	);
	return Map.groupBy(meetings, ({ userId }) => userId);
}

const countOutcomes = (meetings: readonly Meeting[]) => ({
	won: meetings.filter(({ outcome }) => outcome === "won").length,
	drawn: meetings.filter(({ outcome }) => outcome === "drawn").length,
	lost: meetings.filter(({ outcome }) => outcome === "lost").length,
	pointsFor: sum(meetings.map(({ own }) => own)),
	pointsAgainst: sum(meetings.map(({ other }) => other)),
});

/** The percentage as it is compared: the highest with 0 points against, the lowest without match-ups. */
const getComparedPercentage = ({ percentage, played }: AllTimeRow): number =>
	played === 0 ? 0 : (percentage ?? Number.MAX_VALUE);

/** Wins, a draw being half of one; then percentage; then points. Without match-ups points decide. */
function compareAllTime(a: AllTimeRow, b: AllTimeRow): number {
	return (
		b.won + b.drawn / 2 - (a.won + a.drawn / 2) ||
		getComparedPercentage(b) - getComparedPercentage(a) ||
		b.points - a.points ||
		a.userId - b.userId
	);
}

/** Computes the ladder of all seasons together, best first (docs/game-rules.md#history). */
export function computeAllTimeLadder(seasons: readonly HistorySeason[]): AllTimeRow[] {
	const meetingsByUser = listMeetings(seasons);
	const allScores = seasons.flatMap(({ scores }) => scores);
	const scoresByUser = Map.groupBy(allScores, ({ userId }) => userId);
	const titles = seasons.flatMap((season) => findSeasonTitle(season) ?? []);
	const userIds = new Set([...scoresByUser.keys(), ...meetingsByUser.keys()]);
	const rows = [...userIds].map((userId): AllTimeRow => {
		const meetings = meetingsByUser.get(userId) ?? [];
		const scores = scoresByUser.get(userId) ?? [];
		const outcomes = countOutcomes(meetings);
		return {
			userId,
			seasons: new Set([...meetings, ...scores].map(({ seasonId }) => seasonId)).size,
			titles: titles.filter(({ championId }) => championId === userId).length,
			runnerUps: titles.filter(({ runnerUpId }) => runnerUpId === userId).length,
			rounds: scores.length,
			points: sum(scores.map(({ points }) => points)),
			played: meetings.length,
			...outcomes,
			percentage: outcomes.pointsAgainst === 0 ? null : (outcomes.pointsFor / outcomes.pointsAgainst) * 100,
		};
	});
	return rows.toSorted(compareAllTime);
}

interface ScoreRecord extends HistoryScore {
	/** Null with a bye, against a team without a manager, and in a league without match-ups. */
	readonly opponentId: UserId | null;
}

interface MarginRecord extends HistoryMatchUp {
	readonly margin: Points;
	/** Null for a draw, which finals do not have. */
	readonly winnerId: UserId | null;
}

interface RunRecord {
	readonly userId: UserId;
	readonly length: number;
	readonly from: HistoryRound;
	readonly to: HistoryRound;
	/** Whether it includes the manager's latest match-up. */
	readonly isCurrent: boolean;
}

/** Each record with everyone who holds it, the first to set it first; empty for a record that nobody holds. */
export interface LeagueRecords {
	readonly highest: readonly ScoreRecord[];
	readonly lowest: readonly ScoreRecord[];
	readonly largestMargin: readonly MarginRecord[];
	readonly smallestMargin: readonly MarginRecord[];
	readonly winningRun: readonly RunRecord[];
	readonly losingRun: readonly RunRecord[];
}

/** The shortest run of wins or losses. */
const MIN_RUN = 2;

/** Lists a manager's runs of one outcome. They go on over byes and from one season to the next. */
function listRuns(userId: UserId, meetings: readonly Meeting[], outcome: Meeting["outcome"]): RunRecord[] {
	const runs: { first: Meeting; last: Meeting; length: number }[] = [];
	for (const [index, meeting] of meetings.entries()) {
		if (meeting.outcome !== outcome) continue;
		const run = meetings[index - 1]?.outcome === outcome ? runs.at(-1) : undefined;
		if (run) {
			run.last = meeting;
			run.length++;
		} else runs.push({ first: meeting, last: meeting, length: 1 });
	}
	return runs.map(({ first, last, length }) => ({
		userId,
		length,
		from: { seasonId: first.seasonId, roundId: first.roundId },
		to: { seasonId: last.seasonId, roundId: last.roundId },
		isCurrent: last === meetings.at(-1),
	}));
}

function listGreatest<Entry>(entries: readonly Entry[], getValue: (entry: Entry) => number): Entry[] {
	let greatest = Number.NEGATIVE_INFINITY;
	for (const entry of entries) greatest = Math.max(greatest, getValue(entry));
	return entries.filter((entry) => getValue(entry) === greatest);
}

/** Finds the records of all seasons of a league (docs/game-rules.md#history). */
export function findLeagueRecords(seasons: readonly HistorySeason[]): LeagueRecords {
	const meetings = listMeetings(seasons);
	const findOpponent = ({ userId, seasonId, roundId }: HistoryScore) =>
		meetings.get(userId)?.find((meeting) => meeting.seasonId === seasonId && meeting.roundId === roundId)?.opponentId;
	const scores = seasons
		.flatMap((season) => season.scores)
		.toSorted((a, b) => compareRounds(a, b) || a.userId - b.userId);
	const addOpponent = (score: HistoryScore): ScoreRecord => {
		const opponentId = findOpponent(score) ?? NO_MANAGER;
		return { ...score, opponentId: opponentId === NO_MANAGER ? null : opponentId };
	};
	const matchUps = seasons
		.flatMap((season) => season.matchUps)
		.filter(({ home, away }) => home !== NO_MANAGER && away !== NO_MANAGER)
		.toSorted((a, b) => compareRounds(a, b) || a.home - b.home)
		.map((matchUp) => ({
			...matchUp,
			margin: Math.abs(matchUp.homePoints - matchUp.awayPoints),
			winnerId: findMatchUpWinner(matchUp),
		}));
	const listLongest = (outcome: Meeting["outcome"]) => {
		const runs = [...meetings].flatMap(([userId, own]) => listRuns(userId, own, outcome));
		const longest = listGreatest(runs, ({ length }) => length).filter(({ length }) => length >= MIN_RUN);
		return longest.toSorted((a, b) => compareRounds(a.to, b.to) || a.userId - b.userId);
	};
	return {
		highest: listGreatest(scores, ({ points }) => points).map(addOpponent),
		lowest: listGreatest(scores, ({ points }) => -points).map(addOpponent),
		largestMargin: listGreatest(matchUps, ({ margin }) => margin),
		smallestMargin: listGreatest(matchUps, ({ margin }) => -margin),
		winningRun: listLongest("won"),
		losingRun: listLongest("lost"),
	};
}

/** Two managers' match-ups, from the first one's point of view. */
export interface Rivalry extends Pick<AllTimeRow, "won" | "drawn" | "lost" | "pointsFor" | "pointsAgainst"> {
	/** Newest first. */
	readonly meetings: readonly Omit<Meeting, "userId" | "opponentId">[];
}

/** Computes how two managers have gone against each other (docs/game-rules.md#history). */
export function computeRivalry(matchUps: readonly HistoryMatchUp[], userId: UserId, otherId: UserId): Rivalry {
	const meetings = matchUps
		.filter(({ home, away }) => (home === userId && away === otherId) || (home === otherId && away === userId))
		.toSorted((a, b) => compareRounds(b, a))
		.map((matchUp) => buildMeeting(matchUp, userId));
	return { ...countOutcomes(meetings), meetings: meetings.map(({ userId: _, opponentId: __, ...meeting }) => meeting) };
}
