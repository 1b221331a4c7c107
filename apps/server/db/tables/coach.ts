import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import type { Generated } from "kysely";

export interface CoachTables {
	readonly coach_preferences: CoachPreferencesTable;
	readonly coach_players: CoachPlayersTable;
}

interface CoachPreferencesTable {
	user_id: UserId;
	is_hidden: Generated<boolean>;
	aim: Generated<"season" | "round" | "money" | "safe" | "risk">;
}

interface CoachPlayersTable {
	user_id: UserId;
	season_id: number;
	player_id: PlayerId;
	list: "keep" | "ban" | "wait";
	priority: number;
}
