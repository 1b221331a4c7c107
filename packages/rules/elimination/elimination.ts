import type { Points, RoundId, TeamId } from "../ids.ts";

/** A team that is in an elimination league, or has left it since its start. */
export interface EliminationTeam {
	readonly teamId: TeamId;
	/** Higher for a team that joined later. */
	readonly joinedNo: number;
	/** The round in which its manager left the league, was removed or was erased; null while she is in it. */
	readonly leftInRound: RoundId | null;
}

/** The points of a round; a team that is missing scored 0. */
export interface RoundPoints {
	readonly roundId: RoundId;
	readonly points: ReadonlyMap<TeamId, Points>;
}

export interface EliminatedTeam {
	readonly teamId: TeamId;
	readonly roundId: RoundId;
	readonly reason: "lowest" | "left";
	/** Its points in that round; null until the round is published. */
	readonly points: Points | null;
}

export interface Elimination {
	/** Best first, by the latest round: the last one goes out next. */
	readonly alive: readonly TeamId[];
	/** In the order in which they went out; of several in a round, the lowest first. */
	readonly out: readonly EliminatedTeam[];
	/** How many teams at the end of `alive` the live round puts out if it ends like this; 0 without a live round. */
	readonly dangerCount: number;
	/** The only team left; null before, and in a league that only ever had one. */
	readonly winnerTeamId: TeamId | null;
}

export interface EliminationSeason {
	/** Every published round of the season, in order, also those before the league's start. */
	readonly published: readonly RoundPoints[];
	/** The round that is being played, with its points so far. */
	readonly live: RoundPoints | null;
	readonly startId: RoundId;
	readonly lastRound: RoundId;
}

/**
 * How many teams a round puts out for their points. A team that has left counts as the round's cut. In the season's last
 * round only the best stays, so that a season that was shortened has a winner too.
 */
function countCuts(aliveBefore: number, leavers: number, isLastRound: boolean): number {
	const due = isLastRound ? aliveBefore - 1 : Math.min(1, aliveBefore - 1);
	return Math.max(0, due - leavers);
}

/**
 * Lists the teams that have left by a round, in the order in which they go out. Somebody stays in any case: if all have
 * left, the team that left last stays, and of several in a round the best.
 */
const listLeavers = (alive: readonly EliminationTeam[], roundId: RoundId): EliminationTeam[] =>
	alive
		.filter(({ leftInRound }) => leftInRound !== null && leftInRound <= roundId)
		.toReversed()
		.toSorted((a, b) => (a.leftInRound ?? 0) - (b.leftInRound ?? 0))
		.slice(0, alive.length - 1);

/**
 * Computes who is out of an elimination league and who is left (docs/game-rules.md#elimination). It depends on published
 * points alone, so that the correction of a round may bring a team back.
 */
export function computeElimination(teams: readonly EliminationTeam[], season: EliminationSeason): Elimination {
	const totals = new Map<TeamId, Points>();
	const out: EliminatedTeam[] = [];
	let alive = teams.toSorted((a, b) => a.joinedNo - b.joinedNo);
	const isOver = () => out.length > 0 && alive.length === 1;
	const remove = (
		gone: readonly EliminationTeam[],
		build: (team: EliminationTeam) => Omit<EliminatedTeam, "teamId">,
	) => {
		out.push(...gone.map((team) => ({ teamId: team.teamId, ...build(team) })));
		alive = alive.filter((team) => !gone.includes(team));
	};
	/** Best first; equal points are ordered by the season's points, then by joining. */
	const sortAlive = ({ points }: RoundPoints) => {
		for (const { teamId } of teams) totals.set(teamId, (totals.get(teamId) ?? 0) + (points.get(teamId) ?? 0));
		alive = alive.toSorted(
			(a, b) =>
				(points.get(b.teamId) ?? 0) - (points.get(a.teamId) ?? 0) ||
				(totals.get(b.teamId) ?? 0) - (totals.get(a.teamId) ?? 0) ||
				a.joinedNo - b.joinedNo,
		);
	};
	for (const round of season.published) {
		const { roundId, points } = round;
		sortAlive(round);
		if (roundId < season.startId || isOver()) continue;
		const leavers = listLeavers(alive, roundId);
		const cuts = countCuts(alive.length, leavers.length, roundId === season.lastRound);
		const getPoints = ({ teamId }: EliminationTeam) => points.get(teamId) ?? 0;
		remove(leavers, (team) => ({ roundId, reason: "left", points: getPoints(team) }));
		const lowest = alive.slice(alive.length - cuts).toReversed();
		remove(lowest, (team) => ({ roundId, reason: "lowest", points: getPoints(team) }));
	}
	const liveRound = season.live && season.live.roundId >= season.startId ? season.live : null;
	if (liveRound) sortAlive(liveRound);
	const leavers = isOver() ? [] : listLeavers(alive, season.lastRound);
	const dangerCount = liveRound ? countCuts(alive.length, leavers.length, liveRound.roundId === season.lastRound) : 0;
	remove(leavers, ({ leftInRound }) => ({
		roundId: Math.max(season.startId, leftInRound ?? season.startId),
		reason: "left",
		points: null,
	}));
	return {
		alive: alive.map(({ teamId }) => teamId),
		out,
		dangerCount,
		winnerTeamId: isOver() ? (alive[0]?.teamId ?? null) : null,
	};
}
