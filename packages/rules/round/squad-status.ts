import type { SquadId } from "../ids.ts";
import type { Match, MatchStatus, Round } from "../round.ts";

export const listSquadMatches = (squadId: SquadId, round: Pick<Round, "matches">): readonly Match[] =>
	round.matches.filter((match) => match.homeSquadId === squadId || match.awaySquadId === squadId);

export const hasBye = (squadId: SquadId, round: Round): boolean => listSquadMatches(squadId, round).length === 0;

/**
 * A squad's status in a round (docs/game-rules.md#rounds); a bye is scheduled. A match that the feed reports as partial
 * counts as playing.
 */
export function getSquadStatus(squadId: SquadId, round: Round): MatchStatus {
	const statuses = listSquadMatches(squadId, round).map((match) => match.status);
	if (statuses.length > 0 && statuses.every((status) => status === "complete")) return "complete";
	if (statuses.some((status) => status === "playing" || status === "partial")) return "playing";
	return statuses.includes("complete") ? "partial" : "scheduled";
}
