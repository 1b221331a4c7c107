import { listTrades, type TradeView } from "@first-bounce/contract/team/trade";
import { findLineupChanges } from "@first-bounce/rules/coach/lineup-changes";
import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { findRound } from "@first-bounce/rules/round/round";
import { getActionRoundId, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import { changeTrade, findChangeableHalf, type TradeChange } from "@first-bounce/rules/trades/change-trade";
import { isTradeLocked } from "@first-bounce/rules/trades/reverse-trades";
import type { TradePair } from "@first-bounce/rules/trades/trade";
import type { QueryMeta } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { buildLockContext } from "../model/call-lock-rules.ts";
import type { TradeContext } from "../model/view-context.ts";
import {
	addTradeOut,
	addTradePair,
	getIncomingIds,
	getOutgoingIds,
	type LocalTrade,
	listCompletePairs,
	removeFromTrades,
} from "./local-trades.ts";
import { buildPlannedTeam, buildRoundContext, getPlannedTrades, summarizePlan } from "./plan.ts";
import { computeMaxAffordable, previewTrades } from "./trade-preview.ts";
import { useStoredPlan } from "./use-stored-plan.ts";
import { useTradeMutations } from "./use-trade-mutations.ts";

const NO_TRADES: readonly TradeView[] = [];

/** The query of the saved trades, and the trades: none until they have loaded. */
export function useSavedTrades(isEnabled: boolean, meta: QueryMeta = {}) {
	const query = useCall(listTrades, {}, { enabled: isEnabled, meta });
	return { query, trades: query.data?.trades ?? NO_TRADES };
}

type ChangeTrades = (before: readonly LocalTrade[]) => readonly LocalTrade[];

/**
 * Builds the context of trades: which players are in them, and what else can be traded.
 *
 * @param savedTrades the saved trades of the round
 */
export function buildTradeContext(
	before: TeamState,
	trades: readonly LocalTrade[],
	savedTrades: readonly TradeView[],
	context: SeasonContext,
): TradeContext {
	const { bank, tradesLeft } = previewTrades(before, trades, context);
	return {
		incoming: getIncomingIds(trades),
		outgoing: getOutgoingIds(trades),
		savedIncoming: new Set(savedTrades.map(({ playerInId }) => playerInId)),
		savedOutgoing: new Set(savedTrades.map(({ playerOutId }) => playerOutId)),
		teamIds: new Set(listPlayerIds(before.lineup)),
		canAddTrade: trades.length < tradesLeft,
		needsIncoming: trades.some(({ playerInId }) => playerInId === 0),
		needsOutgoing: trades.some(({ playerOutId }) => playerOutId === 0),
		maxAffordable: computeMaxAffordable(before, trades, bank, context),
	};
}

interface OpenList {
	readonly kind: "trade" | "plan" | null;
	readonly roundId: RoundId;
}

/**
 * Which list of trades is open. Right after Trade or Plan was pressed, the ground and the pool still have the functions of an
 * earlier render, so those functions ask for the newest list.
 */
function useOpenList(current: RoundId) {
	const [shown, setShown] = useState<OpenList>({ kind: null, roundId: current });
	const newest = useRef(shown);
	const change = (part: Partial<typeof shown>) => {
		newest.current = { ...newest.current, ...part };
		setShown(newest.current);
	};
	return {
		...shown,
		getNewest: () => newest.current,
		setKind: (kind: OpenList["kind"]) => change({ kind }),
		setRoundId: (roundId: RoundId) => change({ roundId }),
	};
}

const isAmong = (pairs: readonly TradePair[], { playerInId, playerOutId }: LocalTrade) =>
	pairs.some((pair) => pair.playerInId === playerInId && pair.playerOutId === playerOutId);

function usePreparedTrades(teamId: number, season: Season, current: RoundId) {
	const { getNewest, ...openList } = useOpenList(current);
	const { setKind } = openList;
	const [localTrades, setLocalTrades] = useState<readonly LocalTrade[]>([]);
	const [plan, changePlan] = useStoredPlan(teamId, season.lookup);
	const latestTrades = useRef(localTrades);
	const [changesLineup, setChangesLineup] = useState(false);
	const isPlan = openList.kind === "plan";
	const roundId = isPlan ? Math.max(openList.roundId, current) : current;
	const changeLocalTrades = (change: ChangeTrades) => {
		latestTrades.current = change(latestTrades.current);
		setLocalTrades(latestTrades.current);
		if (latestTrades.current.length === 0) setChangesLineup(false);
	};
	/** Returns a function that changes the list that is open now, even after another list was opened. */
	const getOpenList = () => {
		if (getNewest().kind !== "plan") return changeLocalTrades;
		const planned = Math.max(getNewest().roundId, current);
		return (change: ChangeTrades) =>
			changePlan((previous) => ({ ...previous, [planned]: change(getPlannedTrades(previous, planned)) }));
	};
	const openTrades = () => {
		if (getNewest().kind === null) setKind("trade");
	};
	const closeIfEmpty = () => (latestTrades.current.length === 0 ? setKind(null) : undefined);
	/** Changes the trades of the list that is open now, and opens trades if none is. */
	const changeTrades = (change: ChangeTrades) => {
		getOpenList()(change);
		if (latestTrades.current.length > 0) openTrades();
	};
	/** Adds trades, with the line-up that makes the most of them; the returned function removes them and keeps later changes. */
	const addPairs = (pairs: readonly TradePair[]) => {
		const changeList = getOpenList();
		const { kind } = getNewest();
		let before: readonly LocalTrade[] = [];
		let added = before;
		changeList((now) => {
			before = now;
			added = pairs.reduce(addTradePair, now);
			return added;
		});
		if (kind !== "plan") setChangesLineup(true);
		openTrades();
		return () => {
			changeList((now) => (now === added ? before : now.filter((trade) => !isAmong(pairs, trade))));
			if (kind !== "plan") setChangesLineup(changesLineup);
			if (kind === null && getNewest().kind === "trade") closeIfEmpty();
		};
	};
	/** Starts a trade with the player going out, and returns a function that cancels it. */
	const startTrade = (playerOutId: PlayerId) => {
		const changeList = getOpenList();
		const { kind } = getNewest();
		changeList((now) => addTradeOut(now, playerOutId));
		openTrades();
		return () => {
			changeList((now) => removeFromTrades(now, playerOutId));
			if (kind === null && getNewest().kind === "trade") closeIfEmpty();
		};
	};
	return {
		...openList,
		roundId,
		isCurrentRound: roundId === current,
		trades: isPlan ? getPlannedTrades(plan, roundId) : localTrades,
		plan,
		changeTrades,
		clearTrades: () => changeLocalTrades(() => []),
		addPairs,
		startTrade,
		changesLineup,
		setChangesLineup,
		/** Turns the round's planned trades into local trades. */
		applyPlan: () => {
			changeLocalTrades(() => getPlannedTrades(plan, current));
			setChangesLineup(true);
			setKind("trade");
		},
	};
}

/** The saved trades of the round of which one half is locked and the other can be changed. */
function useChangeableTrades(team: TeamState, savedTrades: readonly TradeView[], seasonContext: SeasonContext) {
	const changeable = new Map(
		savedTrades.flatMap((trade) => {
			const half = findChangeableHalf(trade, team, seasonContext);
			return half ? [[trade.id, half] as const] : [];
		}),
	);
	return {
		changeable,
		/** The trade by which a player came in, if another may come in instead. */
		findChangeableTrade: (playerInId: PlayerId) =>
			savedTrades.find((trade) => trade.playerInId === playerInId && changeable.get(trade.id) === "in"),
		/** The saved team after a change of a saved trade. */
		previewChange: useCallback(
			(change: TradeChange) => changeTrade(team, change, seasonContext),
			[team, seasonContext],
		),
	};
}

/** The trades of a started team. `seasonContext` is the season as it is now. */
export function useTradeEditor(
	team: TeamState,
	allSavedTrades: readonly TradeView[],
	season: Season,
	seasonContext: SeasonContext,
	{ id, version }: { readonly id: number; readonly version: number },
) {
	const current = getActionRoundId(seasonContext);
	const prepared = usePreparedTrades(id, season, current);
	const { roundId, trades, plan, isCurrentRound } = prepared;
	const isPlan = prepared.kind === "plan";
	const mutations = useTradeMutations(version);
	const context = useMemo(
		() => (isPlan ? buildRoundContext(roundId, season, seasonContext) : seasonContext),
		[isPlan, roundId, season, seasonContext],
	);
	const before = useMemo(
		() => (isPlan ? buildPlannedTeam(team, plan, roundId, season, seasonContext) : team),
		[isPlan, team, plan, roundId, season, seasonContext],
	);
	const plannedRounds = useMemo(
		() => (isPlan ? summarizePlan(team, plan, season, seasonContext) : []),
		[isPlan, team, plan, season, seasonContext],
	);
	const round = findRound(season.rounds, roundId);
	const findChanges = (lineup: Lineup, isLocked: LockCheck) =>
		round ? findLineupChanges(lineup, buildLockContext({ season, round, isLocked })) : null;
	const hasChanges = prepared.changesLineup && !isPlan && listCompletePairs(trades).length > 0;
	const preview = previewTrades(before, trades, context, hasChanges ? findChanges : null);
	const savedTrades = allSavedTrades.filter((trade) => trade.roundId === current);
	return {
		...prepared,
		...useChangeableTrades(team, savedTrades, seasonContext),
		preview,
		/** The team before these trades. */
		team: before,
		tradeContext: buildTradeContext(before, trades, isCurrentRound ? savedTrades : NO_TRADES, context),
		/** The plan round by round; empty outside the plan. */
		plannedRounds,
		/** The saved trades of the current round. */
		savedTrades,
		/** The saved trades that can still be reversed. */
		reversible: savedTrades.filter((trade) => !trade.final && !isTradeLocked(trade, team, seasonContext)),
		mutations,
		/** Previews other trades of the round with the line-up that makes the most of them. */
		previewBest: (others: readonly LocalTrade[]) => previewTrades(before, others, context, findChanges),
	};
}

/** Trades being prepared for the current round, or in a plan. */
export type TradeEditor = ReturnType<typeof useTradeEditor>;
