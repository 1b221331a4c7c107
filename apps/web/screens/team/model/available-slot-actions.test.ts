import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { buildTradeContext, buildViewContext } from "../../../../../testing/web/team-builders.ts";
import { listSlotActions, listSwapTargets } from "./available-slot-actions.ts";
import { buildSlotViews, markInitialSwap } from "./slot-view.ts";
import type { BoardMode, TradeContext } from "./view-context.ts";

interface TeamOptions {
	readonly locked?: readonly number[];
	readonly mode?: BoardMode;
	readonly trade?: Partial<TradeContext>;
	readonly canTradeOut?: boolean;
}

function buildTeamActions({ locked = [], mode = "edit", trade, canTradeOut = true }: TeamOptions = {}) {
	const season = buildSeason(buildSquad((id) => (id === 18 ? { position: ["MID", "FWD"] } : {})));
	const lineup = buildLineup();
	const isLocked = (id: number) => locked.includes(id);
	const actionContext = { lineup, season, isLocked, mode, canTradeOut };
	const context = buildViewContext(season, {
		lineup,
		isLocked,
		mode,
		trade: mode === "edit" ? null : buildTradeContext(trade),
	});
	const views = buildSlotViews(lineup, context, { round: null, score: null });
	const buildView = (id: number) => {
		const found = views.find((view) => view.player?.entry.id === id);
		if (!found) throw new Error(`${id} is not in the team`);
		return found;
	};
	return {
		buildView,
		listActions: (id: number) => listSlotActions(buildView(id), actionContext),
		listTargets: (id: number) => listSwapTargets(id, views, actionContext),
	};
}

test("a field player can be made captain, swapped and removed (D1.4.80, D1.4.81, D1.4.88)", () => {
	expect(buildTeamActions().listActions(8)).toEqual(["captain", "viceCaptain", "swap", "remove"]);
});

test("bench and utility players cannot be captain; bench players can be emergencies (D1.4.82, D1.4.83)", () => {
	expect(buildTeamActions().listActions(17)).toEqual(["swap", "emergencyOff", "remove"]);
	expect(buildTeamActions().listActions(21)).toEqual(["swap", "remove"]);
	expect(buildTeamActions({ mode: "live" }).listActions(17)).toEqual(["swap", "emergencyOff", "tradeOut"]);
	expect(buildTeamActions({ mode: "live" }).listActions(21)).toEqual(["swap", "tradeOut"]);
});

test("a captaincy is offered to others only while unlocked (D1.4.84)", () => {
	expect(buildTeamActions().listActions(6)).toContain("captain");
	expect(buildTeamActions({ locked: [6] }).listActions(8)).toEqual(["viceCaptain", "swap", "remove"]);
	expect(buildTeamActions({ locked: [7] }).listActions(6)).toEqual(["captain", "swap", "remove"]);
	expect(buildTeamActions({ locked: [6] }).buildView(8)).toMatchObject({
		isCaptainLocked: true,
		isViceCaptainLocked: false,
	});
});

test("locked players and read-only teams have no actions (D1.4.79, D1.4.93)", () => {
	expect(buildTeamActions({ locked: [8] }).listActions(8)).toEqual([]);
	expect(buildTeamActions({ locked: [8], mode: "trade" }).listActions(8)).toEqual([]);
	expect(buildTeamActions({ mode: "read" }).listActions(8)).toEqual([]);
});

test("after the start round players are traded out instead of removed (D1.4.85, D1.4.86, D1.4.87)", () => {
	expect(buildTeamActions().listActions(8)).not.toContain("tradeOut");
	expect(buildTeamActions({ mode: "live" }).listActions(8)).toEqual(["captain", "viceCaptain", "swap", "tradeOut"]);
	expect(buildTeamActions({ mode: "live", canTradeOut: false }).listActions(8)).toEqual([
		"captain",
		"viceCaptain",
		"swap",
	]);
	expect(buildTeamActions({ mode: "live", trade: { savedIncoming: new Set([8]) } }).listActions(8)).not.toContain(
		"tradeOut",
	);
});

test("trade mode offers trading and swapping, and undoes halves (D1.4.89, D1.4.90, D1.4.91, D1.4.92)", () => {
	const trading = buildTeamActions({ mode: "trade", trade: { outgoing: new Set([9]), incoming: new Set([10]) } });
	expect(trading.listActions(8)).toEqual(["tradeOut", "swap"]);
	expect(trading.listActions(9)).toEqual(["resetOut"]);
	expect(trading.listActions(10)).toEqual(["resetIn"]);
	expect(trading.buildView(9).change).toBe("out");
	expect(trading.buildView(10).change).toBe("in");
});

test("there are no swaps while planning", () => {
	expect(buildTeamActions({ mode: "plan" }).listActions(8)).toEqual(["tradeOut"]);
});

test("players swap only if both fit and are unlocked", () => {
	expect(buildTeamActions().listTargets(18)).toEqual(
		new Set(["field-MID-0", "field-MID-1", "field-MID-2", "field-MID-3", "field-MID-4", "utility-UTL-0"]),
	);
	expect(
		buildTeamActions({ locked: [10] })
			.listTargets(18)
			.has("field-MID-4"),
	).toBe(false);
});

test("a slot has captaincies, locks, area and incoming trades (D1.3.39, D1.3.40, D1.3.41)", () => {
	const { buildView } = buildTeamActions({ locked: [6], mode: "live", trade: { savedIncoming: new Set([8]) } });
	expect(buildView(6)).toMatchObject({ isCaptain: true, isViceCaptain: false, isCaptainLocked: true });
	expect(buildView(7)).toMatchObject({ isCaptain: false, isViceCaptain: true, isViceCaptainLocked: false });
	const { buildView: buildViewOfLockedVice } = buildTeamActions({ locked: [7] });
	expect(buildViewOfLockedVice(7)).toMatchObject({ isCaptainLocked: false, isViceCaptainLocked: true });
	expect(buildView(17)).toMatchObject({
		isBench: true,
		isUtility: false,
		isLive: false,
		roundScore: { kind: "projected" },
	});
	expect(buildView(21)).toMatchObject({ isBench: false, isUtility: true });
	expect(buildView(8)).toMatchObject({ isPlayerIncomingFromBE: true, isPlayerInitialSwap: false });
	expect(buildView(9)).toMatchObject({ isPlayerIncomingFromBE: false, isPlayerInitialSwap: false });
	const marked = markInitialSwap([buildView(8), buildView(9)], buildView(9).key);
	expect(marked.map(({ isPlayerInitialSwap }) => isPlayerInitialSwap)).toEqual([false, true]);
});
