import type { Points, SquadId } from "../ids.ts";
import { listSquadMatches, type Round } from "../round/round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { computePlayerPoints, hasPlayed } from "./player-points.ts";
import type { StatLine } from "./stats.ts";

/**
 * A player's score in a round. `played`: she has a stat line, even if her match is still being played; in a double game
 * week `points` is the sum of both matches. `to-come`: she has no line yet, and a match of her club has not ended.
 * `did-not-play` (DNP) is final. `points` is 0 unless she played.
 */
export interface PlayerRound {
	readonly state: "played" | "did-not-play" | "to-come";
	readonly points: Points;
}

export const DID_NOT_PLAY: PlayerRound = { state: "did-not-play", points: 0 };
export const TO_COME: PlayerRound = { state: "to-come", points: 0 };

/** Whether every match of the club in the round is complete; true for a bye. */
export const hasSquadFinished = (round: Pick<Round, "matches">, squadId: SquadId): boolean =>
	listSquadMatches(squadId, round).every((match) => match.status === "complete");

/** A player's round from her stat lines: none, one, or two in a double game week (docs/game-rules.md#did-not-play). */
export function computePlayerRound(
	lines: readonly StatLine[],
	squadFinished: boolean,
	rules: Pick<SeasonRules, "scoring">,
): PlayerRound {
	const playedLines = lines.filter(hasPlayed);
	if (playedLines.length > 0) {
		return { state: "played", points: playedLines.reduce((sum, line) => sum + computePlayerPoints(line, rules), 0) };
	}
	return squadFinished ? DID_NOT_PLAY : TO_COME;
}
