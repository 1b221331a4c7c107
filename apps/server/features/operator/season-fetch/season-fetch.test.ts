import { listAudit } from "@first-bounce/contract/operator/audit";
import {
	type SeasonFetch,
	showSeasonFetch,
	showSeasonFetchFiles,
	startSeasonFetch,
} from "@first-bounce/contract/operator/season/season-fetch";
import { importSeasonFiles, previewSeason } from "@first-bounce/contract/operator/season/season-import";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SeasonApiServer, startSeasonApi } from "../../../../../testing/season/fetched-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { readConfig } from "../../../config.ts";

let server: SeasonApiServer;
let app: TestApp;
let client: Client;
beforeAll(async () => {
	server = await startSeasonApi({ rounds: 2 });
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: null, seasonFetch: server.settings } });
	({ client } = await createTestOperator(app));
});
afterAll(async () => {
	await app.close();
	await server.close();
});

const body = {
	season: 2027,
	competition: 3,
	rules: "official" as const,
	refresh: false,
	decisions: [],
	reason: "the fixture is out",
};
const getFetch = async () => (await client(showSeasonFetch, {})).fetch;
const waitForEnd = (state: SeasonFetch["state"]) =>
	waitFor(async () => {
		const fetch = await getFetch();
		expect(fetch?.state).toBe(state);
		return fetch;
	});

test("an operator fetches a season, answers its questions, imports it (D1.9.88, D1.9.89)", async () => {
	expect(await client(showSeasonFetch, {})).toEqual({ isAvailable: true, fetch: null });
	const unknown = client(showSeasonFetchFiles, { params: { id: 2027 } });
	expect((await getApiFailure(unknown)).code).toBe("season-fetch-unknown");
	const retired = server.season.squads.get(20)?.[0];
	if (!retired) throw new Error("The club has no players");
	retired.jumperNumber = 0;
	const squadRequested = Promise.withResolvers<void>();
	let isBlocked = true;
	server.override = (path) => {
		if (!path.startsWith("/afl/v2/squads?teamId=22&") || !isBlocked) return undefined;
		squadRequested.resolve();
		// The first fetch never gets a response; the second one does.
		return { noResponse: true };
	};
	const started = await client(startSeasonFetch, { body });
	expect(started.fetch).toMatchObject({ season: 2027, state: "running", summary: [], questions: [] });
	await squadRequested.promise;
	await waitFor(async () => expect((await getFetch())?.progress).toContain("Round 2: 9 matches"));
	expect((await getApiFailure(client(startSeasonFetch, { body }))).code).toBe("season-fetch-running");
	// As if the process that fetched had died: it has not reported for three minutes, so the fetch can be restarted.
	app.clocks.setWall(app.clocks.wallNow() + 3 * 60_000);
	expect((await getFetch())?.state).toBe("interrupted");
	isBlocked = false;
	server.override = () => undefined;
	server.api.requests.length = 0;
	// On a busy machine it has reported since, every 20 seconds.
	app.clocks.setWall(app.clocks.wallNow() + 3 * 60_000);
	await client(startSeasonFetch, { body });
	const done = await waitForEnd("done");
	expect(server.api.requests.filter(({ path }) => path.includes("/matches"))).toEqual([]);
	expect(done?.progress.length).toBeGreaterThan(15);
	expect(done?.summary).toContain("  matches.csv   18 matches");
	expect(done?.questions).toMatchObject([
		{ kind: "no-jumper", id: retired.player.providerId, default: "out", decision: "" },
	]);

	const decisions = [{ kind: "no-jumper", id: retired.player.providerId, decision: "keep" }];
	await client(startSeasonFetch, { body: { ...body, decisions } });
	await waitFor(async () => expect((await getFetch())?.questions[0]?.decision).toBe("keep"));
	const { files } = await client(showSeasonFetchFiles, { params: { id: 2027 } });
	expect(files.map(({ name }) => name)).toEqual([
		"season.json",
		"squads.csv",
		"rounds.csv",
		"matches.csv",
		"players.csv",
	]);
	expect(files.at(-1)?.text).toContain(retired.player.providerId);
	expect((await client(previewSeason, { body: { files } })).summary).toContain("  540 players added");
	expect((await client(importSeasonFiles, { body: { files, reason: "as fetched" } })).isValid).toBe(true);
	const actions = (await client(listAudit, { query: {} })).entries.map(({ action, subject }) => `${action} ${subject}`);
	expect(actions.slice(0, 2)).toEqual(["season-imported season:2027", "season-fetched season:2027"]);
});

