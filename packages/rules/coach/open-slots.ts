import type { PlayerId } from "../ids.ts";
import { isEmptySlot, type Lineup } from "../lineup/lineup.ts";
import { getPlayerAt, listSlots, type TeamShape } from "../lineup/slots.ts";
import { isNeverLocked, type LockCheck } from "../lockout/locked-players.ts";
import type { Line } from "../player.ts";

/** The slots that are open in the next round, except those held by locked players. */
export interface OpenSlots {
	readonly isLocked: LockCheck;
	/** Open slots on field, and on field and bench together. */
	readonly field: Readonly<Record<Line, number>>;
	readonly lines: Readonly<Record<Line, number>>;
	readonly hasUtility: boolean;
	/** Whether an unlocked player on field can be captain. */
	readonly hasCaptain: boolean;
}

/** The open slots of a line-up, or of a team in which nobody is locked. */
export function findOpenSlots(shape: TeamShape, lineup: Lineup | null, isLocked: LockCheck = isNeverLocked): OpenSlots {
	const field = { DEF: 0, MID: 0, RUC: 0, FWD: 0 };
	const lines = { DEF: 0, MID: 0, RUC: 0, FWD: 0 };
	let hasUtility = false;
	for (const slot of listSlots(shape)) {
		if (lineup && isLockedPlayer(getPlayerAt(lineup, slot), isLocked)) continue;
		if (slot.line === null) hasUtility = true;
		else {
			lines[slot.line] += 1;
			if (slot.area === "field") field[slot.line] += 1;
		}
	}
	return { isLocked, field, lines, hasUtility, hasCaptain: !(lineup && isLockedPlayer(lineup.captainId, isLocked)) };
}

const isLockedPlayer = (id: PlayerId, isLocked: LockCheck): boolean => !isEmptySlot(id) && isLocked(id);
