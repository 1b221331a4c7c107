import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { buildLineup, buildSeasonFiles, buildSquad, SATURDAY } from "../../../../../testing/web/player-season.ts";
import { getGround, renderBoard } from "../../../../../testing/web/render-board.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
import { buildSeasonModel } from "../../../api/season-model.ts";

test("the strip shows the live match, in space reserved before (D1.2.134)", async () => {
	const files = buildSeasonFiles(buildSquad(), "playing", ["playing", "scheduled"]);
	const rounds = files.rounds.map((round) => ({
		...round,
		tournaments: round.tournaments.map((match) =>
			match.status === "playing" ? { ...match, homeScore: 31, awayScore: 6, quarter: 2, clockSeconds: 425 } : match,
		),
	}));
	const team = { ...buildTeam(1, buildLineup()), startRoundId: 1 };
	const season = buildSeasonModel({ ...files, rounds });
	const rendered = renderBoard({ team, season, now: SATURDAY + 3_600_000 });
	// In the first render, the strip's script has not been loaded yet.
	const places = [...document.querySelectorAll("[class*=matchStripPlace]")];
	await rendered;
	const strip = await screen.findByRole("navigation", { name: "Match centre" });
	expect(places).toEqual([strip.parentElement]);
	expect(strip.compareDocumentPosition(getGround())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
	const [match, ...others] = within(strip).getAllByRole("listitem");
	expect(others).toEqual([]);
	expect(match?.textContent).toBe("C1 31C2 6Q2 7:05");
	expect(match?.querySelector("a")?.getAttribute("href")).toBe("/match-centre/20");
});
