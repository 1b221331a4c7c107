import type { Points } from "../ids.ts";

/** Something that went well in a round. */
export type Highlight =
	| { readonly kind: "grand-final" | "elimination" | "season-score" | "best-score" }
	/** The best score of all teams in the round, or a rank near it. */
	| { readonly kind: "round-win" | "round-rank"; readonly rank: number; readonly teams: number }
	| { readonly kind: "wins"; readonly won: number; readonly played: number }
	| { readonly kind: "rise"; readonly places: number }
	| { readonly kind: "above-average"; readonly points: Points };

export interface RoundOutcome {
	readonly points: Points;
	readonly averagePoints: number;
	readonly roundRank: number;
	readonly overallRank: number;
	readonly previousOverallRank: number | null;
	readonly teams: number;
	readonly records: readonly { readonly kind: string }[];
	readonly matchUps: readonly { readonly outcome: string; readonly isGrandFinal: boolean }[];
	readonly eliminations: readonly { readonly outcome: string }[];
}

/** The share of all teams that counts as the top of a round, and the number that always does. */
const TOP_SHARE = 0.1;
const TOP_TEAMS = 3;

function findRankHighlight({ points, roundRank: rank, teams }: RoundOutcome): readonly Highlight[] {
	if (points <= 0) return [];
	if (rank === 1 && teams > 1) return [{ kind: "round-win", rank, teams }];
	const isTop = rank <= TOP_SHARE * teams || (rank <= TOP_TEAMS && teams > 2 * TOP_TEAMS);
	return isTop ? [{ kind: "round-rank", rank, teams }] : [];
}

/** Lists what went well for a team in a round, the best first. */
export function listHighlights(outcome: RoundOutcome): readonly Highlight[] {
	const { points, averagePoints, overallRank, previousOverallRank, records, matchUps, eliminations } = outcome;
	const record = (["season-score", "best-score"] as const).find((kind) => records.some((other) => other.kind === kind));
	const played = matchUps.filter((matchUp) => matchUp.outcome !== "bye").length;
	const won = matchUps.filter((matchUp) => matchUp.outcome === "won").length;
	const places = previousOverallRank === null ? 0 : previousOverallRank - overallRank;
	const aboveAverage = Math.round(points) - Math.round(averagePoints);
	const isChampion = matchUps.some((matchUp) => matchUp.isGrandFinal && matchUp.outcome === "won");
	return [
		...(isChampion ? [{ kind: "grand-final" } as const] : []),
		...(eliminations.some((elimination) => elimination.outcome === "won") ? [{ kind: "elimination" } as const] : []),
		...findRankHighlight(outcome),
		...(record ? [{ kind: record }] : []),
		...(won > 0 && won === played ? [{ kind: "wins", won, played } as const] : []),
		...(places > 0 ? [{ kind: "rise", places } as const] : []),
		...(aboveAverage > 0 ? [{ kind: "above-average", points: aboveAverage } as const] : []),
	];
}
