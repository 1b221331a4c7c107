import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { hasRoundStarted, type Round } from "@first-bounce/rules/round/round";
import { DID_NOT_PLAY, type PlayerRound, TO_COME } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Season } from "../../../api/season-model.ts";
import { getExpectedPoints, getPlayerRound, isExpectedToPlay } from "../../../players/team-score.ts";

/** The current round once it has started, if the team plays it; its scores are shown on the cards. */
export function findScoredRound(season: Season, startRoundId: number | null, now: number): Round | null {
	const { current } = season;
	if (!current || startRoundId === null || startRoundId > current.id) return null;
	return hasRoundStarted(current, now) ? current : null;
}

/** A player's expected round: her final score or, until her matches are over, her expected score. */
function getExpectedRound(entry: PlayerEntry | undefined, round: Round | null, season: Season): PlayerRound {
	if (!entry) return DID_NOT_PLAY;
	const known = round ? getPlayerRound(entry, round) : TO_COME;
	if (known.state === "did-not-play") return known;
	if (known.state === "to-come" && !isExpectedToPlay(entry, round, season)) return DID_NOT_PLAY;
	return { state: "played", points: getExpectedPoints(entry, round, season) };
}

/** The projected points of a round, by default the current round, including the captain and emergencies. */
export function computeProjectedScore(
	lineup: Lineup,
	round: Round | null,
	season: Season,
	rules: SeasonRules = season.rules,
): number {
	const { points } = scoreLineup(
		lineup,
		(id) => getExpectedRound(season.playerById.get(id), round, season),
		(id) => season.lookup(id)?.position ?? [],
		rules,
	);
	return Math.round(points);
}