test("a fetch uses and keeps an operator's positions and picks (D2.9.115)", async () => {
	const fetched = await getFetch();
	expect(fetched?.positions).toContainEqual({ word: "MIDFIELDER_FORWARD", position: "MID/FWD" });
	expect(fetched?.draft).toEqual([]);
	const drafted = server.season.squads.get(20)?.[3]?.player.providerId ?? "";
	const positions = [
		...(fetched?.positions ?? []).filter(({ word }) => word !== "MIDFIELDER_FORWARD"),
		{ word: "MIDFIELDER_FORWARD", position: "DEF" },
		{ word: "TALL_FORWARD", position: "FWD" },
	];
	const draft = [{ pick: "3", playerId: drafted }];
	const runFetch = async (change: object, state: SeasonFetch["state"] = "done") => {
		await client(startSeasonFetch, { body: { ...body, ...change } });
		return waitForEnd(state);
	};
	const changed = await runFetch({ positions, draft });
	expect(changed?.positions).toContainEqual({ word: "MIDFIELDER_FORWARD", position: "DEF" });
	expect(changed?.positions).toContainEqual({ word: "TALL_FORWARD", position: "FWD" });
	expect(changed?.draft).toEqual(draft);
	expect((await runFetch({}))?.draft).toEqual(draft);
	const invalidPositions = await runFetch({ positions: [{ word: "RUCK", position: "GOALS" }] }, "failed");
	expect(invalidPositions?.problem).toContain("positions.csv:2: position is not made of DEF, MID, RUC, FWD (GOALS)");
	const unknownPlayer = await runFetch({ draft: [{ pick: "1", playerId: "CD_I1" }] }, "failed");
	expect(unknownPlayer?.problem).toContain("player_id CD_I1 is in no squad");
	const reset = await runFetch({ positions: fetched?.positions ?? [], draft: [] });
	expect([reset?.draft, reset?.positions]).toEqual([[], fetched?.positions]);
});

test("a failed fetch says what to do, and keeps the result", async () => {
	const before = await getFetch();
	server.override = (path) => (path.includes("/compseasons") ? { status: 503 } : undefined);
	await client(startSeasonFetch, { body: { ...body, refresh: true } });
	const failed = await waitForEnd("failed");
	expect(failed?.problem).toMatch(
		/: 503 \(4 attempts\)\nRun the command again later: it continues where it stopped\.$/,
	);
	expect(failed?.summary).toEqual(before?.summary);
	server.override = () => undefined;
	const invalidDecisions = [{ kind: "no-jumper", id: before?.questions[0]?.id ?? "", decision: "perhaps" }];
	await client(startSeasonFetch, { body: { ...body, decisions: invalidDecisions } });
	await waitFor(async () => expect((await getFetch())?.problem).toContain("decision must be keep or out (perhaps)"));
});

test("the demo sends no requests to the official API (D1.9.88)", async () => {
	const { seasonFetch } = readConfig({ DEMO: "on" });
	expect(seasonFetch).toBeNull();
	const { api } = server;
	expect(readConfig({ DEMO: "on", AFL_API_SEASON_URL: api.url }).seasonFetch?.api.seasonUrl).toBe(api.url);
	expect(readConfig({ DEMO: "off" }).seasonFetch?.api).toMatchObject({
		seasonUrl: "https://aflapi.afl.com.au/afl/v2",
		statsUrl: "https://api.afl.com.au",
	});
	const other = await createTestApp({ config: { publicUrl: TEST_URL, oidc: null, seasonFetch } });
	const operator = await createTestOperator(other);
	expect(await operator.client(showSeasonFetch, {})).toEqual({ isAvailable: false, fetch: null });
	expect((await getApiFailure(operator.client(startSeasonFetch, { body }))).code).toBe("season-fetch-off");
	await other.close();
});
