import type { Dollars, MatchId, PlayerId, RoundId, SquadId } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { ClubHistory } from "@first-bounce/rules/season-changes/clubs";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";

export interface ImportedSquad {
	readonly id: SquadId;
	readonly name: string;
	readonly abbreviation: string;
	/** The stats provider's id, unless it is the same number. */
	readonly providerId?: string | null;
}

export interface ImportedMatch {
	readonly id: MatchId;
	readonly roundId: RoundId;
	readonly homeSquadId: SquadId;
	readonly awaySquadId: SquadId;
	/** Milliseconds since 1970. */
	readonly startsAt: number;
	readonly venue: string;
	/** The IANA time zone of the ground; null if unknown. */
	readonly timeZone: string | null;
	readonly homeScore: number | null;
	readonly awayScore: number | null;
	/** The stats provider's id, such as `CD_M20232640101`. */
	readonly providerId: string | null;
}

export interface ImportedPlayer extends ClubHistory {
	readonly id: PlayerId;
	readonly firstName: string;
	readonly lastName: string;
	readonly positions: readonly Line[];
	readonly birthday: string | null;
	readonly fromRound: RoundId;
	/** Null if the file has no price: it is then the floor price. */
	readonly openingPrice: Dollars | null;
	/** The stats provider's id, unless it is the same number. */
	readonly providerId?: string | null;
}

export interface ImportedStats {
	readonly matchId: MatchId;
	readonly playerId: PlayerId;
	readonly squadId: SquadId;
	readonly line: StatLine;
}

/** A season as read from its folder, without finals. */
export interface SeasonData {
	readonly id: number;
	readonly name: string;
	readonly rules: SeasonRules;
	readonly squads: readonly ImportedSquad[];
	readonly rounds: readonly RoundId[];
	readonly matches: readonly ImportedMatch[];
	readonly players: readonly ImportedPlayer[];
	readonly stats: readonly ImportedStats[];
	/** Whether there is a signings.csv. Without it an import does not change signings. */
	readonly hasSignings?: boolean;
}
