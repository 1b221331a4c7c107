import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Season } from "../../../api/season-model.ts";
import { isFirstRoundComplete, type PoolStat } from "../../../players/player-format.ts";
import { buildPlayer, buildSeason } from "../../../players/testing/season-builder.ts";
import { renderAt } from "../../../testing/render-at.tsx";
import { buildPlayerView } from "../model/player-view.ts";
import { buildViewContext } from "../testing/builders.ts";
import { PoolRow } from "./pool-row.tsx";

const maeve = buildPlayer(1, {
	cost: 1_610_000,
	cost_round_diff: 12_000,
	cost_season_diff: -40_000,
	selections: 31,
	stats: { avgPoints: 98.25, totalPoints: 393, roundPoints: 112 },
});
const season = buildSeason([maeve]);

/** The same season before its first match. */
const unplayed = { ...season, rounds: season.rounds.map((round) => ({ ...round, status: "scheduled" as const })) };

function show(season: Season, stat: PoolStat = "avgPoints", player = maeve) {
	const context = buildViewContext(season, { stat });
	renderAt(
		"/team",
		<PoolRow
			player={buildPlayerView(player, context)}
			board={{ season, context, runPoolAction: () => undefined }}
			view="prices"
			showChange={isFirstRoundComplete(season)}
			isStarred={false}
			onStar={() => undefined}
		/>,
	);
}

const STATS = [
	["avgPoints", "98.3"],
	["cost", "$1.61M"],
	["selections", "31%"],
	["totalPoints", "393"],
	["roundPoints", "112"],
] as const;

describe("a row of the pool", () => {
	test("shows price changes once round one is complete (D1.2.90)", () => {
		show(unplayed);
		expect(screen.getByText("$1.61M")).toBeDefined();
		expect(screen.queryByText(/^Rd|^Sea/)).toBeNull();
		show(season);
		expect(screen.getByText("Rd +12K")).toBeDefined();
		expect(screen.getByText("Sea. −40K")).toBeDefined();
	});

	test.each(STATS)("shows the selected stat: %s (D1.2.92)", (stat, text) => {
		show(season, stat);
		expect(screen.getAllByText(text).length).toBeGreaterThan(0);
	});

	test("shows a dash with the reason while ownership is not published", () => {
		show(season, "selections", { ...maeve, selections: null });
		expect(screen.getByText("–")).toBeDefined();
		expect(screen.getByText("% owned shows once 100 teams are complete")).toBeDefined();
	});
});
