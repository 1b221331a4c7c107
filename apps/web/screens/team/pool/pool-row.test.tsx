import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { I18nextProvider } from "react-i18next";
import { describe, expect, test } from "vitest";
import { buildPlayer, buildSeason } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { buildViewContext } from "../../../../../testing/web/team-builders.ts";
import type { Season } from "../../../api/season-model.ts";
import { queue as toasts } from "../../../components/toast/toasts.tsx";
import { applyLanguage, createI18n } from "../../../i18n/i18n.ts";
import en from "../../../i18n/locale/en.json";
import fr from "../../../i18n/locale/fr.json";
import type { PoolView } from "../../../players/filters/player-filter.ts";
import { isFirstRoundComplete, type PoolStat } from "../../../players/player-format.ts";
import { buildPlayerView } from "../model/player-view.ts";
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

function show(
	season: Season,
	stat: PoolStat = "avgPoints",
	player = maeve,
	view: PoolView = "prices",
	onStar: (id: number) => unknown = () => undefined,
	texts = createI18n(en),
) {
	const context = buildViewContext(season, { stat });
	renderAt(
		"/team",
		<I18nextProvider i18n={texts}>
			<PoolRow
				player={buildPlayerView(player, context)}
				board={{ season, context, runPoolAction: () => undefined }}
				view={view}
				hasPriceChanges={isFirstRoundComplete(season)}
				isStarred={false}
				onStar={onStar}
			/>
		</I18nextProvider>,
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
	test("shows price changes once round one is complete (D1.2.89, D1.2.90)", () => {
		show(unplayed);
		expect(screen.getByText("$1.61M")).toBeDefined();
		expect(screen.queryByText(/^Rd|^Sea/)).toBeNull();
		show(season);
		expect(screen.getByText("Round +12K")).toBeDefined();
		expect(screen.getByText("Season −40K")).toBeDefined();
	});

	test("an unchanged price is said to be steady", () => {
		show(season, "avgPoints", { ...maeve, cost_round_diff: 0 });
		expect(screen.getByText("Price steady")).toBeDefined();
	});

	test.each(STATS)("shows the selected stat: %s (D1.2.92, D1.5.40)", (stat, text) => {
		show(season, stat);
		expect(screen.getAllByText(text).length).toBeGreaterThan(0);
	});

	test("shows status, name, positions and club; the name opens the player's details (D1.2.84, D1.2.85, D1.2.86, D1.2.88)", () => {
		show(season, "avgPoints", { ...maeve, status: "injured", position: ["DEF", "MID"] });
		expect(screen.getByText("Injured").closest("[data-status]")?.getAttribute("data-status")).toBe("injured");
		expect(screen.getByText(/DEF\/MID · C1$/)).toBeDefined();
		expect(screen.getByText("$1.61M").tagName).toBe("B");
		const name = screen.getByRole("link", { name: "Pat Player1: details" });
		expect(name.textContent).toContain("Player1");
		expect(name.getAttribute("href")).toBe("/team?player=1");
	});

	test("shows the opponents of three rounds in the matchup view (D1.2.87)", () => {
		const [, second] = season.rounds;
		if (!second) throw new Error("The season has only one round");
		const later = [3, 4, 5].map((id) => ({ ...second, id }));
		const longSeason = { ...season, rounds: [...season.rounds, ...later] };
		show(longSeason, "avgPoints", maeve, "matchups");
		expect(screen.getByText(/^C1 v C2 · \w+/)).toBeDefined();
		expect(screen.getByText(/R3 v C2 · R4 v C2$/)).toBeDefined();
		cleanup();
		const bye = buildPlayer(2, { squadId: 5 });
		show(longSeason, "avgPoints", bye, "matchups");
		expect(screen.getByText(/BYE$/, { selector: "small:first-of-type" })).toBeDefined();
		expect(screen.getByText(/R3 BYE · R4 BYE$/)).toBeDefined();
	});

	test("names rounds in French too", async () => {
		const french = createI18n(en);
		await applyLanguage(french, "fr", fr);
		const [, second] = season.rounds;
		if (!second) throw new Error("The season has only one round");
		const longSeason = { ...season, rounds: [...season.rounds, { ...second, id: 3 }, { ...second, id: 4 }] };
		show(longSeason, "avgPoints", maeve, "matchups", undefined, french);
		expect(screen.getByText(/J3 v C2 · J4 v C2$/)).toBeDefined();
	});

	test("has a star, and says why the Add button is disabled (D1.1.14, D1.4.104, D1.4.106)", () => {
		const starred: number[] = [];
		show(season, "avgPoints", { ...maeve, cost: 16_000_000 }, "prices", (id) => starred.push(id));
		const star = screen.getByRole("button", { name: "Star Pat Player1" });
		expect(star.getAttribute("aria-pressed")).toBe("false");
		fireEvent.click(star);
		expect(starred).toEqual([1]);
		const add = screen.getByRole("button", { name: "Add Pat Player1" });
		expect(add.getAttribute("aria-disabled")).toBe("true");
		act(() => void fireEvent.click(add));
		expect(toasts.visibleToasts.map(({ content }) => content.text)).toEqual(["You can't afford Pat Player1"]);
	});

	test("shows a dash with the reason while ownership is not published", () => {
		show(season, "selections", { ...maeve, selections: null });
		expect(screen.getByText("–")).toBeDefined();
		expect(screen.getByText("% owned shows once 100 teams are complete")).toBeDefined();
	});
});
