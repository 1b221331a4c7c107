import { listTrades } from "@first-bounce/contract/calls";
import type { TradeView } from "@first-bounce/contract/team/trade";
import type { RoundId } from "@first-bounce/rules/ids";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { type GameContext, getActionRoundId, type TeamState } from "@first-bounce/rules/team/team-state";
import { isTradeLocked } from "@first-bounce/rules/trades/reverse-trades";
import { useState } from "react";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import type { TradeMarks } from "../model/player-view.ts";
import { comingIn, goingOut, type LocalTrade } from "../trade/local-trades.ts";
import { contextIn, type Plan, teamIn, tradesIn } from "../trade/plan.ts";
import { affordable, previewTrades, type TradePreview } from "../trade/trade-preview.ts";
import { useKeptPlan } from "./plan-storage.ts";
import { type TradeCalls, useTradeCalls } from "./use-trade-calls.ts";

const NONE: readonly TradeView[] = [];

/** The trades the server holds; null until they are known. */
export function useSavedTrades(isComplete: boolean) {
	const answer = useCall(listTrades, {}, { enabled: isComplete });
	return { trades: answer.data?.trades ?? NONE, isKnown: answer.data !== undefined };
}

/** Trades being put together: for now, or planned for a round. */
export interface TradeDesk {
	readonly kind: "trade" | "plan" | null;
	readonly roundId: RoundId;
	/** The round is the current one. */
	readonly isNow: boolean;
	readonly trades: readonly LocalTrade[];
	readonly preview: TradePreview;
	/** The team that they change, in the game as that round finds it. */
	readonly team: TeamState;
	readonly context: GameContext;
	readonly marks: TradeMarks;
	readonly plan: Plan;
	/** Trades of this round that the server holds, and those of them that can still be reversed. */
	readonly held: readonly TradeView[];
	readonly reversible: readonly TradeView[];
	readonly calls: TradeCalls;
	readonly open: (kind: "trade" | "plan" | null) => void;
	readonly lookAt: (roundId: RoundId) => void;
	readonly change: (trades: readonly LocalTrade[]) => void;
	/** What is planned for this round, as trades to send. */
	readonly takePlan: () => void;
}

/** The desk of a team that has started; `now` is the game as it stands. */
export function useTradeDesk(
	team: TeamState,
	saved: readonly TradeView[],
	season: Season,
	now: GameContext,
	{ id, version }: { readonly id: number; readonly version: number },
): TradeDesk {
	const current = getActionRoundId(now);
	const [kind, open] = useState<TradeDesk["kind"]>(null);
	const [local, setLocal] = useState<readonly LocalTrade[]>([]);
	const [plan, setPlan] = useKeptPlan(id);
	const [asked, lookAt] = useState(current);
	const calls = useTradeCalls(version);

	const isPlan = kind === "plan";
	const roundId = isPlan ? Math.max(asked, current) : current;
	const trades = isPlan ? tradesIn(plan, roundId) : local;
	const context = isPlan ? contextIn(roundId, season, now) : now;
	const before = isPlan ? teamIn(team, plan, roundId, season, now) : team;
	const preview = previewTrades(before, trades, context);
	const held = saved.filter((trade) => trade.roundId === current);
	const isNow = roundId === current;
	const marks: TradeMarks = {
		incoming: comingIn(trades),
		outgoing: goingOut(trades),
		cameIn: new Set(isNow ? held.map(({ playerInId }) => playerInId) : []),
		wentOut: new Set(isNow ? held.map(({ playerOutId }) => playerOutId) : []),
		team: new Set(listPlayerIds(before.lineup)),
		hasSlot: trades.length < preview.tradesLeft,
		wantsIn: trades.some(({ playerInId }) => playerInId === 0),
		wantsOut: trades.some(({ playerOutId }) => playerOutId === 0),
		affordable: affordable(before, trades, preview.bank, context),
	};
	return {
		kind,
		roundId,
		isNow,
		trades,
		preview,
		team: before,
		context,
		marks,
		plan,
		held,
		reversible: held.filter((trade) => !trade.final && !isTradeLocked(trade, team, now)),
		calls,
		open,
		lookAt,
		change: (next) => (isPlan ? setPlan({ ...plan, [roundId]: next }) : setLocal(next)),
		takePlan: () => {
			setLocal(tradesIn(plan, current));
			open("trade");
		},
	};
}
