import type { PlayerId, Points, TeamId } from "@first-bounce/rules/ids";
import { LINES, type Line } from "@first-bounce/rules/player";
import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import type { Substitution } from "@first-bounce/rules/scoring/cover";
import type { PlayerRound } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { HistoricTeamLineup } from "./queries.ts";

export interface ScoredTeam {
	readonly teamId: TeamId;
	readonly points: Points;
	readonly rank: number;
	readonly substitutions: readonly Substitution[];
}

/** Computes points and ranks of teams that play only this round. Teams with equal points rank in the given order. */
export function computeTeamScores(
	teams: readonly HistoricTeamLineup[],
	getPlayerRound: (id: PlayerId) => PlayerRound,
	rules: SeasonRules,
): ScoredTeam[] {
	const scored = teams.map(({ teamId, lineup }, order) => {
		// The files have no positions, so an emergency covers the line in which she is on the bench.
		const benchLines = new Map(
			LINES.flatMap((line) => lineup.bench[line].map((id): [PlayerId, Line[]] => [id, [line]])),
		);
		const { points, substitutions } = scoreLineup(lineup, getPlayerRound, (id) => benchLines.get(id) ?? [], rules);
		const totals = { totalPoints: points, averagePoints: points, highestRoundPoints: points, roundPoints: points };
		return { teamId, points, substitutions, completedAt: order, ...totals };
	});
	const ranks = new Map(rankTeams(scored, "roundPoints").map(({ rank, standing }) => [standing.teamId, rank]));
	return scored.map(({ teamId, points, substitutions }) => ({
		teamId,
		points,
		rank: ranks.get(teamId) ?? 0,
		substitutions,
	}));
}
