import type { PlayerId } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";

/** The two armbands, by the words of `fantasy/team/change-captain`. */
export type CaptainRole = "captain" | "viceCaptain";

export const getRoleHolder = (lineup: Lineup, role: CaptainRole): PlayerId =>
	role === "captain" ? lineup.captainId : lineup.viceCaptainId;

/** Give an armband to a player. Whoever holds the other one hands it to the former holder (D1 §4). */
export function assignCaptain(lineup: Lineup, role: CaptainRole, newId: PlayerId): Lineup {
	const former = getRoleHolder(lineup, role);
	const other = getRoleHolder(lineup, role === "captain" ? "viceCaptain" : "captain");
	const kept = other === newId ? former : other;
	return role === "captain"
		? { ...lineup, captainId: newId, viceCaptainId: kept }
		: { ...lineup, captainId: kept, viceCaptainId: newId };
}
