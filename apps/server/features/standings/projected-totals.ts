import type { Points, RoundId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import { isLikelyToPlay } from "@first-bounce/rules/projections/forecast";
import { computePlayerOutlook } from "@first-bounce/rules/projections/live-outlook";
import { groupProjectedTeams, type ProjectedTeams } from "@first-bounce/rules/projections/rank-outlook";
import { computeHiddenEstimates, getHiddenPoints, getPublicRound } from "@first-bounce/rules/projections/rival-outlook";
import { isVisibleToRivals } from "@first-bounce/rules/rivals/visible-to-rivals";
import { listExpectedMatches, type Round } from "@first-bounce/rules/round/round";
import { DID_NOT_PLAY } from "@first-bounce/rules/scoring/player-round";
import type { ProjectedPlayer, Scorer } from "@first-bounce/scoring/scorer";
import { NOT_ENTERED } from "@first-bounce/scoring/standings/standings";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { createPlayerRoundLookup } from "./player-rounds.ts";
import type { TeamRows } from "./standings-view.ts";

/** All teams' projected totals after the playing round, computed only from what rivals can see. */
export interface ProjectedTotals {
	readonly roundId: RoundId;
	/** Best first. */
	readonly groups: readonly ProjectedTeams[];
	/** Null for a team that is not ranked. */
	readonly getTotal: (teamId: TeamId) => Points | null;
}

/** Projects everybody from what rivals can see: hidden players all count the same, hidden captains more. */
function createPublicProjection(season: SeasonSnapshot, round: Round, now: SeasonTime) {
	const { players, rules } = season;
	const getPlayerRound = createPlayerRoundLookup(season, round);
	const hiddenPlayers = [...players.values()]
		.filter((player) => isLikelyToPlay(player.chanceToPlay) && !isVisibleToRivals(player, round, now))
		.map(({ estimate, chanceToPlay, squadId }) => ({
			estimate,
			chanceToPlay,
			matchCount: listExpectedMatches(squadId, round).length,
		}));
	const estimates = computeHiddenEstimates(hiddenPlayers, rules);
	return (id: number): ProjectedPlayer => {
		const player = players.get(id);
		if (!player) return { result: DID_NOT_PLAY, position: [] };
		const { matchEstimate: estimate, chanceToPlay, squadId, position } = player;
		const matches = listExpectedMatches(squadId, round);
		const outlook = computePlayerOutlook({ result: getPlayerRound(id), estimate, chanceToPlay, matches }, rules);
		const isVisible = isVisibleToRivals(player, round, now);
		const result = getPublicRound(outlook, isVisible, estimates);
		return isVisible
			? { result, position }
			: // Without a position she covers nobody: rivals do not see her in the team.
				{ result, captain: getHiddenPoints(estimates, estimates.captain), position: [] };
	};
}

/** Counts the teams with each total, best first. */
function countTeamsByTotal(totals: Int32Array): ProjectedTeams[] {
	const counts = new Map<Points, number>();
	for (const total of totals) if (total !== NOT_ENTERED) counts.set(total, (counts.get(total) ?? 0) + 1);
	return [...counts].map(([total, teams]) => ({ total, teams })).toSorted((a, b) => b.total - a.total);
}

/** Projects all teams of the playing round in the scoring worker. */
export async function projectTotals(
	{ scorer, rows }: { readonly scorer: Scorer; readonly rows: TeamRows },
	season: SeasonSnapshot,
	round: Round,
	now: SeasonTime,
): Promise<ProjectedTotals> {
	const totals = await scorer.project(createPublicProjection(season, round, now));
	return {
		roundId: round.id,
		groups: groupProjectedTeams(countTeamsByTotal(totals)),
		getTotal: (teamId) => {
			const total = totals[rows.rowByTeam[teamId] ?? -1] ?? NOT_ENTERED;
			return total === NOT_ENTERED ? null : total;
		},
	};
}
