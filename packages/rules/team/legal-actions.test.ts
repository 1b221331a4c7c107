import fc from "fast-check";
import { expect, test } from "vitest";
import { buildSeason } from "../../../testing/rules/season-builder.ts";
import { SimulatedSeason } from "../../../testing/rules/simulated-season.ts";
import { arbitraryLegalLineup } from "../../../testing/rules/team-arbitrary.ts";
import { changeCaptain, changeEmergencies } from "../captaincy/change-roles.ts";
import { HOUR_MS } from "../durations.ts";
import type { PlayerId } from "../ids.ts";
import { checkLineup } from "../lineup/check-lineup.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listBenchIds, listFieldIds, listPlayerIds, listSlotIds, replaceSlotIds } from "../lineup/slots.ts";
import { computeTeamValue } from "../salary/salary.ts";
import { swapPlayers } from "../swaps/swap-players.ts";
import { changeTrade, type TradeHalf } from "../trades/change-trade.ts";
import { makeTrades } from "../trades/make-trades.ts";
import { reverseTrades } from "../trades/reverse-trades.ts";
import type { Ruling } from "../violation.ts";
import { checkTeamEdit } from "./edit-team.ts";
import { rollBackToOpening } from "./rollback.ts";
import { getActionRoundId, type TeamState } from "./team-state.ts";

const season = buildSeason();
const pick = fc.nat(10_000);

type Action =
	| { readonly kind: "wait"; readonly hours: number; readonly prices: number }
	| { readonly kind: "save"; readonly lineup: Lineup }
	| { readonly kind: "replace" | "swap" | "trade"; readonly pairs: readonly (readonly [number, number])[] }
	| { readonly kind: "captain"; readonly role: "captain" | "viceCaptain"; readonly pick: number }
	| { readonly kind: "emergency"; readonly picks: readonly number[] }
	| { readonly kind: "change"; readonly pick: number; readonly half: TradeHalf; readonly playerPick: number }
	| { readonly kind: "re-run"; readonly prices: number }
	| { readonly kind: "move match"; readonly pick: number; readonly hours: number; readonly toNextRound: boolean }
	| { readonly kind: "reverse"; readonly picks: readonly number[] }
	| { readonly kind: "reverse all" | "roll back" };

const pairs = fc.array(fc.tuple(pick, pick), { minLength: 1, maxLength: 3 });
const waits = fc.record({
	kind: fc.constant("wait" as const),
	hours: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 70 })),
	prices: pick,
});
const trades = fc.record({ kind: fc.constant("trade" as const), pairs });
const tradeChanges = fc.record({
	kind: fc.constant("change" as const),
	pick,
	half: fc.constantFrom("in" as const, "out" as const),
	playerPick: pick,
});
const otherActions = fc.oneof(
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("swap" as const), pairs }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant("captain" as const),
			role: fc.constantFrom("captain" as const, "viceCaptain" as const),
			pick,
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant("emergency" as const), picks: fc.array(pick, { maxLength: 4 }) }),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant("reverse" as const), picks: fc.array(pick, { maxLength: 2 }) }),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("reverse all" as const, "roll back" as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("re-run" as const), prices: pick }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant("move match" as const),
			pick,
			hours: fc.integer({ min: 0, max: 20 }),
			toNextRound: fc.boolean(),
		}),
	},
);
const seasonActions: fc.Arbitrary<Action> = fc.oneof(
	{ weight: 8, arbitrary: waits },
	{
		weight: 1,
		arbitrary: arbitraryLegalLineup(season).map((lineup) => ({ kind: "save" as const, lineup })),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("replace" as const), pairs }) },
	{ weight: 6, arbitrary: trades },
	{ weight: 1, arbitrary: tradeChanges },
	{ weight: 11, arbitrary: otherActions },
);
const roundActions: fc.Arbitrary<Action> = fc.oneof(
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 3 }), prices: pick }),
	},
	{ weight: 4, arbitrary: trades },
	{ weight: 6, arbitrary: tradeChanges },
	{ weight: 4, arbitrary: otherActions },
);

const pickFrom = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];
const pickId = (ids: readonly PlayerId[], index: number): PlayerId => pickFrom(ids, index) ?? 0;

