import { type Dollars, EMPTY_SLOT, type PlayerId } from "../ids.ts";
import type { Lineup, Slot } from "../lineup/lineup.ts";
import { canFill, findSlot, getPlayerAt, listPlayerIds, listSlots, type TeamShape } from "../lineup/slots.ts";
import type { Player, PlayerLookup } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

const sumCosts = (ids: readonly PlayerId[], players: PlayerLookup): Dollars =>
	ids.reduce((sum, id) => sum + (players(id)?.cost ?? 0), 0);

/** What a team's players cost today; empty places and unknown players cost nothing. */
export const computeTeamValue = (lineup: Lineup, players: PlayerLookup): Dollars =>
	sumCosts(listPlayerIds(lineup), players);

/** The team's own cap: what it is worth and what it has left. It floats with prices (decisions §1). */
export const computeTeamSalaryCap = (value: Dollars, bank: Dollars): Dollars => value + bank;

/** What is left of the season's cap: the bank of a first save, of a draft, and of a team repriced before it starts. */
export const computeBankUnderCap = (
	lineup: Lineup,
	rules: Pick<SeasonRules, "salaryCap">,
	players: PlayerLookup,
): Dollars => rules.salaryCap - computeTeamValue(lineup, players);

/** The bank after an edit: those who left are paid back and those who came are paid for, at the prices in force. */
export function computeBankAfterEdit(bank: Dollars, before: Lineup, after: Lineup, players: PlayerLookup): Dollars {
	const had = new Set(listPlayerIds(before));
	const has = new Set(listPlayerIds(after));
	const left = [...had].filter((id) => !has.has(id));
	const came = [...has].filter((id) => !had.has(id));
	return bank + sumCosts(left, players) - sumCosts(came, players);
}

/** What is left with a line-up in place of the saved one, or as a first team; below zero it cannot be saved. */
export const computeBank = (
	lineup: Lineup,
	saved: { readonly lineup: Lineup; readonly bank: Dollars } | null,
	rules: Pick<SeasonRules, "salaryCap">,
	players: PlayerLookup,
): Dollars =>
	saved ? computeBankAfterEdit(saved.bank, saved.lineup, lineup, players) : computeBankUnderCap(lineup, rules, players);

/** The first empty place she fits: on field, then the bench, then the utility; null when there is none. */
export const findOpenSlot = (lineup: Lineup, player: Player, shape: TeamShape): Slot | null =>
	listSlots(shape).find((slot) => getPlayerAt(lineup, slot) === EMPTY_SLOT && canFill(player, slot)) ?? null;

/** A player may be added when the bank covers her and a place of one of her positions, or the utility, is free (D1 §5). */
export const canAddPlayer = (lineup: Lineup, bank: Dollars, player: Player, shape: TeamShape): boolean =>
	player.cost <= bank && findSlot(lineup, player.id, shape) === null && findOpenSlot(lineup, player, shape) !== null;
