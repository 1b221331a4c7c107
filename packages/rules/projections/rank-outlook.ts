import type { Points } from "../ids.ts";
import { computeNormalShare, NORMAL_80_PERCENT } from "./normal.ts";

/** A group of teams with about the same projected total. */
export interface ProjectedTeams {
	/** The mean of their totals. */
	readonly total: Points;
	readonly teams: number;
}

/** All teams' projected totals, computed only from what rivals can see. */
export interface ProjectedTotals {
	/** Best first. */
	readonly groups: readonly ProjectedTeams[];
	/** The ranked team's own total in `groups`, which is not counted as a rival's. */
	readonly own: Points;
	/** The standard deviation of a team's final total around its projection; 0 once the round is played. */
	readonly deviation: Points;
}

/** A projected rank with the range that the final rank falls in four times out of five. */
interface RankOutlook {
	readonly rank: number;
	/** The better end of the range. */
	readonly best: number;
	readonly worst: number;
}

function computeRank(total: Points, { groups, own, deviation }: ProjectedTotals): number {
	const getShareAbove = (rival: Points) => computeNormalShare((rival - total) / deviation);
	const teamCount = groups.reduce((sum, { teams }) => sum + teams, 0);
	const teamsAbove = groups.reduce((sum, group) => sum + group.teams * getShareAbove(group.total), 0);
	const rank = Math.round(1 + teamsAbove - getShareAbove(own));
	return Math.min(Math.max(1, teamCount), Math.max(1, rank));
}

/** Where a team that is projected to a total will rank (docs/game-rules.md#live-standing). */
export function computeRankOutlook(
	{ total, deviation, rank }: { readonly total: Points; readonly deviation: Points; readonly rank: number },
	projected: ProjectedTotals,
): RankOutlook {
	if (projected.deviation === 0) return { rank, best: rank, worst: rank };
	const distance = NORMAL_80_PERCENT * deviation;
	return {
		rank: computeRank(total, projected),
		best: computeRank(total + distance, projected),
		worst: computeRank(total - distance, projected),
	};
}

/** How large a group may be, as a share of the teams above it. It keeps ranks accurate to a few per cent. */
const GROUP_SHARE = 0.03;

/**
 * Groups teams by their projected totals: single teams at the top, and larger groups further down. A million teams make
 * a few hundred groups.
 *
 * @param teamsByTotal the teams of each total, best first
 */
export function groupProjectedTeams(teamsByTotal: Iterable<ProjectedTeams>): ProjectedTeams[] {
	const groups: ProjectedTeams[] = [];
	let teamsAbove = 0;
	let [points, teams] = [0, 0];
	const closeGroup = () => {
		if (teams > 0) groups.push({ total: Math.round((10 * points) / teams) / 10, teams });
		teamsAbove += teams;
		[points, teams] = [0, 0];
	};
	for (const group of teamsByTotal) {
		if (teams > 0 && teams + group.teams > GROUP_SHARE * teamsAbove) closeGroup();
		points += group.total * group.teams;
		teams += group.teams;
	}
	closeGroup();
	return groups;
}
