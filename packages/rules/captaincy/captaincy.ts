import type { PlayerId } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";

export type CaptainRole = "captain" | "viceCaptain";

export const getRoleHolder = (lineup: Lineup, role: CaptainRole): PlayerId =>
	role === "captain" ? lineup.captainId : lineup.viceCaptainId;

/** Makes a player captain or vice captain. If she holds the other role, it goes to the former holder of this one. */
export function assignCaptain(lineup: Lineup, role: CaptainRole, newId: PlayerId): Lineup {
	const former = getRoleHolder(lineup, role);
	const other = getRoleHolder(lineup, role === "captain" ? "viceCaptain" : "captain");
	const kept = other === newId ? former : other;
	return role === "captain"
		? { ...lineup, captainId: newId, viceCaptainId: kept }
		: { ...lineup, captainId: kept, viceCaptainId: newId };
}
