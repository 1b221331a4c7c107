import { type Difficulty, rateOpponents } from "@first-bounce/rules/projections/difficulty";
import type { Season } from "../api/season-model.ts";
import type { Fixture } from "./player-format.ts";

/** For how many rounds opponents are shown. */
export const NEXT_OPPONENTS = 5;

/** Cached by the list of players, which is replaced when their estimates change. */
const ratings = new WeakMap<Season["players"], ReturnType<typeof rateOpponents>>();

function getRatings({ players }: Season) {
	const known = ratings.get(players);
	if (known) return known;
	const computed = rateOpponents(players.map(({ squadId, stats }) => ({ squadId, estimate: stats.estimate })));
	ratings.set(players, computed);
	return computed;
}

/** How hard the opponents of a round are, the hardest of a double week; null on a bye. */
export function getDifficulty(fixture: readonly Fixture[], season: Season): Difficulty | null {
	const levels = fixture.map(({ opponentId }) => getRatings(season).get(opponentId) ?? 1);
	return levels.length === 0 ? null : (Math.max(...levels) as Difficulty);
}
