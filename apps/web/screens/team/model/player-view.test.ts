import { expect, test } from "vitest";
import { buildLineup, buildPlayer, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { buildTradeContext, buildViewContext } from "../../../../../testing/web/team-builders.ts";
import { formatFixture } from "../../../players/player-format.ts";
import { buildPlayerView } from "./player-view.ts";

test("price and stat are formatted, '-' without any match (D1.3.24)", () => {
	const veteran = buildPlayer(1, { cost: 1_230_000, stats: { avgPoints: 81.25 } });
	const rookie = buildPlayer(2, { stats: { gamesPlayed: 0, avgPoints: 0, roundPoints: null, scores: {} } });
	const season = buildSeason([veteran, rookie]);
	expect(buildPlayerView(veteran, buildViewContext(season))).toMatchObject({
		displayPrice: "$1.23M",
		displayStat: "81.3",
	});
	expect(buildPlayerView(veteran, buildViewContext(season, { stat: "selections" })).displayStat).toBe("10%");
	expect(buildPlayerView(rookie, buildViewContext(season)).displayStat).toBe("-");
	expect(buildPlayerView(rookie, buildViewContext(season, { stat: "cost" })).displayStat).toBe("$500K");
});

test("a photo's path contains season, player and version, or null (D1.3.26)", () => {
	const players = [buildPlayer(1, { photoVersion: 3 }), buildPlayer(2)];
	const season = buildSeason(players);
	expect(players.map((player) => buildPlayerView(player, buildViewContext(season)).playerImgPath)).toEqual([
		"/media/players/1/1/3.webp",
		null,
	]);
});

test("a fixture reads 'v' at home, '@' away, null otherwise (D1.3.25)", () => {
	const players = [buildPlayer(1, { squadId: 1 }), buildPlayer(2, { squadId: 4 }), buildPlayer(3, { squadId: 5 })];
	const season = buildSeason(players);
	const fixtures = players.map((player) => formatFixture(buildPlayerView(player, buildViewContext(season)).fixture));
	expect(fixtures).toEqual(["v C2", "@C3", null]);
	expect(buildPlayerView(players[0] ?? buildPlayer(1), buildViewContext(season)).fixture).toEqual([
		{
			matchId: 20,
			isComplete: false,
			isPlayerHome: true,
			opponentId: 2,
			homeSquad: "C1",
			awaySquad: "C2",
			startsAt: Date.parse("2026-09-12T05:00:00Z"),
		},
	]);
});

test("in an earlier round a player shows her former club [D2.9.260]", () => {
	const moved = buildPlayer(1, { squadId: 5, formerSquads: [{ untilRound: 1, squadId: 3 }] });
	const season = buildSeason([moved], "scheduled", ["complete", "scheduled"]);
	const views = season.rounds.map((fixtureRound) =>
		buildPlayerView(moved, { ...buildViewContext(season), fixtureRound }),
	);
	expect(views.map(({ squad, fixture }) => [squad.name, formatFixture(fixture)])).toEqual([
		["Club 3", "v C4"],
		["Club 5", null],
	]);
});

test("a player can be added if affordable and there is room (D1.5.26, D1.5.27, D1.4.106)", () => {
	const team = buildSquad();
	const another = buildPlayer(99, { position: ["RUC"], cost: 600_000 });
	const season = buildSeason([...team, another]);
	const full = buildViewContext(season, { lineup: buildLineup(), bank: 900_000 });
	const openUtility = { ...full, lineup: { ...buildLineup(), utilityId: 0 } };
	expect(buildPlayerView(another, full)).toMatchObject({
		showAddButton: false,
		action: { disabledReason: "no-place" },
	});
	expect(buildPlayerView(another, openUtility)).toMatchObject({
		showAddButton: true,
		action: { disabledReason: null },
	});
	expect(buildPlayerView(another, { ...openUtility, bank: 599_999 })).toMatchObject({
		showAddButton: false,
		action: { kind: "add", disabledReason: "no-money" },
	});
});

test("players in the team can be removed until they lock (D1.4.105, D1.4.107, D1.3.27)", () => {
	const [first = buildPlayer(1), ...others] = buildSquad();
	const season = buildSeason([first, ...others, buildPlayer(30)]);
	const context = buildViewContext(season, { lineup: buildLineup() });
	expect(buildPlayerView(first, context)).toMatchObject({
		isInTeam: true,
		action: { kind: "remove", disabledReason: null },
	});
	const locked = { ...context, isLocked: () => true };
	expect(buildPlayerView(first, locked)).toMatchObject({ isLocked: true, action: { kind: "locked" } });
	expect(buildPlayerView(buildPlayer(30), locked).action).toEqual({ kind: "locked" });
});

test("outside trade mode a started team's pool adds nobody (D1.3.29, D1.4.108)", () => {
	const season = buildSeason([...buildSquad(), buildPlayer(30)]);
	const context = buildViewContext(season, { lineup: buildLineup(), mode: "live", trade: buildTradeContext() });
	expect(buildPlayerView(buildPlayer(30), context)).toMatchObject({ showNoButton: true, showAddButton: false });
});

function buildTradeView(details: Parameters<typeof buildTradeContext>[0], id: number, isLocked = false) {
	const season = buildSeason([...buildSquad(), buildPlayer(30, { cost: 700_000 })]);
	const context = buildViewContext(season, {
		lineup: buildLineup(),
		mode: "trade",
		isLocked: () => isLocked,
		trade: buildTradeContext(details),
	});
	return buildPlayerView(season.playerById.get(id) ?? buildPlayer(id), context);
}

test("while trading, players go out or in, or are undone (D1.4.100, D1.4.102, D1.4.103, D1.3.28, D1.3.29)", () => {
	expect(buildTradeView({}, 5).action).toEqual({ kind: "trade-out", disabledReason: null });
	expect(buildTradeView({}, 5)).toMatchObject({ isInTrade: false, removeTradeAction: false, isInSavedTrade: false });
	expect(buildTradeView({}, 30)).toMatchObject({
		showAddButton: true,
		showNoButton: false,
		action: { kind: "trade-in", disabledReason: null },
	});
	const out = buildTradeView({ outgoing: new Set([5]) }, 5);
	expect(out).toMatchObject({ isInTrade: true, isPlayerOutgoingTrade: true, removeTradeAction: true });
	const coming = buildTradeView({ incoming: new Set([30]) }, 30);
	expect(coming).toMatchObject({ isPlayerIncomingTrade: true, action: { kind: "cancel-trade", disabledReason: null } });
});

test("a saved trade can only be reversed in the list of trades (D1.3.28, D1.4.101)", () => {
	const saved = buildTradeView({ savedIncoming: new Set([5]) }, 5);
	expect(saved).toMatchObject({
		isInSavedTrade: true,
		action: { kind: "cancel-trade", disabledReason: "saved-trade" },
	});
	expect(buildTradeView({ savedOutgoing: new Set([30]) }, 30).action).toEqual({
		kind: "cancel-trade",
		disabledReason: "saved-trade",
	});
});

test("a disabled button says locked, too expensive or no trades (D1.4.104)", () => {
	expect(buildTradeView({}, 5, true).action).toEqual({ kind: "trade-out", disabledReason: "locked" });
	expect(buildTradeView({ maxAffordable: 699_999 }, 30).action).toEqual({
		kind: "trade-in",
		disabledReason: "no-money",
	});
	expect(buildTradeView({ canAddTrade: false }, 30).action).toEqual({ kind: "trade-in", disabledReason: "no-trades" });
	expect(buildTradeView({ canAddTrade: false, needsIncoming: true }, 30).action).toEqual({
		kind: "trade-in",
		disabledReason: null,
	});
	expect(buildTradeView({ canAddTrade: false, needsIncoming: true }, 5).action).toEqual({
		kind: "trade-out",
		disabledReason: "no-trades",
	});
});
