import type { Points, RoundId, TeamId } from "../ids.ts";
import { findMatchUpWinner } from "./finals.ts";
import type { MatchUpResult } from "./ladder.ts";

/** The fewest wins in a row that can be a record. */
const MIN_STREAK = 3;

interface RecordWin {
	readonly winner: TeamId;
	readonly loser: TeamId;
	readonly margin: Points;
	/** The biggest margin of any earlier round, which this one beats. */
	readonly former: Points;
}

interface RecordStreak {
	readonly teamId: TeamId;
	readonly wins: number;
}

/** The biggest win and the longest winning streak of the league, if a round of match-ups has set them; else null. */
interface MatchUpRecords {
	readonly biggestWin: RecordWin | null;
	readonly streak: RecordStreak | null;
}

const getMargin = ({ homePoints, awayPoints }: MatchUpResult): Points => Math.abs(homePoints - awayPoints);

function findRecordWin(results: readonly MatchUpResult[], roundId: RoundId): RecordWin | null {
	const earlier = results.filter((result) => result.roundId < roundId);
	if (earlier.length === 0) return null;
	const former = Math.max(...earlier.map(getMargin));
	const [biggest] = results
		.filter((result) => result.roundId === roundId && getMargin(result) > former)
		.toSorted((one, other) => getMargin(other) - getMargin(one));
	const winner = biggest ? findMatchUpWinner(biggest) : null;
	if (!biggest || winner === null) return null;
	const loser = winner === biggest.home ? biggest.away : biggest.home;
	return { winner, loser, margin: getMargin(biggest), former };
}

function findRecordStreak(results: readonly MatchUpResult[], roundId: RoundId): RecordStreak | null {
	const streaks = new Map<TeamId, number>();
	let longest = 0;
	let record: RecordStreak | null = null;
	for (const result of results.toSorted((one, other) => one.roundId - other.roundId)) {
		const winner = findMatchUpWinner(result);
		for (const teamId of [result.home, result.away]) {
			const wins = teamId === winner ? (streaks.get(teamId) ?? 0) + 1 : 0;
			streaks.set(teamId, wins);
			if (result.roundId < roundId) longest = Math.max(longest, wins);
			else if (wins >= MIN_STREAK && wins > Math.max(longest, record?.wins ?? 0)) record = { teamId, wins };
		}
	}
	return record;
}

/**
 * Finds the records that a round has set in a league. The league's first round sets none, and equalling a record does
 * not count. A bye neither ends nor extends a streak; a draw ends it.
 */
export function findMatchUpRecords(results: readonly MatchUpResult[], roundId: RoundId): MatchUpRecords {
	const upTo = results.filter((result) => result.roundId <= roundId);
	return { biggestWin: findRecordWin(upTo, roundId), streak: findRecordStreak(upTo, roundId) };
}
