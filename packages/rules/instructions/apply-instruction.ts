import { assignCaptain, changeCaptain, changeEmergencies } from "../captaincy/change-roles.ts";
import type { PlayerId } from "../ids.ts";
import { canFill, findSlot, listPlayerIds, listSlotIds, listSlots, replaceSlotIds } from "../lineup/slots.ts";
import { createLockCheck, findLockViolations } from "../lockout/locked-players.ts";
import { findCurrentRound, hasBye } from "../round/round.ts";
import { applySwaps, swapPlayers } from "../swaps/swap-players.ts";
import { checkTeamEdit } from "../team/edit-team.ts";
import { hasTeamStarted, type SeasonContext, type TeamState } from "../team/team-state.ts";
import { changeTrade, findChangeableHalf } from "../trades/change-trade.ts";
import { makeTrades, type TradeResult } from "../trades/make-trades.ts";
import { findMisfits, rearrangePlayers } from "../trades/rearrange.ts";
import { accept, buildRuling, forbid, type Ruling, type Violation } from "../violation.ts";
import { type Instruction, isLoop, type Loop } from "./instruction.ts";

export interface InstructionSeason extends SeasonContext {
	/** A player's chance to play in the current round, 0 to 1; 0 only if she is certain not to. */
	readonly getChanceToPlay: (id: PlayerId) => number;
}

/** Checks what the team actions do not check: whether the players are where the instruction expects them. */
function checkInstruction(
	{ lineup }: TeamState,
	{ playerId, replacement }: Instruction,
	{ rules, getPlayer }: SeasonContext,
): readonly Violation[] {
	const slot = findSlot(lineup, playerId, rules);
	if (!slot) return [{ code: "not-in-team", playerId }];
	if (!replacement || replacement.kind === "trade") return [];
	if (slot.area !== "field") return [{ code: "not-on-field", playerId }];
	const other = findSlot(lineup, replacement.playerId, rules);
	if (!other) return [{ code: "not-in-team", playerId: replacement.playerId }];
	if (other.area === "field") return [{ code: "not-on-bench", playerId: replacement.playerId }];
	if (replacement.kind === "swap") return [];
	if (lineup.emergency.includes(replacement.playerId))
		return [{ code: "already-emergency", playerId: replacement.playerId }];
	const player = getPlayer(replacement.playerId);
	return player && slot.line && !canFill(player, slot)
		? [{ code: "wrong-position", playerId: player.id, line: slot.line }]
		: [];
}

/** The result of an action that makes no trades. */
const withoutTrades = (ruling: Ruling<TeamState>): Ruling<TradeResult> =>
	ruling.ok ? accept({ team: ruling.value, newTrades: [] }) : ruling;

/** Trades the replacement in; if the player came in by a trade that can be changed, the replacement comes in by it. */
function applyTrade(team: TeamState, playerOutId: PlayerId, playerInId: PlayerId, context: SeasonContext) {
	const trade = team.trades.find(
		(trade) => trade.playerInId === playerOutId && findChangeableHalf(trade, team, context) === "in",
	);
	if (!trade) return makeTrades(team, [{ playerInId, playerOutId }], context);
	return withoutTrades(changeTrade(team, { tradeId: trade.id, half: "in", playerId: playerInId }, context));
}

/** Brings in the replacement by a trade or another action of a team that has started, under that action's rules. */
function applyReplacement(team: TeamState, { playerId, replacement }: Instruction, context: SeasonContext) {
	if (!replacement) return withoutTrades(accept(team));
	if (replacement.kind === "trade") return applyTrade(team, playerId, replacement.playerId, context);
	return withoutTrades(
		replacement.kind === "swap"
			? swapPlayers(team, [[playerId, replacement.playerId]], context)
			: changeEmergencies(team, [...team.lineup.emergency, replacement.playerId], context),
	);
}

/** Carries out an instruction as one edit of a team that can be edited freely; a replacement by trade uses none. */
function applyAsEdit(team: TeamState, instruction: Instruction, captainId: PlayerId | null, context: SeasonContext) {
	const { rules, getPlayer } = context;
	const { playerId, replacement } = instruction;
	const isLocked = createLockCheck(team, context);
	let { lineup } = team;
	if (replacement?.kind === "swap") {
		const swapped = applySwaps(lineup, [[playerId, replacement.playerId]], context, isLocked);
		if (!swapped.ok) return swapped;
		lineup = swapped.value;
	}
	if (replacement?.kind === "emergency") lineup = { ...lineup, emergency: [...lineup.emergency, replacement.playerId] };
	if (replacement?.kind === "trade") {
		const incoming = replacement.playerId;
		if (!getPlayer(incoming)) return forbid({ code: "unknown-player", playerId: incoming });
		if (listPlayerIds(lineup).includes(incoming)) return forbid({ code: "already-in-team", playerId: incoming });
		const before = listSlotIds(lineup, rules);
		const newIds = before.map((id) => (id === playerId ? incoming : id));
		const after = rearrangePlayers(before, newIds, { slots: listSlots(rules), getPlayer, isLocked });
		if (!after) return buildRuling(findMisfits(before, newIds, context), team);
		lineup = replaceSlotIds(lineup, after, rules);
	}
	if (captainId !== null) lineup = assignCaptain(lineup, "captain", captainId);
	return checkTeamEdit(team, lineup, { ...context, getProjectedPoints: () => 0 });
}

