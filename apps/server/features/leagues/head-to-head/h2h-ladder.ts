import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { findGrandFinalWinner } from "@first-bounce/rules/ladder/grand-final";
import { computeLadder, type LadderRow, type LeagueResult } from "@first-bounce/rules/ladder/ladder";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { StandingsView } from "../../match-day/standings/standings-view.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { LeagueRow } from "../league-row.ts";
import { getLadderCutoff, type LadderCutoff, type LeagueMember } from "../league-scores.ts";

export interface LeagueMatch {
	readonly league_id: number;
	readonly round_id: RoundId;
	readonly place: number;
	readonly home: TeamId;
	readonly away: TeamId;
	readonly is_grand_final: boolean;
	/** Null until the round is published. */
	readonly home_points: number | null;
	readonly away_points: number | null;
}

/** Matches of leagues up to a round. */
export async function listMatches(
	db: Kysely<Tables>,
	leagueIds: readonly number[],
	upTo: RoundId,
): Promise<LeagueMatch[]> {
	if (leagueIds.length === 0) return [];
	const { rows } = await sql<LeagueMatch>`
		SELECT league_id, round_id, place, home_team_id AS home, away_team_id AS away, is_grand_final, home_points,
			away_points
		FROM league_matches WHERE league_id = ANY (${leagueIds}::int[]) AND round_id <= ${upTo}
		ORDER BY league_id, round_id, place`.execute(db);
	return rows;
}

/** What of the standings a result needs. */
export type LiveStandings = Pick<StandingsView, "roundId" | "isLive" | "pointsOf">;

/** What a match stands at: as published, or live by the standings while its round plays; null before. */
export function computeResult(match: LeagueMatch, view: LiveStandings): LeagueResult | null {
	const isPlaying = view.isLive && view.roundId === match.round_id;
	const points = isPlaying
		? ([view.pointsOf(match.home) ?? 0, view.pointsOf(match.away) ?? 0] as const)
		: match.home_points === null || match.away_points === null
			? null
			: ([match.home_points, match.away_points] as const);
	if (!points) return null;
	const { round_id: roundId, is_grand_final: isGrandFinal, home, away } = match;
	return { roundId, isGrandFinal, home, away, homePoints: points[0], awayPoints: points[1] };
}

export interface H2hLadder {
	readonly rows: readonly LadderRow[];
	readonly results: readonly LeagueResult[];
	readonly upTo: LadderCutoff | null;
	/** Of the grand final, once its round is published. */
	readonly winnerTeamId: TeamId | null;
}

/** A league's ladder by the rule, from its results up to a round; the grand final counts for nothing in it. */
export function computeH2hLadder(
	league: Pick<LeagueRow, "tiebreaker">,
	members: readonly LeagueMember[],
	matches: readonly LeagueMatch[],
	{
		season,
		view,
		roundId,
	}: { readonly season: SeasonSnapshot; readonly view: LiveStandings; readonly roundId: RoundId },
): H2hLadder {
	const upTo = getLadderCutoff(view, roundId);
	const counted = matches.filter((match) => match.round_id <= (upTo?.roundId ?? 0));
	const results = counted.flatMap((match) => computeResult(match, view) ?? []);
	const places = members.map(({ team_id, joined_no }) => ({ teamId: team_id, joinedAt: joined_no }));
	const final = counted.find(({ is_grand_final, home_points }) => is_grand_final && home_points !== null);
	const decided = final && computeResult(final, view);
	return {
		rows: computeLadder(places, results, league.tiebreaker ?? "percentage", season.rules),
		results,
		upTo,
		winnerTeamId: decided ? findGrandFinalWinner(decided) : null,
	};
}

/** Where a user stands on a ladder, from 1; null for who is not on it. */
export function findPlace(rows: readonly LadderRow[], members: readonly LeagueMember[], userId: UserId): number | null {
	const own = members.find(({ user_id }) => user_id === userId)?.team_id;
	const place = rows.findIndex(({ teamId }) => teamId === own);
	return place < 0 ? null : place + 1;
}
