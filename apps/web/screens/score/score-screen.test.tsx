import { type ScoreLedger, showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { fakeApi, file, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildPlayer } from "../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { paths } from "../../app/paths.ts";
import type { LedgerEntry } from "./entries-table.tsx";
import { ScoreScreen } from "./score-screen.tsx";

const NAMES = ["", "Tarrant", "Callinan", "Haddad", "Sexton"];
const match = (stats: readonly (readonly [string, number, number])[], change: object = {}) => ({
	matchId: 1,
	opponentId: 2,
	timeOnGround: 80,
	isLive: false,
	correction: null,
	stats: stats.map(([stat, count, weight]) => ({ stat, count, weight, points: count * weight })),
	points: stats.reduce((sum, [, count, weight]) => sum + count * weight, 0),
	...change,
});
const buildEntry = (playerId: number, change: Partial<LedgerEntry>): LedgerEntry => ({
	area: "field",
	line: "MID",
	index: 0,
	playerId,
	state: "played",
	role: null,
	matches: [],
	points: 0,
	factor: 1,
	counted: 0,
	covers: null,
	coveredBy: null,
	...change,
});
const corrected = { correction: { at: "2026-09-13T00:00:00.000Z", reason: "a mark too many", before: null } };
const captain = buildEntry(1, {
	role: "captain",
	points: 24,
	factor: 2,
	counted: 48,
	matches: [
		match([
			["K", 10, 3],
			["FA", 2, -3],
		]),
	],
});
const missing = buildEntry(2, { state: "did-not-play", factor: 0, coveredBy: 3 });
const emergency = buildEntry(3, {
	area: "bench",
	role: "emergency",
	points: 9,
	counted: 9,
	covers: 2,
	matches: [match([["M", 3, 3]], corrected)],
});
const utility = buildEntry(4, { area: "utility", line: null, factor: 0, points: 6, matches: [match([["G", 1, 6]])] });

function open(change: Partial<ScoreLedger> = {}) {
	const scoreLedger: ScoreLedger = {
		roundId: 2,
		teamId: 5,
		userId: 7,
		leagueId: null,
		teamName: "Kit Bag",
		isLive: false,
		points: 57,
		published: 57,
		doubled: 1,
		entries: [captain, missing, utility, emergency],
		hidden: 0,
		...change,
	};
	fakeApi({
		"/json/fantasy/season.json": () => file({ id: 1, name: "2026", isDemo: false, rules: {} }),
		"/json/fantasy/squads.json": () => file([{ id: 1, name: "Club 1", abbreviation: "C1" }]),
		"/json/fantasy/rounds.json": () => file([]),
		"/json/fantasy/players.json": () => file([1, 2, 3, 4].map((id) => buildPlayer(id, { lastName: NAMES[id] ?? "" }))),
		"/fantasy/team/score-ledger/2/5": () => success(showScoreLedger, { scoreLedger }),
		"/fantasy/team/score-ledger/2/6": () => refusal(404, "team-unknown", "There is no such team"),
	});
}
const show = (teamId: number | "x" = 5) =>
	renderAt(
		`/team/score/2/${teamId}`,
		<Routes>
			<Route path={paths.score.pattern} element={<ScoreScreen />} />
		</Routes>,
	);
const readRows = () =>
	screen.getAllByRole("row").map(({ textContent }) => (textContent ?? "").replaceAll("\u00a0", " "));

test("every point is explained: weighted stats, captain, emergencies and corrections", async () => {
	open();
	show();
	await screen.findByText("Pat Tarrant scores double.");
	const [, first = "", second = "", third = "", total] = readRows();
	expect(first).toContain("Kicks 10 × 3 · Free kicks against 2 × −3");
	expect(first).toMatch(/captain.*24248$/);
	expect(second).toMatch(/Did not playPat Haddad came in for her.*DNP00$/);
	expect(third).toContain("Marks 3 × 3Came in for Pat CallinanCorrected: a mark too many");
	expect(total).toBe("Total57");
	expect(readRows().at(-1)).toMatch(/Sexton.*UTLGoals 1 × 6600$/);
	expect(screen.getByRole("link", { name: "Kit Bag" }).getAttribute("href")).toBe("/user/team/2/7");
});

test("a vice captain doubles because the captain did not play [D2.9.927]", async () => {
	const entries = [{ ...captain, role: "vice-captain" as const }, { ...missing, role: "captain" as const }, emergency];
	open({ entries });
	show();
	await screen.findByText("Vice captain Pat Tarrant scores double, as captain Pat Callinan did not play.");
});

test("a draft team's score links to its round in the league [D2.9.303]", async () => {
	open({ leagueId: 12, userId: 0 });
	show();
	const link = await screen.findByRole("link", { name: "Kit Bag" });
	expect(link.getAttribute("href")).toBe("/team/draft/12/2/5");
});

test("of a rival's unlocked players only the number is shown", async () => {
	open({ isLive: true, doubled: null, hidden: 18, entries: [emergency] });
	show();
	await screen.findByText("18 players are not locked yet and stay hidden.");
	expect(screen.queryByText(/scores double/)).toBeNull();
	expect(readRows()).toHaveLength(3);
	expect(screen.getByText("Live")).toBeDefined();
});

test("each match of a double week is listed; nobody doubling is said", async () => {
	const matches = [match([["K", 1, 3]]), match([["K", 2, 3]], { matchId: 2, opponentId: 1 })];
	const absentCaptain = { ...missing, role: "captain" as const };
	open({ doubled: null, entries: [buildEntry(1, { matches, points: 9, counted: 9 }), absentCaptain] });
	show();
	await screen.findByText("Neither captain nor vice captain played: nobody scores double.");
	expect(readRows()[1]).toContain("C1: Kicks 2 × 3");
});

test("a draft league without captains says nothing about them", async () => {
	open({ leagueId: 12, doubled: null, entries: [buildEntry(1, { points: 9, counted: 9 })] });
	show();
	await screen.findByText("Pat Tarrant");
	expect(screen.queryByText(/scores double/)).toBeNull();
});

test("an unknown team shows the reason", async () => {
	open();
	show(6);
	expect((await screen.findByRole("alert")).textContent).toContain("There is no such team");
});

test("an invalid team id is not found", () => {
	open();
	show("x");
	expect(screen.getByText("This page doesn't exist.")).toBeDefined();
});
