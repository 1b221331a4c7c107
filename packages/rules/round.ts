import type { MatchId, RoundId, SeasonTime, SquadId } from "./ids.ts";

export type RoundStatus = "scheduled" | "playing" | "complete";
/** `partial` describes a squad between its two matches of a round; a match reported as partial counts as playing. */
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
