import type { PlayerId } from "../ids.ts";
import { isNobody, type Lineup } from "../lineup/lineup.ts";
import { getPlayerAt, listSlots, type TeamShape } from "../lineup/slots.ts";
import { isNeverLocked, type LockCheck } from "../lockout/locked-players.ts";
import { type Line, mapLines } from "../player.ts";

/** The slots of a team that are open in the next round: those that no locked player holds. */
export interface OpenSlots {
	readonly isLocked: LockCheck;
	readonly field: Readonly<Record<Line, number>>;
	/** The number of open slots on field and bench together. */
	readonly lines: Readonly<Record<Line, number>>;
	readonly isUtilityOpen: boolean;
	/** Whether an unlocked player on field can be captain. */
	readonly canChooseCaptain: boolean;
}

/** Finds the open slots of a line-up; without one, all slots of a team are open. */
export function findOpenSlots(shape: TeamShape, lineup: Lineup | null, isLocked: LockCheck = isNeverLocked): OpenSlots {
	const field = mapLines(() => 0);
	const lines = mapLines(() => 0);
	let isUtilityOpen = false;
	for (const slot of listSlots(shape)) {
		if (lineup && isLockedPlayer(getPlayerAt(lineup, slot), isLocked)) continue;
		if (slot.line === null) isUtilityOpen = true;
		else {
			lines[slot.line] += 1;
			if (slot.area === "field") field[slot.line] += 1;
		}
	}
	return {
		isLocked,
		field,
		lines,
		isUtilityOpen,
		canChooseCaptain: !(lineup && isLockedPlayer(lineup.captainId, isLocked)),
	};
}

const isLockedPlayer = (id: PlayerId, isLocked: LockCheck): boolean => !isNobody(id) && isLocked(id);
