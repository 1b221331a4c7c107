import { expect, test } from "vitest";
import { changeWords, fixtureWords } from "../../../players/player-words.ts";
import { aPlayer, aSeason, aSquadOf21, theirLineup } from "../../../players/testing/season-builder.ts";
import { inContext } from "../testing/in-context.ts";
import { playerView } from "./player-view.ts";

test("price and stat are shown as people read them, and '-' before her first game", () => {
	const veteran = aPlayer(1, { cost: 1_230_000, stats: { avgPoints: 81.25 } });
	const rookie = aPlayer(2, { stats: { gamesPlayed: 0, avgPoints: 0, roundPoints: null } });
	const season = aSeason([veteran, rookie]);
	expect(playerView(veteran, inContext(season))).toMatchObject({ displayPrice: "$1.23M", displayStat: "81.3" });
	expect(playerView(veteran, inContext(season, { stat: "selections" })).displayStat).toBe("10%");
	expect(playerView(rookie, inContext(season)).displayStat).toBe("-");
	expect(playerView(rookie, inContext(season, { stat: "cost" })).displayStat).toBe("$500K");
});

test("a fixture reads 'v' at home, '@' away, and is missing on a bye (D1 §2)", () => {
	const players = [aPlayer(1, { squadId: 1 }), aPlayer(2, { squadId: 4 }), aPlayer(3, { squadId: 5 })];
	const season = aSeason(players);
	const words = players.map((player) => fixtureWords(playerView(player, inContext(season)).fixture));
	expect(words).toEqual(["v C2", "@C3", null]);
	expect(playerView(players[0] ?? aPlayer(1), inContext(season)).fixture).toEqual([
		{ matchId: 20, isPlayerHome: true, homeSquad: "C1", awaySquad: "C2", startsAt: Date.parse("2026-09-12T05:00:00Z") },
	]);
});

test("a player may be added only while her price is covered and a place of hers or the utility is free", () => {
	const team = aSquadOf21();
	const another = aPlayer(99, { position: ["RUC"], cost: 600_000 });
	const season = aSeason([...team, another]);
	const full = inContext(season, { lineup: theirLineup(), bank: 900_000 });
	const openUtility = { ...full, lineup: { ...theirLineup(), utilityId: 0 } };
	expect(playerView(another, full)).toMatchObject({ showAddButton: false, hurdle: "no-place" });
	expect(playerView(another, openUtility)).toMatchObject({ showAddButton: true, hurdle: null });
	expect(playerView(another, { ...openUtility, bank: 599_999 })).toMatchObject({
		showAddButton: false,
		hurdle: "no-money",
	});
});

test("team players can be taken out until they are locked; a team that has started shows neither button", () => {
	const [first = aPlayer(1), ...others] = aSquadOf21();
	const season = aSeason([first, ...others]);
	const context = inContext(season, { lineup: theirLineup() });
	expect(playerView(first, context)).toMatchObject({ isInTeam: true, showNoButton: true, showAddButton: false });
	expect(playerView(first, { ...context, isLocked: () => true })).toMatchObject({
		isLocked: true,
		showNoButton: false,
	});
	expect(playerView(first, { ...context, isEditable: false })).toMatchObject({
		showNoButton: false,
		showAddButton: false,
	});
});

test("a price that did not move says nothing, so that the screen can say HOLD", () => {
	expect(changeWords(aPlayer(1))).toBeNull();
	expect(changeWords(aPlayer(1, { cost_round_diff: -31_000 }))).toBe("−31K");
});