/**
 * Makes a loop's new captain captain, whatever the vice captain has scored (docs/game-rules.md#a-loop-written-beforehand).
 * The present captain and the new one are unlocked, and the new one is on field and certain not to play.
 */
function applyLoop(team: TeamState, { playerId, captainId }: Loop, context: InstructionSeason): Ruling<TeamState> {
	const round = findCurrentRound(context.rounds);
	const player = context.getPlayer(captainId);
	const violations: Violation[] = [];
	if (team.lineup.viceCaptainId !== playerId) violations.push({ code: "not-vice-captain", playerId });
	if (round && player && hasBye(player.squadId, round)) violations.push({ code: "has-bye", playerId: captainId });
	else if (context.getChanceToPlay(captainId) > 0) violations.push({ code: "may-play", playerId: captainId });
	if (hasTeamStarted(team, context)) {
		const changed = changeCaptain(team, "captain", captainId, context);
		return changed.ok
			? buildRuling(violations, changed.value)
			: buildRuling([...violations, ...changed.violations], team);
	}
	const locked = findLockViolations([team.lineup.captainId, captainId], createLockCheck(team, context));
	const edited = checkTeamEdit(team, assignCaptain(team.lineup, "captain", captainId), {
		...context,
		getProjectedPoints: () => 0,
	});
	const refused = edited.ok ? locked : edited.violations;
	return buildRuling([...violations, ...refused], edited.ok ? edited.value : team);
}

/**
 * Carries out an instruction as a whole or not at all, under the rules of the manager's own actions
 * (docs/game-rules.md#instructions-for-a-player-who-is-out). It changes the captain only if the player who is out has
 * the role. `findLoopShortfall` checks whether a loop's vice captain has scored enough.
 */
export function applyInstruction(
	saved: TeamState | null,
	instruction: Instruction,
	context: InstructionSeason,
): Ruling<TradeResult> {
	if (!saved) return forbid({ code: "no-line-up" });
	if (isLoop(instruction)) return withoutTrades(applyLoop(saved, instruction, context));
	const { playerId, replacement } = instruction;
	const captainId = saved.lineup.captainId === playerId ? instruction.captainId : null;
	const violations = [
		...checkInstruction(saved, instruction, context),
		...findLockViolations([playerId], createLockCheck(saved, context)),
	];
	if (violations.length === 0 && !replacement && captainId === null) violations.push({ code: "not-captain", playerId });
	if (violations.length > 0) return buildRuling(violations, { team: saved, newTrades: [] });
	if (!hasTeamStarted(saved, context)) return withoutTrades(applyAsEdit(saved, instruction, captainId, context));
	const replaced = applyReplacement(saved, instruction, context);
	if (!replaced.ok || captainId === null) return replaced;
	const changed = changeCaptain(replaced.value.team, "captain", captainId, context);
	return changed.ok ? accept({ ...replaced.value, team: changed.value }) : changed;
}

/** Why an instruction cannot be carried out as the team is now. */
export interface InstructionConflict<Id> {
	readonly id: Id;
	/** The earlier instruction that it conflicts with; null if it cannot be carried out even alone. */
	readonly withId: Id | null;
	readonly violations: readonly Violation[];
}

/** The team after an instruction, its trades under temporary ids below 0; null if it is refused. */
function findTeamAfter(team: TeamState, instruction: Instruction, context: InstructionSeason): TeamState | null {
	const applied = applyInstruction(team, instruction, context);
	if (!applied.ok) return null;
	const trades = applied.value.newTrades.map((trade, index) => ({ ...trade, id: -team.trades.length - index - 1 }));
	return { ...applied.value.team, trades: [...team.trades, ...trades] };
}

/**
 * Finds the instructions that could not be carried out in the team as it is now, either alone or after an earlier one.
 * Instructions for the same player are alternatives and do not conflict.
 *
 * @param instructions in the order in which they run
 */
export function findInstructionConflicts<Id>(
	saved: TeamState | null,
	instructions: readonly (Instruction & { readonly id: Id })[],
	context: InstructionSeason,
): readonly InstructionConflict<Id>[] {
	return instructions.flatMap((instruction, index): InstructionConflict<Id>[] => {
		const { id } = instruction;
		const alone = applyInstruction(saved, instruction, context);
		if (!alone.ok) return [{ id, withId: null, violations: alone.violations }];
		if (!saved) return [];
		for (const earlier of instructions.slice(0, index)) {
			if (earlier.playerId === instruction.playerId) continue;
			const after = findTeamAfter(saved, earlier, context);
			const both = after && applyInstruction(after, instruction, context);
			if (both && !both.ok) return [{ id, withId: earlier.id, violations: both.violations }];
		}
		return [];
	});
}
