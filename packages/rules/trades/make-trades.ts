import type { PlayerId } from "../ids.ts";
import { playerIds, slotsOf, toSlotIds, withSlotIds } from "../lineup/slots.ts";
import { lockedAmong, locksFor } from "../lockout/team-locks.ts";
import { bankAfterEdit } from "../salary/salary.ts";
import { actionRoundId, type GameContext, liveTeam, type TeamState } from "../team/team-state.ts";
import { type Ruling, refuse, ruling, type Violation } from "../violation.ts";
import { misfits, rearrange, whoMadeRoom } from "./rearrange.ts";
import { cameInDuring, type NewTrade, type TradePair, tradesLeft } from "./trade.ts";

export interface TradesMade {
	/** The team afterwards; `trades` are still those it had, since the new ones have no ids yet. */
	readonly team: TeamState;
	/** One a pair, in the order asked for. */
	readonly made: readonly NewTrade[];
}

/** What speaks against the players named, before money and places. */
function checkPairs(team: TeamState, pairs: readonly TradePair[], context: GameContext): readonly Violation[] {
	const { rules, players } = context;
	const has = new Set(playerIds(team.lineup));
	const roundId = actionRoundId(context);
	const cameIn = cameInDuring(roundId, team.trades);
	const violations: Violation[] = [];
	const named = new Set<PlayerId>();
	for (const playerId of pairs.flatMap((pair) => [pair.playerInId, pair.playerOutId])) {
		if (named.has(playerId)) violations.push({ code: "duplicate-player", playerId });
		named.add(playerId);
	}
	for (const { playerInId, playerOutId } of pairs) {
		if (!players(playerInId)) violations.push({ code: "unknown-player", playerId: playerInId });
		else if (has.has(playerInId)) violations.push({ code: "already-in-team", playerId: playerInId });
		if (!has.has(playerOutId)) violations.push({ code: "not-in-team", playerId: playerOutId });
		else if (cameIn.has(playerOutId)) violations.push({ code: "came-in-this-round", playerId: playerOutId });
	}
	const left = tradesLeft(team.trades, roundId, rules);
	if (pairs.length > left) violations.push({ code: "no-trades-left", limit: rules.trades.limit, left });
	return [...violations, ...lockedAmong(named, locksFor(team, context))];
}

/**
 * `fantasy/trade/make`, and its preview (decisions §6): pairs are one transaction, all or none, at the prices in
 * force. Refused for anyone locked, unknown, in the team already or not in it, or traded in this round; when trades
 * run out or the bank goes below zero; and when no rearrangement of unlocked players makes the newcomers fit.
 */
export function makeTrades(
	saved: TeamState | null,
	pairs: readonly TradePair[],
	context: GameContext,
): Ruling<TradesMade> {
	const live = liveTeam(saved, context);
	if (!live.ok) return live;
	const team = live.value;
	if (pairs.length === 0) return refuse({ code: "no-trade-pairs" });
	const { rules, players } = context;

	const faults = checkPairs(team, pairs, context);
	const before = toSlotIds(team.lineup, rules);
	const replacement = new Map(pairs.map((pair) => [pair.playerOutId, pair.playerInId]));
	const wanted = before.map((id) => replacement.get(id) ?? id);
	const bank = bankAfterEdit(team.bank, team.lineup, withSlotIds(team.lineup, wanted, rules), players);
	const violations: Violation[] = [...faults];
	if (bank < 0) violations.push({ code: "over-salary-cap", by: -bank });
	if (faults.length > 0) return ruling(violations, { team, made: [] });

	const slots = slotsOf(rules);
	const after = rearrange(before, wanted, { slots, players, isLocked: locksFor(team, context) });
	if (!after) violations.push(...misfits(before, wanted, context));
	const made = pairs.map(({ playerInId, playerOutId }) => ({
		roundId: actionRoundId(context),
		playerInId,
		playerOutId,
		priceIn: players(playerInId)?.cost ?? 0,
		priceOut: players(playerOutId)?.cost ?? 0,
		swapIds: after ? whoMadeRoom(playerInId, before, after) : [],
		final: false,
	}));
	const lineup = withSlotIds(team.lineup, after ?? before, rules);
	return ruling(violations, { team: { ...team, lineup, bank }, made });
}
