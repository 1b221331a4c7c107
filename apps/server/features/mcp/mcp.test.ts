import { createToken } from "@first-bounce/contract/accounts/tokens";
import type { CallDefinition } from "@first-bounce/contract/call";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playRandomRound } from "../../../../testing/season/play-rounds.ts";
import { createSeededRandom } from "../../../../testing/season/small-season.ts";
import { createLeagueManagers, type LeagueManager } from "../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { registerPublicApi } from "../static-files/public-api.ts";
import { createStaticFiles, type StaticFiles } from "../static-files/static-files.ts";
import { TOOLS } from "./tools.ts";

let app: TestApp;
let files: StaticFiles;
let url: string;
let me: LeagueManager;
let rival: LeagueManager;
let token: string;

beforeAll(async () => {
	app = await createTestApp({
		extraRoutes: [
			(instance) =>
				registerPublicApi(instance, {
					getFile: (name) => files.getFile(name),
					getMatch: (id) => files.getMatch(id),
					getPlayerStats: (id) => files.getPlayerStats(id),
					getPlayerTotals: () => files.getPlayerTotals(),
					findSeasonFile: (seasonId, name) => files.findSeasonFile(seasonId, name),
					getSeasonsFile: () => files.getSeasonsFile(),
				}),
		],
	});
	files = await createStaticFiles({
		db: app.database.db,
		currentSeason: app.seasons.peek,
		seasonNow: app.clocks.seasonNow,
		onError: (error) => {
			throw error;
		},
	});
	const managers = await createLeagueManagers(app, 4);
	const [first, second] = managers;
	if (!first || !second) throw new Error("no managers");
	me = first;
	rival = second;
	await playRandomRound(app, 1, createSeededRandom(11), async () => undefined);
	await files.refresh();
	url = await app.app.listen({ port: 0, host: "127.0.0.1" });
	token = await createScopedToken(me, ["read:team", "read:leagues"]);
});
afterAll(async () => {
	await files.close();
	await app.close();
});

async function createScopedToken(manager: LeagueManager, scopes: ("read:team" | "read:leagues" | "write:team")[]) {
	const created = await manager.client(createToken, { body: { name: "Assistant", scopes, days: 7 } });
	return created.token;
}

async function connect(bearer: string | null, mode: "auto" | "legacy" = "auto"): Promise<Client> {
	const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
	const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
	await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }));
	return client;
}

/** Calls a tool; returns its answer, or its error as a text. */
async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
	const { content, isError } = await client.callTool({ name, arguments: args });
	const [item] = content;
	const text = item?.type === "text" ? item.text : "";
	return isError ? text : JSON.parse(text);
}

const post = (body: string, headers: Record<string, string> = {}) =>
	fetch(new URL("/mcp", url), {
		method: "POST",
		headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
		body,
	});

describe("an assistant", () => {
	test("reads its manager's team, rankings and players [D2.9.285]", async () => {
		const client = await connect(token);
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toContain("get_my_team");
		expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
		expect(await call(client, "get_my_team")).toMatchObject({ team: { captainId: me.team.slots[0] } });
		const { rankings } = await me.client(showRankings, { query: { limit: 2 } });
		expect(await call(client, "get_rankings", { limit: 2 })).toMatchObject({ rankings });
		const { total, players } = await call(client, "find_players", { position: "RUC", sort: "price", limit: 1 });
		const rucks = [...app.seasons.current().players.values()].filter(({ position }) => position.includes("RUC"));
		expect(total).toBe(rucks.length);
		expect(players[0].cost).toBe(Math.max(...rucks.map(({ cost }) => cost)));
		await client.close();
	});

	test("of a client from 2025 reads the same", async () => {
		const client = await connect(token, "legacy");
		expect((await client.listTools()).tools).toHaveLength(24);
		expect(await call(client, "get_my_team")).toMatchObject({ team: { captainId: me.team.slots[0] } });
		await client.close();
	});

	test("sees a rival's team of played rounds only [D2.9.286]", async () => {
		const client = await connect(token);
		const played = await call(client, "get_team_in_round", { roundId: 1, userId: rival.userId });
		expect(played).toMatchObject({ teamHistory: { roundId: 1, userId: rival.userId } });
		expect(await call(client, "get_team_in_round", { roundId: 2, userId: rival.userId })).toEqual(expect.any(String));
		await client.close();
	});

	test("without a token reads public files only [D2.9.286]", async () => {
		const client = await connect(null);
		expect(await call(client, "list_clubs")).toHaveLength(6);
		expect(await call(client, "get_my_team")).toBe("Please sign in first");
		await client.close();
	});

	test("needs the scopes of the calls that it makes [D2.9.286]", async () => {
		const client = await connect(await createScopedToken(me, ["read:leagues"]));
		expect(await call(client, "get_my_team")).toContain("read:team");
		expect(await call(client, "list_my_leagues")).toMatchObject({ leagues: [] });
		await client.close();
	});

	test("is told what is wrong with its arguments", async () => {
		const client = await connect(token);
		for (const args of [{ position: "GOALIE" }, { limit: 1_000 }, { colour: "red" }])
			expect(await call(client, "find_players", args)).toContain(Object.keys(args)[0]);
		expect(await call(client, "get_player_matches", { playerId: 999_999 })).toEqual(expect.any(String));
		await expect(client.callTool({ name: "delete_league", arguments: {} })).rejects.toThrow("delete_league");
		await client.close();
	});
});

describe("the endpoint", () => {
	test("answers an unknown token with 401, and so a session [D2.9.287]", async () => {
		for (const bearer of ["fbt_unknown", await app.getToken(me.userId), ""]) {
			const response = await post("{}", { authorization: `Bearer ${bearer}` });
			expect(response.status).toBe(401);
			expect(response.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
		}
	});

	test("ignores cookies, which a page of another site could use", async () => {
		const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_my_team", arguments: {} } };
		const response = await post(JSON.stringify(request), { cookie: `X-SID=${await app.getToken(me.userId)}` });
		expect(await response.text()).toContain("Please sign in first");
	});

	test("refuses other sites' pages, other methods, large and garbled bodies", async () => {
		expect((await post("{}", { origin: "https://elsewhere.example" })).status).toBe(403);
		expect((await fetch(new URL("/mcp", url))).status).toBe(405);
		expect((await post(`"${"x".repeat(70_000)}"`)).status).toBe(413);
		const garbled = await post("{");
		expect(garbled.status).toBe(400);
		expect(await garbled.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32700 } });
	});

	test("ends a subscription at once, since nothing is ever sent", async () => {
		const request = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: {} };
		expect((await (await post(JSON.stringify(request))).text()).length).toBeGreaterThan(0);
	});

	test("makes only reading calls that an access token may make", () => {
		expect(TOOLS).toHaveLength(24);
		const paths = new Set(
			app.app.routeServices.calls
				.filter(({ method, scope }: CallDefinition) => method === "GET" && scope?.startsWith("read:"))
				.map(({ path }) => path.replaceAll(/:\w+/g, "1")),
		);
		const ids = { roundId: 1, userId: 1, teamId: 1, id: 1, seasonId: 1, playerId: 1, matchId: 1 };
		const addresses = TOOLS.map(({ input, buildAddress }) => {
			const args = Object.entries(ids).filter(([name]) => name in input.shape);
			return buildAddress(Object.fromEntries(args)).split("?", 1)[0];
		});
		const calls = addresses.filter((address) => !address?.startsWith("/api/public/"));
		expect(calls).toHaveLength(18);
		for (const address of calls) expect(paths).toContain(address?.replace("/api/en", ""));
	});
});
