import { type Dollars, EMPTY_SLOT, type PlayerId } from "../ids.ts";
import type { Lineup, Slot } from "../lineup/lineup.ts";
import { fits, playerAt, playerIds, slotOf, slotsOf, type TeamShape } from "../lineup/slots.ts";
import type { Player, PlayerLookup } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

const costOf = (ids: readonly PlayerId[], players: PlayerLookup): Dollars =>
	ids.reduce((sum, id) => sum + (players(id)?.cost ?? 0), 0);

/** What a team's players cost today; empty places and unknown players cost nothing. */
export const teamValue = (lineup: Lineup, players: PlayerLookup): Dollars => costOf(playerIds(lineup), players);

/** The team's own cap: what it is worth and what it has left. It floats with prices (decisions §1). */
export const teamSalaryCap = (value: Dollars, bank: Dollars): Dollars => value + bank;

/** What is left of the season's cap: the bank of a first save, of a draft, and of a team repriced before it starts. */
export const bankUnderCap = (lineup: Lineup, rules: Pick<SeasonRules, "salaryCap">, players: PlayerLookup): Dollars =>
	rules.salaryCap - teamValue(lineup, players);

/** The bank after an edit: those who left are paid back and those who came are paid for, at the prices in force. */
export function bankAfterEdit(bank: Dollars, before: Lineup, after: Lineup, players: PlayerLookup): Dollars {
	const had = new Set(playerIds(before));
	const has = new Set(playerIds(after));
	const left = [...had].filter((id) => !has.has(id));
	const came = [...has].filter((id) => !had.has(id));
	return bank + costOf(left, players) - costOf(came, players);
}

/** What is left with a line-up in place of the saved one, or as a first team; below zero it cannot be saved. */
export const bankWith = (
	lineup: Lineup,
	saved: { readonly lineup: Lineup; readonly bank: Dollars } | null,
	rules: Pick<SeasonRules, "salaryCap">,
	players: PlayerLookup,
): Dollars => (saved ? bankAfterEdit(saved.bank, saved.lineup, lineup, players) : bankUnderCap(lineup, rules, players));

/** The first empty place she fits: on field, then the bench, then the utility; null when there is none. */
export const openSlotFor = (lineup: Lineup, player: Player, shape: TeamShape): Slot | null =>
	slotsOf(shape).find((slot) => playerAt(lineup, slot) === EMPTY_SLOT && fits(player, slot)) ?? null;

/** A player may be added when the bank covers her and a place of one of her positions, or the utility, is free (D1 §5). */
export const canAdd = (lineup: Lineup, bank: Dollars, player: Player, shape: TeamShape): boolean =>
	player.cost <= bank && slotOf(lineup, player.id, shape) === null && openSlotFor(lineup, player, shape) !== null;
