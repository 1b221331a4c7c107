import type { RoundId } from "@first-bounce/rules/ids";
import type { Json } from "../columns.ts";

export interface OwnershipTables {
	round_ownership: {
		season_id: number;
		round_id: RoundId;
		revision: number;
		groups: Json<readonly GroupOwnership[]>;
	};
	draft_ownership: {
		season_id: number;
		round_id: RoundId;
		leagues: number;
		teams: number;
		/** Each player's id, then the number of leagues or teams for each of `DRAFT_FIGURES`. */
		players: Json<readonly (readonly number[])[]>;
	};
	draft_positions: {
		season_id: number;
		drafts: number;
		teams: number;
		/** Each player's id, the number of drafts in which she was picked, and the sum of the numbers of these picks. */
		players: Json<readonly (readonly number[])[]>;
	};
}

/** What was counted in a group of teams: the best overall, or all. */
export interface GroupOwnership {
	/** The last overall rank in the group; null for all teams. */
	readonly top: number | null;
	readonly teams: number;
	/** Each player's id, then the number of teams for each of `OWNERSHIP_FIGURES`. */
	readonly players: readonly (readonly number[])[];
}
