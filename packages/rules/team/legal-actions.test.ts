import fc from "fast-check";
import { expect, test } from "vitest";
import { changeCaptain, changeEmergencies } from "../captaincy/change-roles.ts";
import type { PlayerId } from "../ids.ts";
import { checkLineup } from "../lineup/check-lineup.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listBenchIds, listFieldIds, listPlayerIds, listSlotIds, replaceSlotIds } from "../lineup/slots.ts";
import { computeTeamValue } from "../salary/salary.ts";
import { swapPlayers } from "../swaps/swap-players.ts";
import { buildSeason, HOUR_MS } from "../testing/season-builder.ts";
import { SimulatedSeason } from "../testing/simulated-season.ts";
import { arbitraryLegalLineup } from "../testing/team-arbitrary.ts";
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
	| { readonly kind: "reverse"; readonly picks: readonly number[] }
	| { readonly kind: "reverse all" | "roll back" };

const pairs = fc.array(fc.tuple(pick, pick), { minLength: 1, maxLength: 3 });
const waits = fc.record({
	kind: fc.constant("wait" as const),
	hours: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 70 })),
	prices: pick,
});
const actions: fc.Arbitrary<Action> = fc.oneof(
	{ weight: 8, arbitrary: waits },
	{ weight: 1, arbitrary: arbitraryLegalLineup(season).map((lineup) => ({ kind: "save", lineup })) },
	{ weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("replace", "swap"), pairs }) },
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant("trade"), pairs }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant("captain"),
			role: fc.constantFrom("captain", "viceCaptain"),
			pick,
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("emergency"), picks: fc.array(pick, { maxLength: 4 }) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("reverse"), picks: fc.array(pick, { maxLength: 2 }) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("reverse all", "roll back") }) },
) as fc.Arbitrary<Action>;

const pickFrom = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];
const pickId = (ids: readonly PlayerId[], index: number): PlayerId => pickFrom(ids, index) ?? 0;

/** Applies an action; null if it is not possible now. */
function applyAction(action: Action, simulation: SimulatedSeason): Ruling<TeamState> | null {
	const { team, context, opening } = simulation;
	if (action.kind === "save") return checkTeamEdit(team, action.lineup, { ...context, projected: (id) => id % 50 });
	if (!team || action.kind === "wait") return null;
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
			return checkTeamEdit(team, lineup, { ...context, projected: () => 0 });
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
	if (action.kind === "roll back") {
		expect(after).toMatchObject({ lineup: simulation.opening?.lineup, bank: simulation.opening?.bank });
		expect(after.trades.filter((trade) => trade.roundId === getActionRoundId(simulation.context))).toEqual([]);
	}
	if (action.kind === "reverse all") {
		expect(after.bank).toBe(simulation.opening?.bank);
		expect([...listPlayerIds(after.lineup)].sort()).toEqual(
			[...listPlayerIds(simulation.opening?.lineup ?? after.lineup)].sort(),
		);
	}
}

test("no sequence of legal actions breaks team, locks or money", () => {
	const actionCounts = new Map<string, number>();
	fc.assert(
		fc.property(
			arbitraryLegalLineup(season),
			fc.array(actions, { minLength: 40, maxLength: 120 }),
			fc.integer({ min: 0, max: 400 }),
			fc.constantFrom(0, HOUR_MS),
			fc.constantFrom({ limit: 3, per: "season" as const }, { limit: 4, per: "round" as const }),
			(first, sequence, delay, lag, trades) => {
				const simulation = new SimulatedSeason({ ...season, rules: { ...season.rules, trades } }, lag);
				simulation.wait(delay, delay);
				for (const action of [{ kind: "save", lineup: first } as const, ...sequence]) {
					if (action.kind === "wait") simulation.wait(action.hours, action.prices);
					if (simulation.team && simulation.team.bank < 0)
						actionCounts.set("over the cap", (actionCounts.get("over the cap") ?? 0) + 1);
					const result = applyAction(action, simulation);
					if (!result?.ok) continue;
					expectLegal(simulation.team, result.value, action, simulation);
					simulation.team = result.value;
					actionCounts.set(action.kind, (actionCounts.get(action.kind) ?? 0) + 1);
				}
			},
		),
		{ numRuns: 250 },
	);
	const edits = ["save", "replace", "over the cap"];
	for (const kind of [...edits, "swap", "captain", "emergency", "trade", "reverse", "reverse all", "roll back"])
		expect(actionCounts.get(kind) ?? 0, `${kind} was rarely exercised`).toBeGreaterThan(20);
});
