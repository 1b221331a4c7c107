import type { PlayerStatus } from "@first-bounce/rules/player";

/** Whether a status says that a player does not play. */
export const isOut = (status: PlayerStatus | null): status is "injured" | "not-playing" =>
	status === "injured" || status === "not-playing";
