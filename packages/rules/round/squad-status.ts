import type { SquadId } from "../ids.ts";
import type { Match, MatchStatus, Round } from "../round.ts";

export const listSquadMatches = (squadId: SquadId, round: Pick<Round, "matches">): readonly Match[] =>
	round.matches.filter((match) => match.homeSquadId === squadId || match.awaySquadId === squadId);

export const hasBye = (squadId: SquadId, round: Round): boolean => listSquadMatches(squadId, round).length === 0;

/**
 * How far a squad is through a round (D1 §4): complete when all its matches are, playing while one is, partial between
 * two, else scheduled; a bye is scheduled. A match the feed calls partial is being played (C-43).
 */
export function getSquadStatus(squadId: SquadId, round: Round): MatchStatus {
	const statuses = listSquadMatches(squadId, round).map((match) => match.status);
	if (statuses.length > 0 && statuses.every((status) => status === "complete")) return "complete";
	if (statuses.some((status) => status === "playing" || status === "partial")) return "playing";
	return statuses.includes("complete") ? "partial" : "scheduled";
}
