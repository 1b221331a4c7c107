import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { TeamStanding } from "@first-bounce/rules/rankings/ranks";
import type { RoundStatus } from "@first-bounce/rules/round/round";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../db/tables/tables.ts";
import type { StandingsView } from "../standings/standings-view.ts";
import { type LeagueMember, type PublishedPoints, sumPublishedPoints } from "./league-queries.ts";
import type { LeagueRow } from "./league-row.ts";

/** The last round that a ladder counts: with its points so far if `isLive`, otherwise as published. */
export interface LadderCutoff {
	readonly roundId: RoundId;
	readonly isLive: boolean;
}

/** Gets the cutoff for a ladder at the end of a round, or to date for round 0; null before any round has begun. */
export function getLadderCutoff(
	view: Pick<StandingsView, "roundId" | "isLive">,
	roundId: RoundId,
): LadderCutoff | null {
	if (roundId !== 0 && roundId !== view.roundId) return { roundId, isLive: false };
	return view.roundId === null ? null : { roundId: view.roundId, isLive: view.isLive };
}

/** A member's points within a league, as `rankTeams` ranks them. */
export interface LeagueStanding extends TeamStanding {
	readonly userId: number;
}

export type LadderView = Pick<StandingsView, "roundId" | "isLive" | "getPoints" | "getTotal" | "getHighest">;

/** A view without live points, for what counts only published rounds. */
export const getPublishedView = (): LadderView => ({
	roundId: null,
	isLive: false,
	getPoints: () => null,
	getTotal: () => null,
	getHighest: () => null,
});

/** What the ladders of a season are computed from, be it the current or a closed one. */
export interface LadderSources {
	readonly db: Db;
	readonly season: {
		readonly seasonId: number;
		readonly rules: SeasonRules;
		readonly rounds: readonly { readonly id: RoundId; readonly status: RoundStatus }[];
	};
	readonly view: () => LadderView;
}

/** Sums points from a league's start to the cutoff, even of rounds before a member joined; 0 before a team's start. */
export async function computeLeagueStandings(
	{ db, season, view }: LadderSources,
	{ start_id: startId, class: leagueClass }: Pick<LeagueRow, "start_id" | "class">,
	members: readonly LeagueMember[],
	cutoff: LadderCutoff | null,
): Promise<LeagueStanding[]> {
	const lastRoundId = cutoff?.roundId ?? 0;
	const isLive = cutoff?.isLive ?? false;
	const teamIds = members.map(({ team_id }) => team_id);
	const firstRoundId = season.rounds[0]?.id ?? 1;
	// For a league of classic teams that started with the season, the standings to date are in memory.
	const isInMemory =
		leagueClass === "regular" && startId <= firstRoundId && lastRoundId !== 0 && lastRoundId === view().roundId;
	const lastPublishedId = isLive ? lastRoundId - 1 : lastRoundId;
	const publishedPoints = isInMemory
		? new Map<TeamId, PublishedPoints>()
		: await sumPublishedPoints(db, season.seasonId, teamIds, { from: startId, to: lastPublishedId });
	const current = view();
	const hasLeagueStarted = lastRoundId >= startId;
	return members.map(({ team_id: teamId, user_id: userId, start_round_id, completed_at }) => {
		const published = publishedPoints.get(teamId);
		const live = isLive && hasLeagueStarted ? (current.getPoints(teamId) ?? null) : null;
		const total = isInMemory ? (current.getTotal(teamId) ?? 0) : (published?.total ?? 0) + (live ?? 0);
		const highest = isInMemory ? (current.getHighest(teamId) ?? 0) : findHighest([published?.highest, live]);
		const roundCount = Math.max(1, lastRoundId - Math.max(startId, start_round_id ?? startId) + 1);
		return {
			teamId,
			userId,
			totalPoints: total,
			averagePoints: total / roundCount,
			highestRoundPoints: highest,
			roundPoints: isInMemory ? (current.getPoints(teamId) ?? 0) : ((isLive ? live : published?.last) ?? 0),
			completedAt: completed_at?.getTime() ?? Number.POSITIVE_INFINITY,
		};
	});
}

/** Finds the highest of the scores that exist, which may be negative; 0 without any. */
function findHighest(candidates: readonly (Points | null | undefined)[]): Points {
	const scores = candidates.filter((score) => typeof score === "number");
	return scores.length === 0 ? 0 : Math.max(...scores);
}
