import type { MatchEntry, PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { isLikelyToPlay } from "@first-bounce/rules/projections/forecast";
import { listSquadMatches, type Match } from "@first-bounce/rules/round/round";
import type { Season } from "../../api/season-model.ts";
import { getExpectedPoints } from "../team-score.ts";

export const isInPlay = ({ status }: Pick<Match, "status">): boolean => status === "playing" || status === "partial";

/** The match that a player is playing, and her round so far. */
export interface LiveMatch {
	readonly match: MatchEntry;
	/** Null until she has a stat. */
	readonly points: number | null;
	/** The points that she is expected to have after the round. */
	readonly expectedPoints: number;
}

/** Null unless her squad is playing and she is in the match or expected to be. */
export function findLiveMatch(player: PlayerEntry, season: Season): LiveMatch | null {
	const { current, matchById } = season;
	const inPlay = current && listSquadMatches(player.squadId, current).find(isInPlay);
	const match = inPlay && matchById.get(inPlay.id);
	if (!current || !match) return null;
	const points = player.stats.scores[String(current.id)] ?? null;
	if (points === null && !isLikelyToPlay(player.stats.chanceToPlay)) return null;
	return { match, points, expectedPoints: getExpectedPoints(player, current, season) };
}
