import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { TeamStanding } from "@first-bounce/rules/rankings/ranks";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import type { StandingsView } from "../match-day/standings/standings-view.ts";
import { type PublishedPoints, sumPublishedPoints } from "./queries.ts";

/** A member of a league, with what decides ties on a ladder. */
export interface LeagueMember {
	readonly league_id: number;
	readonly team_id: TeamId;
	readonly user_id: number;
	readonly joined_no: number;
	readonly start_round_id: RoundId | null;
	readonly completed_at: Date | null;
}

/** The last round that a ladder counts: live for the ladder to date, else as at the end of a complete round. */
export interface LadderCutoff {
	readonly roundId: RoundId;
	readonly isLive: boolean;
}

/** Null before any round has begun. Round 0 means to date; a past round counts as it was published. */
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

interface StandingsSources {
	readonly db: Kysely<Tables>;
	readonly season: { readonly seasonId: number; readonly rounds: readonly { readonly id: RoundId }[] };
	readonly view: () => Pick<StandingsView, "roundId" | "getPoints" | "getTotal" | "getHighest">;
}

/**
 * Computes points of a league's members from the league's start round on, whenever each joined. Rounds before a team's
 * own start score 0, and a live cutoff includes the round in play.
 */
export async function computeLeagueStandings(
	{ db, season, view }: StandingsSources,
	startId: RoundId,
	members: readonly LeagueMember[],
	upTo: LadderCutoff | null,
): Promise<LeagueStanding[]> {
	const to = upTo?.roundId ?? 0;
	const isLive = upTo?.isLive ?? false;
	const teamIds = members.map(({ team_id }) => team_id);
	const first = season.rounds[0]?.id ?? 1;
	// For a league that started with the season, the standings to date are in memory.
	const isInMemory = startId <= first && to !== 0 && to === view().roundId;
	const pastPoints = isInMemory
		? new Map<TeamId, PublishedPoints>()
		: await sumPublishedPoints(db, season.seasonId, teamIds, { from: startId, to: isLive ? to - 1 : to });
	const current = view();
	const isCounted = to >= startId;
	return members.map(({ team_id: teamId, user_id: userId, start_round_id, completed_at }) => {
		const scored = pastPoints.get(teamId);
		const live = isLive && isCounted ? (current.getPoints(teamId) ?? null) : null;
		const total = isInMemory ? (current.getTotal(teamId) ?? 0) : (scored?.total ?? 0) + (live ?? 0);
		const highest = isInMemory
			? (current.getHighest(teamId) ?? 0)
			: Math.max(...[scored?.highest, live].filter(isScore), -1e9);
		const rounds = Math.max(1, to - Math.max(startId, start_round_id ?? startId) + 1);
		return {
			teamId,
			userId,
			totalPoints: total,
			averagePoints: total / rounds,
			highestRoundPoints: highest === -1e9 ? 0 : highest,
			roundPoints: isInMemory ? (current.getPoints(teamId) ?? 0) : ((isLive ? live : scored?.last) ?? 0),
			completedAt: completed_at?.getTime() ?? Number.POSITIVE_INFINITY,
		};
	});
}

const isScore = (score: Points | null | undefined): score is Points => typeof score === "number";
