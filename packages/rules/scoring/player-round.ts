import type { Points, SquadId } from "../ids.ts";
import { listSquadMatches } from "../round/squad-status.ts";
import type { Round } from "../round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { computePlayerPoints, hasPlayed } from "./player-points.ts";
import type { StatLine } from "./stats.ts";

/**
 * What is known of one player in one round. `played`: she has a stat line, and `points` is its worth, or that of both
 * in a double game week. `did-not-play` is final (DNP); `to-come` is no line yet while a match of hers has not ended.
 * `points` is 0 unless she played.
 */
export interface PlayerRound {
	readonly state: "played" | "did-not-play" | "to-come";
	readonly points: Points;
}

export const DID_NOT_PLAY: PlayerRound = { state: "did-not-play", points: 0 };
export const TO_COME: PlayerRound = { state: "to-come", points: 0 };

/** Every match of the squad in the round is complete; true of a bye (decisions §2.2, §2.6). */
export const hasSquadFinished = (round: Pick<Round, "matches">, squadId: SquadId): boolean =>
	listSquadMatches(squadId, round).every((match) => match.status === "complete");

/**
 * A player's round from the stat lines of her matches in it: none, one, or two in a double game week
 * (decisions §2.2, §2.5, §2.6).
 */
export function computePlayerRound(
	lines: readonly StatLine[],
	squadFinished: boolean,
	rules: Pick<SeasonRules, "scoring">,
): PlayerRound {
	const played = lines.filter(hasPlayed);
	if (played.length > 0) {
		return { state: "played", points: played.reduce((sum, line) => sum + computePlayerPoints(line, rules), 0) };
	}
	return squadFinished ? DID_NOT_PLAY : TO_COME;
}
