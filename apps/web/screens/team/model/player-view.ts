import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Dollars, PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { findSlot } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import type { Round } from "@first-bounce/rules/round/round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { Season } from "../../../api/season-model.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { type Fixture, formatStat, getFixture, type PoolStat } from "../../../players/player-format.ts";
import { getProjection } from "../../../players/team-score.ts";
import { getPoolAction, type PoolAction } from "./available-pool-action.ts";

/** How the team can be changed: freely, by live actions, by trades, in a plan, or not at all. */
export type BoardMode = "edit" | "live" | "trade" | "plan" | "read";

/** Players in local and saved trades. */
export interface TradeContext {
	readonly incoming: ReadonlySet<PlayerId>;
	readonly outgoing: ReadonlySet<PlayerId>;
	/** Players of the current round's saved trades. */
	readonly savedIncoming: ReadonlySet<PlayerId>;
	readonly savedOutgoing: ReadonlySet<PlayerId>;
	/** Players of the team before the local trades. */
	readonly teamIds: ReadonlySet<PlayerId>;
	/** Another trade can be started. */
	readonly canAddTrade: boolean;
	/** A trade still needs a player to come in, or to go out. */
	readonly needsIncoming: boolean;
	readonly needsOutgoing: boolean;
	/** The highest price the manager can afford. */
	readonly maxAffordable: Dollars;
}

/** Everything that the view of a player depends on, except the player. */
export interface ViewContext {
	readonly season: Season;
	/** The shown line-up, and its bank. */
	readonly lineup: Lineup;
	readonly bank: Dollars;
	readonly isLocked: LockCheck;
	readonly mode: BoardMode;
	/** The round whose fixture and price are shown. */
	readonly round: Round | undefined;
	/** A later round that is planned; its points are projected. */
	readonly plannedRound?: Round | undefined;
	/** A player's price in that round. */
	readonly getCost: (entry: PlayerEntry) => Dollars;
	readonly stat: PoolStat;
	/** Null until the team has started. */
	readonly trade: TradeContext | null;
}

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
	/** In a trade saved on the server ("BE" is the back end; the specification names this field). */
	readonly isPlayerTradeBE: boolean;
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
	const squadId = context.round ? getSquadInRound(entry, context.round.id) : entry.squadId;
	const cost = context.getCost(entry);
	const isInTeam = trade ? trade.teamIds.has(id) : findSlot(lineup, id, season.rules) !== null;
	const isPlayerIncomingTrade = trade?.incoming.has(id) ?? false;
	const isPlayerOutgoingTrade = trade?.outgoing.has(id) ?? false;
	const isPlayerTradeBE = (trade?.savedIncoming.has(id) || trade?.savedOutgoing.has(id)) ?? false;
	const isInTrade = isPlayerIncomingTrade || isPlayerOutgoingTrade || isPlayerTradeBE;
	const isLocked = context.isLocked(id);
	const action = getPoolAction({ id, cost, isInTeam, isInTrade, isPlayerTradeBE, isLocked }, context);
	return {
		entry,
		name: `${entry.firstName} ${entry.lastName}`,
		squad: season.squads.get(squadId) ?? entry.squad,
		cost,
		displayPrice: formatMoney(cost),
		displayStat: formatStat(entry, stat),
		projectedPoints: getProjection(entry, context.plannedRound ?? null, season),
		fixture: getFixture(squadId, context.round, season),
		playerImgPath: season.getPhotoPath(entry),
		isInTeam,
		isInTrade,
		isLocked,
		isPlayerIncomingTrade,
		isPlayerOutgoingTrade,
		isPlayerTradeBE,
		showAddButton: (action.kind === "add" || action.kind === "trade-in") && action.disabledReason === null,
		showNoButton: action.kind === "none",
		removeTradeAction: action.kind === "cancel-trade",
		action,
	};
}
