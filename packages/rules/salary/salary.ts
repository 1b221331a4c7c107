import type { Dollars, PlayerId } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listPlayerIds } from "../lineup/slots.ts";
import type { PlayerLookup } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

const sumCosts = (ids: readonly PlayerId[], getPlayer: PlayerLookup): Dollars =>
	ids.reduce((sum, id) => sum + (getPlayer(id)?.cost ?? 0), 0);

/** The cost of a team's players today; empty slots and unknown players cost nothing. */
export const computeTeamValue = (lineup: Lineup, getPlayer: PlayerLookup): Dollars =>
	sumCosts(listPlayerIds(lineup), getPlayer);

/** The team's own salary cap, which moves with prices (docs/game-rules.md#bank). */
export const computeTeamSalaryCap = (value: Dollars, bank: Dollars): Dollars => value + bank;

/** The season's salary cap less a team's value: the bank of a first save, of unsaved changes, or of a team that has not started. */
export const computeBankUnderCap = (
	lineup: Lineup,
	rules: Pick<SeasonRules, "salaryCap">,
	getPlayer: PlayerLookup,
): Dollars => rules.salaryCap - computeTeamValue(lineup, getPlayer);

/** The bank after an edit: removed players are sold and added players bought at today's prices. */
export function computeBankAfterEdit(bank: Dollars, before: Lineup, after: Lineup, getPlayer: PlayerLookup): Dollars {
	const idsBefore = new Set(listPlayerIds(before));
	const idsAfter = new Set(listPlayerIds(after));
	const soldIds = [...idsBefore].filter((id) => !idsAfter.has(id));
	const boughtIds = [...idsAfter].filter((id) => !idsBefore.has(id));
	return bank + sumCosts(soldIds, getPlayer) - sumCosts(boughtIds, getPlayer);
}

/** The bank if this line-up is saved, negative if it is over the salary cap. `saved` is null for a first save. */
export const computeBank = (
	lineup: Lineup,
	saved: { readonly lineup: Lineup; readonly bank: Dollars } | null,
	rules: Pick<SeasonRules, "salaryCap">,
	getPlayer: PlayerLookup,
): Dollars =>
	saved
		? computeBankAfterEdit(saved.bank, saved.lineup, lineup, getPlayer)
		: computeBankUnderCap(lineup, rules, getPlayer);
