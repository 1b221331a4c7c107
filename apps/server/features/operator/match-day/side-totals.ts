import type { MatchDaySide } from "@first-bounce/contract/operator/match-day";
import type { SquadId } from "@first-bounce/rules/ids";
import { sum } from "@first-bounce/rules/numbers";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { SnapshotMatch } from "../../seasons/current/season-snapshot.ts";

type Totals = Pick<MatchDaySide, "players" | "score" | "points">;
type Warning = MatchDaySide["warnings"][number];

/** Minutes into a match by which stats should have arrived. */
const MAX_MINUTES_WITHOUT_STATS = 10;
/** How many players with stats may be missing at the end of a match, compared with the named team or the usual number. */
const MAX_MISSING_PLAYERS = 1;
/** Shares of the usual points beyond which a complete match looks wrong. */
const [MIN_POINTS_SHARE, MAX_POINTS_SHARE] = [0.6, 1.5];
/** Rushed behinds are not in any player's stats. A side has at most about this many in a match. */
const MAX_RUSHED_BEHINDS = 12;
const [GOAL_SCORE, BEHIND_SCORE] = [6, 1];

const listLines = ({ lines }: SnapshotMatch, squadId: SquadId) => lines.filter((line) => line.squadId === squadId);
const getScore = ({ homeSquadId, homeScore, awayScore }: SnapshotMatch, squadId: SquadId): number | null =>
	squadId === homeSquadId ? homeScore : awayScore;

/** Computes a club's totals in a match. */
export function computeSideTotals(match: SnapshotMatch, squadId: SquadId, rules: SeasonRules): Totals {
	const lines = listLines(match, squadId);
	return {
		players: lines.length,
		score: getScore(match, squadId),
		points: sum(lines.map(({ stats }) => computePlayerPoints(stats, rules))),
	};
}

const computeMedian = (values: readonly number[]): number => {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? 0;
	return sorted.length % 2 === 1 ? upper : Math.round((upper + (sorted[middle - 1] ?? upper)) / 2);
};

/** Computes the medians of a club's totals in its matches; null if there are no matches. */
export function computeUsualTotals(matches: readonly Totals[]): MatchDaySide["usual"] {
	if (matches.length === 0) return null;
	return {
		players: computeMedian(matches.map(({ players }) => players)),
		score: computeMedian(matches.flatMap(({ score }) => score ?? [])),
		points: computeMedian(matches.map(({ points }) => points)),
	};
}

function findScoreWarning(match: SnapshotMatch, squadId: SquadId): readonly Warning[] {
	const score = getScore(match, squadId);
	const lines = listLines(match, squadId);
	if (score === null || lines.length === 0) return [];
	const scoreFromStats = sum(lines.map(({ stats }) => GOAL_SCORE * stats.G + BEHIND_SCORE * stats.B));
	if (score < scoreFromStats) return ["score-below-stats"];
	return score > scoreFromStats + MAX_RUSHED_BEHINDS ? ["score-above-stats"] : [];
}

/** Finds what looks wrong about a club's figures. During a match, the only warning is that there are no stats. */
export function findSideWarnings(
	match: SnapshotMatch,
	{ squadId, players, points, named, usual }: Omit<MatchDaySide, "warnings">,
): Warning[] {
	if (match.isAbandoned || match.status === "scheduled") return [];
	if (match.status !== "complete")
		return players === 0 && (match.minutes ?? 0) >= MAX_MINUTES_WITHOUT_STATS ? ["no-stats"] : [];
	if (players === 0) return ["no-stats"];
	const expected = named ?? usual?.players ?? 0;
	const warnings: Warning[] = [];
	if (players < expected - MAX_MISSING_PLAYERS) warnings.push("few-players");
	if (usual && points < usual.points * MIN_POINTS_SHARE) warnings.push("few-points");
	if (usual && points > usual.points * MAX_POINTS_SHARE) warnings.push("many-points");
	return [...warnings, ...findScoreWarning(match, squadId)];
}
