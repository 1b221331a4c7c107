import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { PHONE } from "../testing/browser/browser.ts";
import { expectNoPageProblems } from "../testing/browser/page-checks.ts";
import { finishRound } from "../testing/browser/season.ts";
import { startServer } from "../testing/browser/server.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { autofillTeam } from "../testing/browser/sign-up.ts";
import { createManager, getSavedTeam, getSuccess } from "../testing/browser/team.ts";

const LINES = ["DEF", "MID", "RUC", "FWD"];

test.describe("the season of 2023 as a demo", () => {
	const fixture = setUpServer(() => startServer({ args: ["--season", "fixtures/season-2023"] }));

	test("a newcomer picks real players, and scores as replayed", async () => {
		const session = await createManager(fixture.browser, fixture.server, PHONE, "Robin");
		const { page } = session;
		await autofillTeam(page);
		await expectNoPageProblems(session);
		const team = await getSavedTeam(page);
		const players: { id: number; firstName: string; lastName: string }[] = await (
			await page.request.get("/json/fantasy/players.json")
		).json();
		expect(players).toHaveLength(565);
		expect(players.find(({ id }) => id === 296125)).toMatchObject({ firstName: "Ellie", lastName: "Blackburn" });

		await finishRound(fixture.server, page);
		const readPoints = async () =>
			(await getSuccess<{ currentUserRanking: { roundPoints: number } | null }>(page, "/fantasy/ranks/open-league"))
				.currentUserRanking?.roundPoints ?? 0;
		await expect.poll(readPoints).toBeGreaterThan(500);

		const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-replay-"));
		const file = path.join(folder, "lineups.csv");
		const join = (lines: Readonly<Record<string, readonly number[]>>) =>
			LINES.map((line) => lines[line]?.join(" ") ?? "");
		const header = ["team", ...LINES, ...LINES.map((line) => `bench_${line}`), "utility", "captain", "vice_captain"];
		const row = [1, ...join(team.lineup), ...join(team.bench), team.utilityId, team.captainId, team.viceCaptainId];
		writeFileSync(file, `${header.join(",")}\n${row.join(",")}\n`);
		const out = path.join(folder, "replay.json");
		const args = ["replay", "fixtures/season-2023", "--lineups", file, "--round", "1", "--out", out];
		expect(await fixture.server.fb(...args)).toMatchObject({ code: 0 });
		const replay: { rounds: { teams: { points: number }[] }[] } = JSON.parse(readFileSync(out, "utf8"));
		rmSync(folder, { recursive: true });
		expect(await readPoints()).toBe(replay.rounds[0]?.teams[0]?.points);
	});
});
