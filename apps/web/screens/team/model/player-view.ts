import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Dollars, PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { findSlot } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/team-locks";
import type { Round } from "@first-bounce/rules/round";
import type { Season } from "../../../api/season-model.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { type Fixture, formatStat, getFixture, type PoolStat } from "../../../players/player-format.ts";
import { getRowAction, type RowAction } from "./row-action.ts";

/** How the team may be changed now: freely, by live actions, by trades, by plans, or not at all. */
export type BoardMode = "edit" | "live" | "trade" | "plan" | "read";

/** Who is in which trade, local and saved (D1 §3). */
export interface TradeContext {
	readonly incoming: ReadonlySet<PlayerId>;
	readonly outgoing: ReadonlySet<PlayerId>;
	/** By trades of this round that the server holds. */
	readonly savedIncoming: ReadonlySet<PlayerId>;
	readonly savedOutgoing: ReadonlySet<PlayerId>;
	/** The team that the trades change. */
	readonly teamIds: ReadonlySet<PlayerId>;
	/** Another trade may be begun. */
	readonly canAddTrade: boolean;
	/** Halves that wait for somebody to come, or to go. */
	readonly needsIncoming: boolean;
	readonly needsOutgoing: boolean;
	/** The dearest price that could be covered. */
	readonly maxAffordable: Dollars;
}

/** What a view of players depends on besides the player. */
export interface ViewContext {
	readonly season: Season;
	/** The line-up on show, and what it has left to spend. */
	readonly lineup: Lineup;
	readonly bank: Dollars;
	readonly isLocked: LockCheck;
	readonly mode: BoardMode;
	/** The round whose fixture and price are shown. */
	readonly round: Round | undefined;
	/** Her price in that round, where it is not today's. */
	readonly getCost: (entry: PlayerEntry) => Dollars;
	readonly stat: PoolStat;
	/** Null outside of trade mode and planning. */
	readonly trade: TradeContext | null;
}

/** A player as the team screen shows her: D1 §3's derived fields and flags. */
export interface PlayerView {
	readonly entry: PlayerEntry;
	readonly name: string;
	readonly positions: string;
	readonly cost: Dollars;
	readonly displayPrice: string;
	/** "-" without games (D1 §9). */
	readonly displayStat: string;
	readonly fixture: readonly Fixture[];
	/** Null where the season has no photo of her. */
	readonly playerImgPath: string | null;
	readonly isInTeam: boolean;
	/** In a trade of this round, local or saved. */
	readonly isInTrade: boolean;
	readonly isLocked: boolean;
	readonly isPlayerIncomingTrade: boolean;
	readonly isPlayerOutgoingTrade: boolean;
	/** Her trade is held by the server. */
	readonly isPlayerTradeBE: boolean;
	readonly showAddButton: boolean;
	/** Nothing can be done with her in the pool now. */
	readonly showNoButton: boolean;
	/** What her button does is to take her out of her trade. */
	readonly removeTradeAction: boolean;
	readonly action: RowAction;
}

/** A player in the light of the team as it is on show. */
export function buildPlayerView(entry: PlayerEntry, context: ViewContext): PlayerView {
	const { season, lineup, stat, trade } = context;
	const { id } = entry;
	const cost = context.getCost(entry);
	const isInTeam = trade ? trade.teamIds.has(id) : findSlot(lineup, id, season.rules) !== null;
	const isPlayerIncomingTrade = trade?.incoming.has(id) ?? false;
	const isPlayerOutgoingTrade = trade?.outgoing.has(id) ?? false;
	const isPlayerTradeBE = (trade?.savedIncoming.has(id) || trade?.savedOutgoing.has(id)) ?? false;
	const isInTrade = isPlayerIncomingTrade || isPlayerOutgoingTrade || isPlayerTradeBE;
	const isLocked = context.isLocked(id);
	const action = getRowAction({ id, cost, isInTeam, isInTrade, isPlayerTradeBE, isLocked }, context);
	return {
		entry,
		name: `${entry.firstName} ${entry.lastName}`,
		positions: entry.position.join("/"),
		cost,
		displayPrice: formatMoney(cost),
		displayStat: formatStat(entry, stat),
		fixture: getFixture(entry.squadId, context.round, season),
		playerImgPath: season.getPhotoPath(entry),
		isInTeam,
		isInTrade,
		isLocked,
		isPlayerIncomingTrade,
		isPlayerOutgoingTrade,
		isPlayerTradeBE,
		showAddButton: (action.kind === "add" || action.kind === "trade-in") && action.disabledReason === null,
		showNoButton: action.kind === "none",
		removeTradeAction: action.kind === "untrade",
		action,
	};
}
