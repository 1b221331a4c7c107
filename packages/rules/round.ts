import type { MatchId, RoundId, SeasonTime, SquadId } from "./ids.ts";

export type RoundStatus = "scheduled" | "playing" | "complete";
/** `partial` is what a squad can be over two matches; a feed that sends it for a match is read as playing (C-43). */
export type MatchStatus = RoundStatus | "partial";

export interface Match {
	readonly id: MatchId;
	readonly roundId: RoundId;
	readonly homeSquadId: SquadId;
	readonly awaySquadId: SquadId;
	readonly startsAt: SeasonTime;
	readonly status: MatchStatus;
}

export interface Round {
	readonly id: RoundId;
	readonly status: RoundStatus;
	readonly matches: readonly Match[];
	/** Squads of the season without a match in this round. */
	readonly byeSquads: readonly SquadId[];
}
