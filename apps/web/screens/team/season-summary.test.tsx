import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { buildLineup } from "../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { buildTeam } from "../../../../testing/web/team-builders.ts";
import type { Season } from "../../api/season-model.ts";
import { SeasonSummary } from "./season-summary.tsx";

const show = (scoreflow: Record<string, number>) => {
	const rounds = [
		{ id: 1, status: "complete" },
		{ id: 2, status: "playing" },
	];
	const season = { rounds, rules: { lastRound: 12, grandFinal: false } } as unknown as Season;
	renderAt("/team", <SeasonSummary team={{ ...buildTeam(1, buildLineup()), scoreflow }} season={season} />);
	return screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
};

test("the season summary links to the newest published result (D2.9.37)", () => {
	expect(show({ 1: 1_500, 2: 640 })).toContainEqual(["How I went", "/results/1"]);
});

test("a team in its first round has no result to link to", () => {
	expect(show({ 2: 640 }).map(([text]) => text)).not.toContain("How I went");
});
