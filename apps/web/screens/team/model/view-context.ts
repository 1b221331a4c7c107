import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Dollars, PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import type { Round } from "@first-bounce/rules/round/round";
import type { Season } from "../../../api/season-model.ts";
import type { PoolStat } from "../../../players/player-format.ts";

/** How the team can be changed: freely, by live actions, by trades, in a plan, or not at all. */
export type BoardMode = "edit" | "live" | "trade" | "plan" | "read";

export const isTradeMode = (mode: BoardMode): boolean => mode === "trade" || mode === "plan";

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
	readonly fixtureRound: Round | undefined;
	/** A later round that is planned; its points are projected. */
	readonly plannedRound?: Round | undefined;
	/** A player's price in that round. */
	readonly getCost: (entry: PlayerEntry) => Dollars;
	readonly stat: PoolStat;
	/** False in a draft league, which has no prices. */
	readonly hasPrices: boolean;
	/** Null until the team has started. */
	readonly trade: TradeContext | null;
}
