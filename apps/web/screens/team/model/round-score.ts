import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { isLikelyToPlay } from "@first-bounce/rules/projections/forecast";
import { hasRoundStarted, type Round } from "@first-bounce/rules/round/round";
import { DID_NOT_PLAY, type PlayerRound, TO_COME } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import type { Season } from "../../../api/season-model.ts";
import { getExpectedPoints, getPlayerRound } from "../../../players/team-score.ts";

/** The current round once it has started, if the team plays it; its scores are shown on the cards. */
export function findScoredRound(season: Season, startRoundId: number | null, now: number): Round | null {
	const { current } = season;
	if (!current || startRoundId === null || startRoundId > current.id) return null;
	return hasRoundStarted(current, now) ? current : null;
}

/** A player's expected round: her final score or, until her matches are over, what she is expected to score. */
function getExpectedRound(entry: PlayerEntry | undefined, round: Round | null, season: Season): PlayerRound {
	if (!entry) return DID_NOT_PLAY;
	const known = round ? getPlayerRound(entry, round) : TO_COME;
	if (known.state === "did-not-play") return known;
	if (known.state === "to-come" && !isLikelyToPlay(entry.stats.chanceToPlay)) return DID_NOT_PLAY;
	return { state: "played", points: getExpectedPoints(entry, round, season) };
}

/** The projected points of the round, including the captain and emergencies. */
export function computeProjectedScore(lineup: Lineup, round: Round | null, season: Season): number {
	const { points } = scoreLineup(
		lineup,
		(id) => getExpectedRound(season.playerById.get(id), round, season),
		(id) => season.lookup(id)?.position ?? [],
		season.rules,
	);
	return Math.round(points);
}
