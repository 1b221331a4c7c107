import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Dollars } from "@first-bounce/rules/ids";
import { findSlot } from "@first-bounce/rules/lineup/slots";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { formatMoney } from "../../../i18n/format.ts";
import { type Fixture, formatStat, getFixture, getFullName } from "../../../players/player-format.ts";
import { getProjection } from "../../../players/team-score.ts";
import { getPoolAction, type PoolAction } from "./available-pool-action.ts";
import type { ViewContext } from "./view-context.ts";

/** A player, prepared for the team screen. */
export interface PlayerView {
	readonly entry: PlayerEntry;
	readonly name: string;
	/** Her club in the shown round. */
	readonly squad: { readonly id: number; readonly name: string };
	readonly cost: Dollars;
	readonly displayPrice: string;
	/** "-" if she has played no match. */
	readonly displayStat: string;
	readonly projectedPoints: number;
	readonly fixture: readonly Fixture[];
	/** Null without a photo. */
	readonly playerImgPath: string | null;
	readonly isInTeam: boolean;
	/** In a local trade, or in a saved trade of this round. */
	readonly isInTrade: boolean;
	readonly isLocked: boolean;
	readonly isPlayerIncomingTrade: boolean;
	readonly isPlayerOutgoingTrade: boolean;
	/** In a saved trade of this round; `isPlayerTradeBE` in docs/spec/team.md. */
	readonly isInSavedTrade: boolean;
	readonly showAddButton: boolean;
	/** The pool offers no action. */
	readonly showNoButton: boolean;
	/** The pool's action removes her from her trade. */
	readonly removeTradeAction: boolean;
	readonly action: PoolAction;
}

export function buildPlayerView(entry: PlayerEntry, context: ViewContext): PlayerView {
	const { season, lineup, stat, trade } = context;
	const { id } = entry;
	const squadId = context.fixtureRound ? getSquadInRound(entry, context.fixtureRound.id) : entry.squadId;
	const cost = context.getCost(entry);
	const isInTeam = trade ? trade.teamIds.has(id) : findSlot(lineup, id, season.rules) !== null;
	const isPlayerIncomingTrade = trade?.incoming.has(id) ?? false;
	const isPlayerOutgoingTrade = trade?.outgoing.has(id) ?? false;
	const isInSavedTrade = (trade?.savedIncoming.has(id) || trade?.savedOutgoing.has(id)) ?? false;
	const isInTrade = isPlayerIncomingTrade || isPlayerOutgoingTrade || isInSavedTrade;
	const isLocked = context.isLocked(id);
	const action = getPoolAction({ id, cost, isInTeam, isInTrade, isInSavedTrade, isLocked }, context);
	return {
		entry,
		name: getFullName(entry),
		squad: season.squads.get(squadId) ?? entry.squad,
		cost,
		displayPrice: formatMoney(cost),
		displayStat: formatStat(entry, stat),
		projectedPoints: getProjection(entry, context.plannedRound ?? null, season),
		fixture: getFixture(squadId, context.fixtureRound, season),
		playerImgPath: season.getPhotoPath(entry),
		isInTeam,
		isInTrade,
		isLocked,
		isPlayerIncomingTrade,
		isPlayerOutgoingTrade,
		isInSavedTrade,
		showAddButton: (action.kind === "add" || action.kind === "trade-in") && action.disabledReason === null,
		showNoButton: action.kind === "none",
		removeTradeAction: action.kind === "cancel-trade",
		action,
	};
}
