import type { Dollars, PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listSlotIds, type TeamShape } from "@first-bounce/rules/lineup/slots";
import type { Trade } from "@first-bounce/rules/trades/trade";
import type { Row } from "../../db/tables/tables.ts";

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
export type TeamRow = Row<"teams", "id" | "version" | "start_round_id"> &
	Row<"users", "team_name" | "avatar_version" | "supported_squad_id" | "is_active"> &
	Row<"seasons", "data_version"> & {
		readonly user_id: UserId;
		/** Oldest first. */
		readonly lineups: readonly LineupRow[];
		/** Oldest first. */
		readonly trades: readonly Trade[];
		/** Points of complete rounds, by round. The API spells it `scoreFlow` in match-ups. */
		readonly scoreflow: Readonly<Record<string, number>>;
	};

/** Finds the line-up that a team has in a round; undefined before its first. */
export const findLineupRow = ({ lineups }: Pick<TeamRow, "lineups">, roundId: RoundId): LineupRow | undefined =>
	lineups.findLast((lineup) => lineup.roundId <= roundId);

export const buildLineupRow = (roundId: RoundId, lineup: Lineup, bank: Dollars, shape: TeamShape): LineupRow => ({
	roundId,
	slots: listSlotIds(lineup, shape),
	captainId: lineup.captainId,
	viceCaptainId: lineup.viceCaptainId,
	emergency: lineup.emergency,
	bank,
});
