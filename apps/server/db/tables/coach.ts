import type { Generated } from "kysely";

export interface CoachTables {
	readonly coach_preferences: CoachPreferencesTable;
	readonly coach_players: CoachPlayersTable;
}

interface CoachPreferencesTable {
	user_id: number;
	is_hidden: Generated<boolean>;
	aim: Generated<"season" | "round" | "money">;
}

interface CoachPlayersTable {
	user_id: number;
	season_id: number;
	player_id: number;
	list: "keep" | "ban" | "wait";
	priority: number;
}
