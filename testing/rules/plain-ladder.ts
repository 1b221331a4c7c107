import type { Points, TeamId } from "@first-bounce/rules/ids";

/** A game of a league with the points of both teams. */
export interface PlainGame {
	readonly homeTeamId: TeamId;
	readonly awayTeamId: TeamId;
	readonly home: Points;
	readonly away: Points;
}

export interface PlainRecord {
	readonly teamId: TeamId;
	readonly win: number;
	readonly draw: number;
	readonly lose: number;
	readonly pointsFor: Points;
	readonly pointsAgainst: Points;
	readonly played: number;
}

/** Ranks teams by wins, draws and percentage without the product's code: a second opinion for tests. */
export function buildPlainLadder(teamIds: readonly TeamId[], games: readonly PlainGame[]): PlainRecord[] {
	const records = teamIds.map((teamId) => {
		const scores = games.flatMap(({ homeTeamId, awayTeamId, home, away }) => {
			if (homeTeamId === teamId) return [[home, away] as const];
			return awayTeamId === teamId ? [[away, home] as const] : [];
		});
		return {
			teamId,
			win: scores.filter(([own, other]) => own > other).length,
			draw: scores.filter(([own, other]) => own === other).length,
			lose: scores.filter(([own, other]) => own < other).length,
			pointsFor: scores.reduce((sum, [own]) => sum + own, 0),
			pointsAgainst: scores.reduce((sum, [, other]) => sum + other, 0),
			played: scores.length,
		};
	});
	const percentage = ({ pointsFor, pointsAgainst }: PlainRecord) => pointsFor / pointsAgainst;
	return records.toSorted((a, b) => 4 * b.win + 2 * b.draw - 4 * a.win - 2 * a.draw || percentage(b) - percentage(a));
}
