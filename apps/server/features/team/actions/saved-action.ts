import type { teamChange } from "@first-bounce/contract/team/team-actions";
import type { Dollars, PlayerId } from "@first-bounce/rules/ids";
import type { InstructionTrigger } from "@first-bounce/rules/instructions/instruction";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { createEmptyLineup, getPlayerAt, listSlots, type TeamShape } from "@first-bounce/rules/lineup/slots";
import type { TeamState } from "@first-bounce/rules/team/team-state";
import type { TradePair } from "@first-bounce/rules/trades/trade";
import type { z } from "zod";
import { buildLineupView } from "../team-view.ts";

export type TeamChange = z.output<typeof teamChange>;

/** The data saved with an action: the team afterwards, what changed, and the trades made, reversed or changed. */
export interface SavedAction extends ReturnType<typeof buildLineupView> {
	readonly bank: Dollars;
	readonly changes: readonly TeamChange[];
	readonly trades: readonly TradePair[];
	/** A changed trade as it was before; absent from other actions. */
	readonly tradeBefore?: TradePair | undefined;
	/** Why the server acted for the manager; null or absent for the manager's own action. */
	readonly cause?: ActionCause | null;
}

/** The instruction that an action carries out, with the player who was out. */
export interface ActionCause {
	readonly instructionId: number;
	readonly playerId: PlayerId;
	readonly trigger: InstructionTrigger;
}

const buildRoleChange = (role: TeamChange["what"], from: PlayerId, to: PlayerId, index = 0): TeamChange[] =>
	from === to ? [] : [{ what: role, line: null, index, from, to }];

/** Lists changed slots and roles: by slot, then captain, vice captain, emergencies. Player 0 stands for nobody. */
export function listChanges(before: Lineup, after: Lineup, shape: TeamShape): TeamChange[] {
	const slots = listSlots(shape).flatMap((slot): TeamChange[] => {
		const [from, to] = [getPlayerAt(before, slot), getPlayerAt(after, slot)];
		return from === to ? [] : [{ what: slot.area, line: slot.line, index: slot.index, from, to }];
	});
	const removed = before.emergency.filter((id) => !after.emergency.includes(id));
	const added = after.emergency.filter((id) => !before.emergency.includes(id));
	const emergencies = Array.from({ length: Math.max(removed.length, added.length) }, (_, index) =>
		buildRoleChange("emergency", removed[index] ?? 0, added[index] ?? 0, index),
	);
	return [
		...slots,
		...buildRoleChange("captain", before.captainId, after.captainId),
		...buildRoleChange("viceCaptain", before.viceCaptainId, after.viceCaptainId),
		...emergencies.flat(),
	];
}

/** Builds the data saved with an action; `before` is null for a first save. */
export const buildSavedAction = (
	before: TeamState | null,
	{ lineup, bank }: TeamState,
	trades: readonly TradePair[],
	shape: TeamShape,
): SavedAction => ({
	...buildLineupView(lineup),
	bank,
	changes: listChanges(before?.lineup ?? createEmptyLineup(shape), lineup, shape),
	trades: trades.map(({ playerInId, playerOutId }) => ({ playerInId, playerOutId })),
});