/** Applies an action; null if it is not possible now. */
function applyAction(action: Action, simulation: SimulatedSeason): Ruling<TeamState> | null {
	const { team, context, opening } = simulation;
	if (action.kind === "save")
		return checkTeamEdit(team, action.lineup, { ...context, getProjectedPoints: (id) => id % 50 });
	if (!team || action.kind === "wait" || action.kind === "re-run" || action.kind === "move match") return null;
	const ownIds = listPlayerIds(team.lineup);
	const otherIds = simulation.playerIds.filter((id) => !ownIds.includes(id));
	const roundTradeIds = team.trades
		.filter((trade) => trade.roundId === getActionRoundId(context))
		.map((trade) => trade.id);
	switch (action.kind) {
		case "replace": {
			const to = new Map(action.pairs.map(([out, into]) => [pickId(ownIds, out), pickId(otherIds, into)]));
			const ids = listSlotIds(team.lineup, season.rules).map((id) => to.get(id) ?? id);
			const lineup = replaceSlotIds(team.lineup, ids, season.rules);
			return checkTeamEdit(team, lineup, { ...context, getProjectedPoints: () => 0 });
		}
		case "swap":
			return swapPlayers(
				team,
				action.pairs.map(([a, b]) => [pickId(ownIds, a), pickId(ownIds, b)] as const),
				context,
			);
		case "captain":
			return changeCaptain(team, action.role, pickId(listFieldIds(team.lineup), action.pick), context);
		case "emergency": {
			const bench = listBenchIds(team.lineup);
			return changeEmergencies(team, [...new Set(action.picks.map((pick) => pickId(bench, pick)))], context);
		}
		case "trade": {
			const pairs = action.pairs.map(([a, b]) => ({ playerInId: pickId(otherIds, a), playerOutId: pickId(ownIds, b) }));
			const traded = makeTrades(team, pairs, context);
			if (!traded.ok) return traded;
			const trades = [...team.trades, ...simulation.assignIds(traded.value.newTrades)];
			return { ok: true, value: { ...traded.value.team, trades } };
		}
		case "change": {
			const tradeId = pickFrom(roundTradeIds, action.pick) ?? 0;
			// Most players do not fit or cost too much, so that the first one who is accepted is taken.
			const ids = action.half === "in" ? otherIds : ownIds;
			const from = action.playerPick % ids.length;
			const rulings = [...ids.slice(from), ...ids.slice(0, from)].map((playerId) =>
				changeTrade(team, { tradeId, half: action.half, playerId }, context),
			);
			return rulings.find(({ ok }) => ok) ?? rulings[0] ?? null;
		}
		case "reverse":
			return reverseTrades(
				team,
				action.picks.map((pick) => pickFrom(roundTradeIds, pick) ?? 0),
				context,
			);
		case "reverse all":
			return reverseTrades(team, roundTradeIds, context);
		case "roll back":
			return opening && rollBackToOpening(team, opening, context);
	}
}

/** A player's slot and roles as a string to compare. */
const describePlayer = (lineup: Lineup, id: PlayerId) =>
	[
		listSlotIds(lineup, season.rules).indexOf(id),
		lineup.captainId === id,
		lineup.viceCaptainId === id,
		lineup.emergency.includes(id),
	].join(" ");

function expectLegal(before: TeamState | null, after: TeamState, action: Action, simulation: SimulatedSeason): void {
	const { getPlayer } = simulation.context;
	expect(checkLineup(after.lineup, season.rules, getPlayer)).toEqual([]);
	expect(after.bank).toBeGreaterThanOrEqual(0);
	const { limit, per } = simulation.context.rules.trades;
	for (const { id } of per === "season" ? [{ id: 0 }] : season.rounds)
		expect(after.trades.filter((trade) => id === 0 || trade.roundId === id).length).toBeLessThanOrEqual(limit);
	if (!before) {
		expect(after.bank + computeTeamValue(after.lineup, getPlayer)).toBe(season.rules.salaryCap);
		return;
	}
	if (before.bank >= 0)
		for (const id of simulation.listLockedPlayers(before.startRoundId))
			expect(describePlayer(after.lineup, id), `${action.kind} moved locked ${id}`).toBe(
				describePlayer(before.lineup, id),
			);

	const computeWorth = (team: TeamState) => team.bank + computeTeamValue(team.lineup, getPlayer);
	expect(computeWorth(after), `${action.kind} created or lost money`).toBe(computeWorth(before));
	const roundTrades = after.trades.filter((trade) => trade.roundId === getActionRoundId(simulation.context));
	if (roundTrades.length > 0)
		expect(after.bank, `${action.kind} does not match the trades`).toBe(
			roundTrades.reduce((sum, { priceIn, priceOut }) => sum + priceOut - priceIn, simulation.opening?.bank ?? 0),
		);
	if (action.kind === "change") expectOneHalfChanged(before, after, simulation);
	if (action.kind === "roll back") {
		expect(after).toMatchObject({ lineup: simulation.opening?.lineup, bank: simulation.opening?.bank });
		expect(roundTrades).toEqual([]);
	}
	if (action.kind === "reverse all") {
		expect(after.bank).toBe(simulation.opening?.bank);
		expect([...listPlayerIds(after.lineup)].sort()).toEqual(
			[...listPlayerIds(simulation.opening?.lineup ?? after.lineup)].sort(),
		);
	}
}

