import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { buildTradeContext, buildViewContext } from "../../../../../testing/web/team-builders.ts";
import { createI18n } from "../../../i18n/i18n.ts";
import en from "../../../i18n/locale/en.json";
import type { PoolStat } from "../../../players/player-format.ts";
import { buildSlotViews } from "../model/slot-view.ts";
import { buildCardPlayer } from "./build-card-player.ts";

const { t } = createI18n(en);
const season = buildSeason(
	buildSquad(() => ({
		cost: 1_610_000,
		selections: 31,
		stats: { avgPoints: 98.25, totalPoints: 393, roundPoints: 112 },
	})),
);

/** The card of the first player in the team. */
function buildCard(stat: PoolStat, isLocked: boolean) {
	const context = buildViewContext(season, { lineup: buildLineup(), stat, isLocked: () => isLocked });
	const [view] = buildSlotViews(context.lineup, context, { round: null, score: null });
	if (!view?.player) throw new Error("The first slot is empty");
	return buildCardPlayer(view, view.player, context, t);
}

test.each([
	["avgPoints", "Avg 98.3"],
	["cost", "$1.61M"],
	["selections", "31% owned"],
	["totalPoints", "Total 393"],
	["roundPoints", "Round 112"],
] as const)("a card shows the selected stat before and after lock: %s (D1.2.98)", (stat, text) => {
	expect(buildCard(stat, false).stat).toBe(text);
	expect(buildCard(stat, true).stat).toBe(text);
});

test.each([
	["live", 1, "1 point, live"],
	["live", 0, "0 points, live"],
	["final", -1, "−1 point"],
	["final", 1_012, "1,012 points"],
] as const)("a card's score is read out in singular or plural: %s %s", (kind, points, text) => {
	const context = buildViewContext(season, { lineup: buildLineup(), stat: "cost", isLocked: () => true });
	const [view] = buildSlotViews(context.lineup, context, { round: null, score: null });
	if (!view?.player) throw new Error("The first slot is empty");
	const card = buildCardPlayer({ ...view, roundScore: { kind, points } }, view.player, context, t);
	expect(card.spoken.endsWith(`, ${text}`)).toBe(true);
});

test("a card has the player's name, status, positions and price (D1.2.97)", () => {
	const players = buildSquad((id) =>
		id === 1
			? { firstName: "Maeve", lastName: "Callinan", position: ["DEF", "MID"], status: "injured", cost: 612_000 }
			: {},
	);
	const context = buildViewContext(buildSeason(players), { lineup: buildLineup() });
	const [view] = buildSlotViews(context.lineup, context, { round: null, score: null });
	if (!view?.player) throw new Error("The first slot is empty");
	expect(buildCardPlayer(view, view.player, context, t)).toMatchObject({
		status: "injured",
		price: "$612K",
		spoken: expect.stringMatching(/^Maeve Callinan, .*\$612K, Injured/),
	});
});

test("a card is marked with role, and coming or going (D1.2.103, D1.2.104, D1.4.98, D1.4.99)", () => {
	const trade = buildTradeContext({ incoming: new Set([8]), outgoing: new Set([9]) });
	const context = buildViewContext(season, { lineup: buildLineup(), mode: "trade", trade });
	const cards = buildSlotViews(context.lineup, context, { round: null, score: null }).map(
		(view) => view.player && buildCardPlayer(view, view.player, context, t),
	);
	expect(cards.map((card) => card?.role).slice(5, 8)).toEqual(["captain", "vice", null]);
	expect(cards.map((card) => card?.change).slice(6, 9)).toEqual([null, "in", "out"]);
});

test("a card says when its number is a projection (D1.2.99)", () => {
	const context = buildViewContext(season, { lineup: buildLineup() });
	const [view] = buildSlotViews(context.lineup, context, { round: null, score: null });
	if (!view?.player) throw new Error("The first slot is empty");
	expect(buildCardPlayer(view, view.player, context, t).score).toEqual({
		tone: "projected",
		text: "80",
		caption: "Proj",
	});
});

test("a card also shows the fixture until the player is locked (D1.2.98)", () => {
	expect(buildCard("avgPoints", false).fixture).toBe("v C2");
	expect(buildCard("avgPoints", true).fixture).toBe("");
});

test("the card's spoken text has the stat, and price once", () => {
	expect(buildCard("totalPoints", false).spoken).toMatch(
		/^Pat Player1, .*, \$1\.61M, .*, Total points 393, projected 80$/,
	);
	expect(buildCard("cost", false).spoken.match(/\$1\.61M/g)).toHaveLength(1);
});
