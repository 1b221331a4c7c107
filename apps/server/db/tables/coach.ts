import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import type { Generated } from "kysely";

export interface CoachTables {
	coach_preferences: {
		user_id: UserId;
		is_hidden: Generated<boolean>;
		aim: Generated<"season" | "round" | "money" | "safe" | "risk">;
	};
	coach_players: {
		user_id: UserId;
		season_id: number;
		player_id: PlayerId;
		list: "keep" | "ban" | "wait";
		priority: number;
	};
}
