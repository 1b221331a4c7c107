import type { Dollars, PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Trade } from "@first-bounce/rules/trades/trade";

/** A stored line-up. It counts from its round until the round of the next stored one (decision 013). */
export interface LineupRow {
	readonly roundId: RoundId;
	readonly slots: readonly PlayerId[];
	readonly captainId: PlayerId;
	readonly viceCaptainId: PlayerId;
	readonly emergency: readonly PlayerId[];
	readonly bank: Dollars | null;
}

/** A team with everything that its owner's screen needs, read in one statement. */
export interface TeamRow {
	readonly id: TeamId;
	readonly user_id: UserId;
	readonly version: number;
	readonly start_round_id: RoundId | null;
	readonly team_name: string | null;
	readonly avatar_version: number;
	readonly supported_squad_id: number | null;
	/** Whether the owner's account is active. */
	readonly is_active: boolean;
	/** The version of the season's data when the team was read. */
	readonly data_version: number;
	/** Oldest first. */
	readonly lineups: readonly LineupRow[];
	/** Oldest first. */
	readonly trades: readonly Trade[];
	/** Points of complete rounds, by round. */
	readonly scoreflow: Readonly<Record<string, number>>;
}
