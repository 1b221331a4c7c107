import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { isExpectedToPlay } from "@first-bounce/rules/prices/outlook";
import { getSquadStatus, hasBye, hasRoundStarted, type Round } from "@first-bounce/rules/round/round";
import { DID_NOT_PLAY, type PlayerRound, TO_COME } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import type { Season } from "../../../api/season-model.ts";
import { getPlayerRound } from "../../../players/team-score.ts";

export const isPlayingNow = (entry: PlayerEntry, round: Round): boolean => {
	const status = getSquadStatus(entry.squadId, round);
	return status === "playing" || status === "partial";
};

/** The current round once it has started, if the team plays it; its scores are shown on the cards. */
export function findScoredRound(season: Season, startRoundId: number | null, now: number): Round | null {
	const { current } = season;
	if (!current || startRoundId === null || startRoundId > current.id) return null;
	return hasRoundStarted(current, now) ? current : null;
}

/** A player's expected round: her final score or, while she is playing, at least her projection. */
function getExpectedRound(entry: PlayerEntry | undefined, round: Round | null, season: Season): PlayerRound {
	if (!entry) return DID_NOT_PLAY;
	const known = round ? getPlayerRound(entry, round) : TO_COME;
	const projection = entry.stats.projectedPoints;
	if (known.state === "played")
		return round && isPlayingNow(entry, round) ? { ...known, points: Math.max(known.points, projection) } : known;
	if (known.state === "did-not-play") return known;
	const { current } = season;
	const bye = current !== undefined && hasBye(entry.squadId, round ?? current);
	return isExpectedToPlay({ status: entry.status, bye }) ? { state: "played", points: projection } : DID_NOT_PLAY;
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
