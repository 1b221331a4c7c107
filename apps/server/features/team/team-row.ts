import type { Dollars, PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Trade } from "@first-bounce/rules/trades/trade";

/** A line-up that counts from its round on, as it is stored. */
export interface LineupRow {
	readonly roundId: RoundId;
	readonly slots: readonly PlayerId[];
	readonly captainId: PlayerId;
	readonly viceCaptainId: PlayerId;
	readonly emergency: readonly PlayerId[];
	readonly bank: Dollars | null;
}

/** Everything of one team that its owner's screen needs, as of one moment of the database. */
export interface TeamRow {
	readonly id: TeamId;
	readonly user_id: UserId;
	readonly version: number;
	readonly start_round_id: RoundId | null;
	readonly team_name: string | null;
	readonly avatar_version: number;
	readonly supported_squad_id: number | null;
	/** Whether its owner's account is. */
	readonly is_active: boolean;
	/** The season's, at that moment. */
	readonly data_version: number;
	/** Oldest first. */
	readonly lineups: readonly LineupRow[];
	/** Oldest first. */
	readonly trades: readonly Trade[];
	/** Points of complete rounds, by round. */
	readonly scoreflow: Readonly<Record<string, number>>;
}
