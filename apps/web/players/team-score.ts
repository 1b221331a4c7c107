import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { computeChanceToPlay, getLaterAvailability, isLikelyToPlay } from "@first-bounce/rules/projections/forecast";
import { getSquadStatus, hasNoExpectedMatch, listExpectedMatches, type Round } from "@first-bounce/rules/round/round";
import { computeExpectedPoints } from "@first-bounce/rules/scoring/expected-points";
import { DID_NOT_PLAY, hasSquadFinished, type PlayerRound, TO_COME } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup, type TeamScore } from "@first-bounce/rules/scoring/score-lineup";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { getPositionsInRound } from "@first-bounce/rules/season-changes/positions";
import type { Season } from "../api/season-model.ts";

/** A player's round according to the static files. */
export function getPlayerRound(entry: PlayerEntry | undefined, round: Round): PlayerRound {
	if (!entry) return DID_NOT_PLAY;
	const points = entry.stats.scores[String(round.id)];
	if (points !== undefined) return { state: "played", points };
	return hasSquadFinished(round, getSquadInRound(entry, round.id)) ? DID_NOT_PLAY : TO_COME;
}

/** Whether her squad is playing, or between its two matches of a double week. */
export const isPlayingNow = (entry: PlayerEntry, round: Round): boolean => {
	const status = getSquadStatus(getSquadInRound(entry, round.id), round);
	return status === "playing" || status === "partial";
};

/** How many rounds after the current one a round is. */
const countRoundsAhead = ({ id }: Round, { rounds, current }: Season): number =>
	current ? rounds.filter((round) => round.id > current.id && round.id <= id).length : 0;

/**
 * Whether she counts as playing in a round, by default the current one. In a later round today's status counts only if she is
 * injured (docs/game-rules.md#chance-to-play).
 */
export function isExpectedToPlay(
	{ squadId, status, stats }: PlayerEntry,
	round: Round | null,
	season: Season,
): boolean {
	const ahead = round ? countRoundsAhead(round, season) : 0;
	if (!round || ahead === 0) return isLikelyToPlay(stats.chanceToPlay);
	const chance = computeChanceToPlay(getLaterAvailability({ status }), ahead, season.rules);
	return !hasNoExpectedMatch(squadId, round) && isLikelyToPlay(chance);
}

/** Her projected points in a match of a round, by default the current one; 0 if she is not expected to play. */
export function getProjection(entry: PlayerEntry, round: Round | null, season: Season): number {
	if (!round || countRoundsAhead(round, season) === 0) return entry.stats.projectedPoints;
	return isExpectedToPlay(entry, round, season) ? entry.stats.estimate : 0;
}

/**
 * Her expected score. In the round whose points are shown, that is her points so far plus her projection for the time
 * left; otherwise her projection for the current or a later round.
 */
export function getExpectedPoints(entry: PlayerEntry, round: Round | null, season: Season): number {
	const { stats } = entry;
	const { current, rules } = season;
	const roundToScore = round ?? (current?.status === "scheduled" ? current : null);
	const projection = getProjection(entry, round, season);
	if (!roundToScore) return projection;
	const points = stats.scores[String(roundToScore.id)] ?? 0;
	const squadId = getSquadInRound(entry, roundToScore.id);
	return computeExpectedPoints({ points, projection }, listExpectedMatches(squadId, roundToScore), rules);
}

/** Her projected points in a round, by default the current one. In a double game week, both matches count. */
export function getRoundProjection(entry: PlayerEntry, round: Round | null, season: Season): number {
	const shownRound = round ?? season.current;
	const matches = shownRound ? listExpectedMatches(getSquadInRound(entry, shownRound.id), shownRound).length : 1;
	return matches * getProjection(entry, round, season);
}

/** A team as its viewer may see it, with 0 for each hidden player. */
export interface VisibleTeam extends Omit<Lineup, "field"> {
	readonly lineup: Lineup["field"];
	readonly hidden: number;
}

/**
 * A team's line-up as far as the viewer may see it. A hidden captain has not played yet, so the vice captain does not double
 * (docs/game-rules.md#captains-points).
 */
export function buildVisibleLineup(team: VisibleTeam): Lineup {
	const { lineup: field, bench, utilityId, captainId, viceCaptainId, emergency, hidden } = team;
	const isCaptainHidden = captainId === 0 && hidden > 0;
	return { field, bench, utilityId, captainId, viceCaptainId: isCaptainHidden ? 0 : viceCaptainId, emergency };
}

/** The line-up's score in a round, live or final. */
export const computeTeamScore = (lineup: Lineup, round: Round, season: Season): TeamScore =>
	scoreLineup(
		lineup,
		(id) => getPlayerRound(season.playerById.get(id), round),
		(id) => {
			const entry = season.playerById.get(id);
			if (!entry) return [];
			return getPositionsInRound({ latest: entry.position, previous: entry.formerPositions ?? [] }, round.id);
		},
		season.rules,
	);
