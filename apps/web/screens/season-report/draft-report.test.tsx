import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import { type DraftReport, showDraftReport } from "@first-bounce/contract/draft/draft-report";
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { buildDraftLeague } from "../../../../testing/web/draft-fakes.ts";
import { buildDraftPlayers } from "../../../../testing/web/draft-team-builders.ts";
import { fakeApi, file, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildSeasonFiles } from "../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { SeasonReportScreen } from "./season-report-screen.tsx";

const REPORT: DraftReport = {
	leagueId: 5,
	leagueName: "The Draft Club",
	teamId: 50,
	teamName: "Ada's Aces",
	rounds: [
		{ roundId: 1, points: 126, bestPoints: 171, bestPlayerIds: [3, 2], leftOnBench: 12, captainMissed: 45 },
		{ roundId: 2, points: 200, bestPoints: 200, bestPlayerIds: [3, 2], leftOnBench: 0, captainMissed: 0 },
	],
	totals: { points: 326, bestPoints: 371 },
	sources: { drafted: 163, kept: 0, claimed: 100, added: 0, traded: 63, corrected: 0 },
	bestPicks: [{ overall: 3, playerId: 3, points: 105, expected: 30 }],
	worstPicks: [{ overall: 1, playerId: 1, points: 15, expected: 105 }],
	claims: [{ changeId: "7", roundId: 2, kind: "claimed", playerId: 4, dropId: 5, points: 100 }],
	trades: [
		{ changeId: "8", roundId: 2, otherTeamName: "Bolters", inIds: [6, 7], outIds: [8], pointsIn: 63, pointsOut: 90 },
	],
};

function open(respond: () => ReturnType<typeof success>, captainDoubled = true) {
	vi.stubGlobal("matchMedia", () => ({
		matches: false,
		addEventListener: () => undefined,
		removeEventListener: () => undefined,
	}));
	const files = buildSeasonFiles(buildDraftPlayers());
	fakeApi({
		...Object.fromEntries(
			Object.entries(files).map(([path, content]) => [`/json/fantasy/${path}.json`, () => file(content)]),
		),
		"/draft/league/5/report/50": respond,
		"/draft/league/5": () => success(showDraftLeague, { league: buildDraftLeague({ captainDoubled }) }),
	});
	renderAt("/team/season?league=5&team=50", <SeasonReportScreen />);
}
const listRows = (table: HTMLElement) =>
	within(table)
		.getAllByRole("row")
		.slice(1)
		.map((row) => [...row.children].map(({ textContent }) => textContent));

test("a draft report says what drafting, claims and trades were worth [D2.9.560]", async () => {
	open(() => success(showDraftReport, { report: REPORT }));
	const totals = await screen.findByRole("region", { name: "Where the points came from" });
	expect([...totals.querySelectorAll("dl > div")].map(({ textContent }) => textContent)).toEqual([
		"Drafted16350%",
		"Waiver claims10031%",
		"Trades6319%",
		"Best line-ups371",
		"Points missed45",
	]);
	expect(listRows(screen.getByRole("table", { name: "Round by round" }))).toEqual([
		["Round 2", "200", "200", "0", "0", "0"],
		["Round 1", "126", "171", "45", "12", "45"],
	]);
	expect(listRows(screen.getByRole("table", { name: "Best and worst picks" }))).toEqual([
		["Pat Player3", "3", "105", "30", "+75"],
		["Pat Player1", "1", "15", "105", "−90"],
	]);
	expect(listRows(screen.getByRole("table", { name: "Claims and free agents" }))).toEqual([
		["Pat Player4", "Pat Player5", "100", "Round 2", "Waivers"],
	]);
	expect(listRows(screen.getByRole("table", { name: "Trades" }))).toEqual([
		["Pat Player6Pat Player7", "Pat Player8", "−27", "63", "90", "Bolters", "Round 2"],
	]);
});

test("a draft report names no captains in a league without them", async () => {
	open(() => success(showDraftReport, { report: REPORT }), false);
	expect(listRows(await screen.findByRole("table", { name: "Round by round" }))).toEqual([
		["Round 2", "200", "200", "0", "0"],
		["Round 1", "126", "171", "45", "12"],
	]);
	expect(document.body.textContent).not.toMatch(/captain/i);
});

test("a draft report before the first round says when it starts [D2.9.560]", async () => {
	open(() => success(showDraftReport, { report: { ...REPORT, rounds: [] } }));
	expect(await screen.findByRole("heading", { name: "No report yet" })).toBeDefined();
	expect(screen.getByText("The report starts once the league's first round is complete.")).toBeDefined();
});

test("a draft report of another league says why there is none [D2.9.560]", async () => {
	open(() => refusal(403, "league-members-only", "Only members see this league"));
	expect(await screen.findByText("Only members see this league")).toBeDefined();
});
