import { createToken } from "@first-bounce/contract/accounts/tokens";
import type { CallDefinition } from "@first-bounce/contract/call";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import inject from "light-my-request";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playRandomRound } from "../../../../testing/season/play-rounds.ts";
import { createSeededRandom } from "../../../../testing/season/small-season.ts";
import { createDraftRoom } from "../../../../testing/server/draft-leagues.ts";
import { finishRoom } from "../../../../testing/server/draft-waivers.ts";
import { createLeagueManagers, type LeagueManager } from "../../../../testing/server/league-managers.ts";
import { createStaticFilesApp } from "../../../../testing/server/static-files-app.ts";
import { TEST_URL, type TestApp } from "../../../../testing/server/test-app.ts";
import { registerStaticFiles } from "../static-files/routes.ts";
import type { StaticFiles } from "../static-files/static-files.ts";
import { TOOLS } from "./tools.ts";

let app: TestApp;
let files: StaticFiles;
let url: string;
let me: LeagueManager;
let rival: LeagueManager;
let third: LeagueManager;
let token: string;

beforeAll(async () => {
	({ app, files } = await createStaticFilesApp(registerStaticFiles));
	const managers = await createLeagueManagers(app, 4);
	[me, rival, third] = managers as [LeagueManager, LeagueManager, LeagueManager];
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
		expect((await client.listTools()).tools).toHaveLength(41);
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
		expect((await call(client, "list_clubs")).clubs).toHaveLength(6);
		expect(await call(client, "get_my_team")).toBe("Please sign in first");
		await client.close();
	});

	test("needs the scopes of the calls that it makes [D2.9.286]", async () => {
		const client = await connect(await createScopedToken(me, ["read:leagues"]));
		expect(await call(client, "get_my_team")).toContain("read:team");
		expect(await call(client, "list_my_leagues")).toMatchObject({ leagues: [] });
		await client.close();
	});

	test("finds a player however her name is spelt", () => {
		const tool = TOOLS.find(({ name }) => name === "find_players");
		const player = { cost: 1, position: ["DEF"], squad: { name: "St Kilda", abbreviation: "STK" }, stats: {} };
		const players = [
			{ ...player, id: 1, firstName: "Zoë", lastName: "O’Brien-Shaw" },
			{ ...player, id: 2, firstName: "Ada", lastName: "Reef" },
		];
		for (const name of ["o'brien", "OBrien Shaw", "O’Brien-Shaw", "zoe o"])
			expect(tool?.select(players, { name }), name).toMatchObject({ total: 1, players: [{ id: 1 }] });
		expect(tool?.select(players, { club: "St. Kilda" })).toMatchObject({ total: 2 });
		expect(tool?.select(players, { name: "🏉" })).toMatchObject({ total: 0 });
	});

	test("sees the players whom the best teams had most", () => {
		const tool = TOOLS.find(({ name }) => name === "get_ownership");
		const args = { seasonId: 3, roundId: 2, sort: "captain", limit: 2 };
		expect(tool?.buildAddress(args, "en")).toBe("/json/fantasy/3/ownership/2.json");
		const players = [1, 2, 3].map((id) => ({ id, owned: 10, captain: id * 2 }));
		const file = { roundId: 2, groups: [{ top: 100, teams: 100, players }] };
		expect(tool?.select(file, args)).toMatchObject({
			roundId: 2,
			groups: [{ top: 100, players: [{ id: 3 }, { id: 2 }] }],
		});
	});

	test("reads its draft league's squads, free agents and claims [D2.9.584]", async () => {
		app.clocks.setSeason(Date.parse("2026-09-03T00:00:00Z"));
		const others = await createLeagueManagers(app, 3);
		const room = await createDraftRoom(app, { managers: [third, ...others], startId: 2 });
		await finishRoom(room);
		const client = await connect(await createScopedToken(third, ["read:team", "read:leagues"]));
		const leagueId = room.id;
		expect((await call(client, "list_my_draft_teams")).teams).toMatchObject([{ leagueId, teamId: room.teamIds[0] }]);
		const { teams } = await call(client, "list_draft_teams", { leagueId });
		expect(teams.map(({ playerIds }: { playerIds: number[] }) => playerIds.length)).toEqual([4, 4, 4, 4]);
		const { total, players } = await call(client, "list_free_agents", { leagueId, limit: 2 });
		expect([total, players.length]).toEqual([app.season.players.length - 16, 2]);
		expect((await call(client, "get_draft_recap", { leagueId })).picks).toHaveLength(16);
		expect(await call(client, "list_my_claims", { leagueId })).toMatchObject({ claims: [] });
		await client.close();
		const outsider = await connect(token);
		for (const name of ["list_draft_teams", "list_free_agents", "list_draft_transactions", "list_waiver_runs"])
			expect([name, await call(outsider, name, { leagueId })]).toEqual([name, expect.any(String)]);
		await outsider.close();
	});

	test("sees who is started most across draft leagues [D2.9.584]", () => {
		const tool = TOOLS.find(({ name }) => name === "get_draft_ownership");
		const args = { seasonId: 3, roundId: 2, sort: "started", limit: 1 };
		expect(tool?.buildAddress(args, "en")).toBe("/json/fantasy/3/draft_ownership/2.json");
		const players = [1, 2].map((id) => ({ id, startedPercent: 10 * id }));
		expect(tool?.select({ roundId: 2, leagues: 10, teams: 100, players }, args)).toMatchObject({
			leagues: 10,
			players: [{ id: 2 }],
		});
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

/** Sends a message to a server in this process. */
const send = (payload: string | object, headers: Record<string, string> = {}, routing = app.app.routing) =>
	inject(routing, {
		method: "POST",
		url: "/mcp",
		headers: {
			host: "localhost:3000",
			"content-type": "application/json",
			accept: "application/json, text/event-stream",
			...headers,
		},
		payload,
	});
/** Reads the message in a response, which is JSON or one event. */
const readMessage = ({ payload }: { readonly payload: string }) =>
	JSON.parse(/^data: (.+)$/m.exec(payload)?.[1] ?? payload);
const PING = { jsonrpc: "2.0", id: 7, method: "ping" };
const buildCall = (name: string, args: object = {}) => ({
	...PING,
	method: "tools/call",
	params: { name, arguments: args },
});

describe("a message is checked like a call [D2.9.288]", () => {
	test("a closed preview is open with its password's cookie", async () => {
		const config = { publicUrl: TEST_URL, oidc: null, previewPassword: "let me in" };
		const closed = await app.startSecondServer({ config });
		const locked = await send(PING, {}, closed.app.routing);
		expect([locked.statusCode, readMessage(locked).error.data[0].code]).toEqual([403, "preview-locked"]);
		const unlocked = await closed.app.inject({
			method: "POST",
			url: "/api/en/preview/unlock",
			headers: { host: "localhost:3000" },
			payload: { password: "let me in" },
		});
		const headers = {
			cookie: String(unlocked.headers["set-cookie"]).split(";")[0] ?? "",
			authorization: `Bearer ${token}`,
		};
		const { result } = readMessage(await send(buildCall("get_my_team"), headers, closed.app.routing));
		expect(result.structuredContent).toEqual(await me.client(showMyTeam, {}));
		await closed.close();
	});

	test("a server that is closing still answers", async () => {
		const second = await app.startSecondServer();
		const closing = second.app.close();
		const answer = await send(buildCall("get_my_team"), { authorization: `Bearer ${token}` }, second.app.routing);
		expect(readMessage(answer).result.structuredContent.team.id).toBe(me.teamId);
		await closing;
	});

	test("accounts at one address have limits of their own", async () => {
		const busy = { authorization: `Bearer ${await createScopedToken(rival, ["read:leagues"])}` };
		for (let count = 0; count < 120; count++) expect((await send(buildCall("list_clubs"), busy)).statusCode).toBe(200);
		const refused = await send(buildCall("list_clubs"), busy);
		expect([refused.statusCode, readMessage(refused)]).toMatchObject([
			429,
			{ jsonrpc: "2.0", id: 7, error: { code: -32_000, data: [{ code: "too-many-requests" }] } },
		]);
		expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
		const calm = { authorization: `Bearer ${await createScopedToken(third, ["read:leagues"])}` };
		const { result } = readMessage(await send(buildCall("list_clubs"), calm));
		expect(result.structuredContent.clubs).toHaveLength(6);
	});

	test("refusals are in the language that the client accepts", async () => {
		const answer = await send(buildCall("get_my_team"), { "accept-language": "fr" });
		expect(readMessage(answer).result.content[0].text).toBe("Veuillez d’abord vous connecter");
	});

	test.each([
		["no JSON", "{", 400, -32_700, ""],
		["nothing", "", 400, -32_600, ""],
		["a batch", JSON.stringify([buildCall("list_clubs"), buildCall("list_clubs")]), 400, -32_600, "mcp-batch"],
		["too much", JSON.stringify({ ...PING, params: { text: "x".repeat(17_000) } }), 413, -32_600, "body-too-large"],
		["a method that is unknown", JSON.stringify({ ...PING, method: "resources/list" }), 200, -32_601, ""],
		["a tool that is unknown", JSON.stringify(buildCall("save_team")), 200, -32_602, ""],
	])("%s is refused with an error of JSON-RPC", async (_, payload, status, code, reason) => {
		const answer = await send(payload);
		const { error } = readMessage(answer);
		expect([answer.statusCode, error.code]).toEqual([status, code]);
		if (reason) expect(error.data[0].code).toBe(reason);
	});

	test("a foreign page is refused with an error of JSON-RPC", async () => {
		const answer = await send(PING, { origin: "https://elsewhere.example" });
		expect([answer.statusCode, readMessage(answer).error.data[0].code]).toEqual([403, "foreign-origin"]);
	});

	test("a path as an id reaches no other call", async () => {
		const authorization = `Bearer ${token}`;
		const answer = await send(buildCall("get_league", { leagueId: "../ranks/open-league" }), { authorization });
		expect(readMessage(answer).result).toMatchObject({ isError: true });
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
		expect(TOOLS).toHaveLength(41);
		const paths = new Set(
			app.app.routeServices.calls
				.filter(({ method, scope }: CallDefinition) => method === "GET" && scope?.startsWith("read:"))
				.map(({ path }) => path.replaceAll(/:\w+/g, "1")),
		);
		const ids = { roundId: 1, userId: 1, teamId: 1, id: 1, leagueId: 1, seasonId: 1, playerId: 1, matchId: 1 };
		const addresses = TOOLS.map(({ input, buildAddress }) => {
			const args = Object.entries(ids).filter(([name]) => name in input.shape);
			return buildAddress(Object.fromEntries(args), "en").split("?", 1)[0];
		});
		const calls = addresses.filter((address) => !address?.startsWith("/json/fantasy/"));
		expect(calls).toHaveLength(32);
		for (const address of calls) expect(paths).toContain(address?.replace("/api/en", ""));
	});
});