function expectOneHalfChanged(before: TeamState, after: TeamState, simulation: SimulatedSeason): void {
	const locked = simulation.listLockedPlayers(before.startRoundId);
	const changed = after.trades.flatMap((trade, index) => {
		const former = before.trades[index];
		return former && (former.playerInId !== trade.playerInId || former.playerOutId !== trade.playerOutId)
			? [{ former, trade }]
			: [];
	});
	expect(after.trades.map(({ id }) => id)).toEqual(before.trades.map(({ id }) => id));
	expect(changed).toHaveLength(1);
	for (const { former, trade } of changed) {
		expect(former.final).toBe(false);
		expect(former.roundId).toBe(getActionRoundId(simulation.context));
		expect(locked.has(former.playerInId)).not.toBe(locked.has(former.playerOutId));
		expect(locked.has(former.playerInId) ? trade.playerInId : trade.playerOutId).toBe(
			locked.has(former.playerInId) ? former.playerInId : former.playerOutId,
		);
	}
	const named = after.trades
		.filter((trade) => trade.roundId === getActionRoundId(simulation.context))
		.flatMap(({ playerInId, playerOutId }) => [playerInId, playerOutId]);
	for (const { trade } of changed) {
		const taken = locked.has(trade.playerInId) ? trade.playerOutId : trade.playerInId;
		expect(named.filter((id) => id === taken)).toHaveLength(1);
	}
}

function takeActions(sequence: readonly Action[], simulation: SimulatedSeason, counts: Map<string, number>): void {
	const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
	for (const action of sequence) {
		if (action.kind === "wait") simulation.wait(action.hours, action.prices);
		if (action.kind === "re-run" && simulation.rerunPrices(action.prices)) count("re-run");
		if (action.kind === "move match" && simulation.moveMatch(action.pick, action.hours, action.toNextRound))
			count("move match");
		if (simulation.team && simulation.team.bank < 0) count("over the cap");
		const result = applyAction(action, simulation);
		if (!result?.ok) continue;
		expectLegal(simulation.team, result.value, action, simulation);
		simulation.team = result.value;
		count(action.kind);
	}
}

function expectExercised(kinds: readonly string[], counts: ReadonlyMap<string, number>): void {
	for (const kind of kinds)
		expect(counts.get(kind) ?? 0, `${kind} was rarely exercised: ${JSON.stringify([...counts])}`).toBeGreaterThan(20);
}

const tradeLimits = fc.constantFrom({ limit: 3, per: "season" as const }, { limit: 4, per: "round" as const });
const feedDelays = fc.constantFrom(0, HOUR_MS);

test("no sequence of legal actions breaks team, locks or money", () => {
	const counts = new Map<string, number>();
	fc.assert(
		fc.property(
			arbitraryLegalLineup(season),
			fc.array(seasonActions, { minLength: 40, maxLength: 120 }),
			fc.integer({ min: 0, max: 400 }),
			feedDelays,
			tradeLimits,
			(first, sequence, delay, lag, trades) => {
				const simulation = new SimulatedSeason({ ...season, rules: { ...season.rules, trades } }, lag);
				simulation.wait(delay, delay);
				takeActions([{ kind: "save", lineup: first }, ...sequence], simulation, counts);
			},
		),
		{ numRuns: 250 },
	);
	const edits = ["save", "replace", "over the cap"];
	const operatorActions = ["re-run", "move match"];
	const actions = ["swap", "captain", "emergency", "trade", "reverse", "reverse all", "roll back"];
	expectExercised([...edits, ...operatorActions, ...actions], counts);
});

test("no changes of half-locked trades make money or move a locked player [D1.4.125]", () => {
	const counts = new Map<string, number>();
	fc.assert(
		fc.property(
			arbitraryLegalLineup(season),
			fc.array(roundActions, { minLength: 20, maxLength: 60 }),
			fc.integer({ min: 2, max: 4 }),
			feedDelays,
			tradeLimits,
			(first, sequence, roundId, lag, trades) => {
				const simulation = new SimulatedSeason({ ...season, rules: { ...season.rules, trades } }, lag);
				takeActions([{ kind: "save", lineup: first }], simulation, counts);
				for (let round = 1; round < roundId; round++) simulation.wait(168, round);
				simulation.wait(46, 0);
				takeActions(sequence, simulation, counts);
			},
		),
		{ numRuns: 250 },
	);
	expectExercised(["trade", "change", "re-run", "move match", "reverse", "roll back"], counts);
});
