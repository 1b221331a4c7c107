import type { Access, CallDefinition } from "@first-bounce/contract/call";
import { TOKEN_SCOPES } from "@first-bounce/contract/constants";
import { listUnreadCounts, sendMessage } from "@first-bounce/contract/leagues/conversation";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import type { UserId } from "@first-bounce/rules/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngineRoutes } from "../../testing/openapi/engine-routes.ts";
import { listCalls } from "../../testing/openapi/list-calls.ts";
import { OPEN_PATHS } from "../../testing/openapi/open-paths.ts";
import { listOperations } from "../../testing/openapi/openapi-requests.ts";
import { CALL_GROUPS } from "../../testing/openapi/operation-access.ts";
import { createLeagueManagers, createTestLeague } from "../../testing/server/league-managers.ts";
import { createManager, createTestApp, TEST_URL, type TestApp, verifyOperator } from "../../testing/server/test-app.ts";
import { findRow } from "./db/rows.ts";
import { createToken } from "./features/accounts/access-tokens/service.ts";

const ROLES = ["visitor", "inactive", "active", "other user", "operator", "verified operator"] as const;
type Role = (typeof ROLES)[number];
type Outcome = "allowed" | 401 | 403;

/** The expected outcome for each role, by the access that a call requires. */
const EXPECTED_OUTCOMES: Readonly<Record<Access, readonly Outcome[]>> = {
	everyone: ["allowed", "allowed", "allowed", "allowed", "allowed", "allowed"],
	"public-read": [401, 403, "allowed", "allowed", "allowed", "allowed"],
	"signed-in": [401, "allowed", "allowed", "allowed", "allowed", "allowed"],
	inactive: [401, "allowed", 403, 403, 403, 403],
	active: [401, 403, "allowed", "allowed", "allowed", "allowed"],
	"operator-role": [401, 403, 403, 403, "allowed", "allowed"],
	operator: [401, 403, 403, 403, 403, "allowed"],
};

/** Public routes that are not calls. None of them returns data of an account. */
const OPEN_ROUTES: readonly RegExp[] = [
	/^(GET|HEAD) \/(healthz|readyz|metrics)$/,
	/^(GET|HEAD) \/api\/(openapi\.json|docs.*|guide(\/(read|draft)\.\w+)?|public\/.*|:lang\/live)$/,
	/^OPTIONS \/api\/public\/\*$/,
	/^(GET|HEAD) \/json\/(fantasy|locale|help)\/.+\.(json|csv)$/,
	/^(GET|HEAD) \/media\/(users|leagues|players|squads)\/:\S+\.webp$/,
	/^\w+ \/oidc\//,
	// The private calendar has its token in the address.
	/^(GET|HEAD) \/calendar\/:lang\/(season|:token)\.ics$/,
	/^(GET|HEAD) \/ads\/[\w-]+\.html$/,
	/^(GET|HEAD) \/share(\/\*|\/:type\/\*)?$/,
	// Says where a restore is, to the browser that began it.
	/^(GET|HEAD) \/restore(\/follow\.js)?$/,
	// Its tools make calls with the token of the message.
	/^(GET|HEAD|POST) \/mcp$/,
	// The web's own files and pages.
	/^(GET|HEAD) \/\*?$/,
];

let app: TestApp;
const users = new Map<Role, UserId>();
let owner: { id: UserId; session: string };
const calls = await listCalls();

async function setUp(publicRead: boolean): Promise<void> {
	const config = { publicUrl: TEST_URL, oidc: null, publicRead };
	app = await createTestApp({ config, extraRoutes: createEngineRoutes() });
	for (const role of ROLES.slice(1)) users.set(role, (await createManager(app)).user.id);
	const { user } = await createManager(app, "The Owner");
	const { id } = await app.database.db
		.selectFrom("sessions")
		.where("user_id", "=", user.id)
		.select("id")
		.executeTakeFirstOrThrow();
	owner = { id: user.id, session: id };
}

beforeAll(() => setUp(false));
afterAll(() => app.close());

/** Creates a session for a role and resets the account's state. */
async function createSession(role: Role): Promise<string | null> {
	const id = users.get(role);
	if (id === undefined) return null;
	const state = { is_active: role !== "inactive", operator_role: role.includes("operator") ? "owner" : null } as const;
	await app.database.db.updateTable("users").set(state).where("id", "=", id).execute();
	const token = await app.getToken(id);
	if (role === "verified operator") await verifyOperator(app, id);
	return token;
}

/** Sends a call with the owner's ids wherever it takes an id. */
function send(call: CallDefinition, token: string | null) {
	const path = call.path.replaceAll(/:(\w+)/g, (_, name) => String(name === "userId" ? owner.id : 1));
	const body = { id: owner.session, userId: owner.id, teamId: owner.id, tradeIds: [1], playerId: 1 };
	return app.app.inject({
		method: call.method,
		url: `/api/en${path}`,
		headers: { host: "localhost:3000", ...(token ? { "x-sid": token } : {}) },
		...(call.method === "POST" ? { payload: call.path === "/user/devices/end" ? { id: body.id } : {} } : {}),
	});
}

/** The path of a call in the OpenAPI document. */
const getDescribedPath = ({ path }: CallDefinition): string => `/api/{lang}${path.replaceAll(/:(\w+)/g, "{$1}")}`;

const REFUSAL_STATUSES: Readonly<Record<string, Outcome>> = {
	"not-signed-in": 401,
	"not-active": 403,
	"already-active": 403,
	"not-operator": 403,
	"role-not-allowed": 403,
	"second-factor-needed": 403,
};

const loadOwnerRows = () =>
	findRow(app.database.db)`SELECT
			(SELECT to_jsonb(u) FROM users u WHERE id = ${owner.id}) AS account,
			(SELECT jsonb_agg(to_jsonb(s) ORDER BY id) FROM sessions s WHERE user_id = ${owner.id}) AS sessions,
			(SELECT jsonb_agg(to_jsonb(t) ORDER BY id) FROM teams t WHERE user_id = ${owner.id}) AS teams,
			(SELECT jsonb_agg(to_jsonb(f)) FROM favourite_players f WHERE user_id = ${owner.id}) AS favourites,
			(SELECT jsonb_agg(to_jsonb(c)) FROM coach_preferences c WHERE user_id = ${owner.id}) AS coach,
			(SELECT jsonb_agg(to_jsonb(c)) FROM coach_players c WHERE user_id = ${owner.id}) AS coach_players,
			(SELECT jsonb_agg(to_jsonb(m)) FROM mailed_tokens m WHERE user_id = ${owner.id}) AS links`;

const getName = ({ method, path }: CallDefinition): string => `${method} ${path}`;
const NAMED_CALLS = calls.map((call) => [getName(call), call] as const);

/** Makes a call as every role. No attempt changes the owner's data. */
async function getOutcomes(call: CallDefinition): Promise<readonly Outcome[]> {
	const before = await loadOwnerRows();
	const outcomes: Outcome[] = [];
	for (const role of ROLES) {
		const answer = await send(call, await createSession(role));
		const { success, errors } = answer.json();
		expect(success === null).toBe(errors.length > 0);
		const code: string = errors[0]?.code ?? "none";
		expect(["server-error", "not-found"]).not.toContain(code);
		const outcome = REFUSAL_STATUSES[code] ?? "allowed";
		if (outcome !== "allowed") expect(answer.statusCode).toBe(outcome);
		outcomes.push(outcome);
	}
	expect(await loadOwnerRows()).toEqual(before);
	return outcomes;
}

describe("every call, as every role (D1.6.04, D1.7.24)", () => {
	test.each(NAMED_CALLS)("%s", async (_, call) => {
		expect(await getOutcomes(call)).toEqual(EXPECTED_OUTCOMES[call.access]);
	});

	test("every call is listed with who may make it in operation-access.ts", () => {
		expect(CALL_GROUPS.flatMap((group) => group.calls).toSorted()).toEqual(calls.map(getName).toSorted());
		for (const group of CALL_GROUPS) {
			const { access, role, scope } = group;
			const defined = calls.filter((call) => call.access === access && call.role === role && call.scope === scope);
			expect({ ...group, calls: defined.map(getName).toSorted() }).toEqual({ ...group, calls: group.calls.toSorted() });
		}
	});

	test("every other described operation is listed in open-paths.ts", async () => {
		const operations = listOperations((await app.app.inject("/api/openapi.json")).json());
		expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
			[
				...calls.map((call) => `${call.method} ${getDescribedPath(call)}`),
				...OPEN_PATHS.map((path) => `GET ${path}`),
			].toSorted(),
		);
	});

	test("other described operations respond in the same way to every role", async () => {
		expect(OPEN_PATHS.length).toBeGreaterThan(20);
		// The live stream does not end; live-stream.test.ts covers it.
		for (const path of OPEN_PATHS.filter((other) => other !== "/api/{lang}/live")) {
			const statuses = new Set<number>();
			for (const role of ROLES) {
				const token = await createSession(role);
				const url = path.replace("{lang}", "en").replaceAll(/\{\w+\}/g, "1");
				const headers = { host: "localhost:3000", ...(token ? { "x-sid": token } : {}) };
				// Each role has its own address, because requests for public files are limited per address.
				const remoteAddress = `10.1.0.${ROLES.indexOf(role) + 1}`;
				statuses.add((await app.app.inject({ url, headers, remoteAddress })).statusCode);
			}
			expect([path, statuses.size]).toEqual([path, 1]);
			expect([200, 404]).toContain([...statuses][0]);
		}
	});

	test("every call is registered once below a language, with its access described (D1.7.01)", async () => {
		const { paths } = (await app.app.inject("/api/openapi.json")).json();
		for (const call of calls) {
			const operation = paths[getDescribedPath(call)]?.[call.method.toLowerCase()];
			expect(operation).toMatchObject({
				summary: call.summary,
				description: expect.stringContaining(`Access: ${call.access}.`),
			});
		}
		const { calls: registered } = app.app.routeServices;
		expect(registered.map(getName).toSorted()).toEqual(calls.map(getName).toSorted());
	});
});

describe("every operator call, as every operator role [D2.9.530]", () => {
	/** By the role that a call needs, who may make it. */
	const ALLOWED: Readonly<Record<OperatorRole, readonly OperatorRole[]>> = {
		owner: ["owner"],
		"match-day": ["owner", "match-day"],
		moderator: ["owner", "moderator"],
		viewer: ["owner", "match-day", "moderator", "viewer"],
	};
	const tokens = new Map<OperatorRole, string>();
	beforeAll(async () => {
		for (const role of ALLOWED.viewer) {
			const { user } = await createManager(app);
			await app.database.db.updateTable("users").set({ operator_role: role }).where("id", "=", user.id).execute();
			tokens.set(role, await app.getToken(user.id));
			await verifyOperator(app, user.id);
		}
	});
	const operatorCalls = NAMED_CALLS.flatMap(([name, call]) => (call.role ? [[name, call.role, call] as const] : []));

	test.each(operatorCalls)("%s: %s", async (_, needed, call) => {
		const before = await loadOwnerRows();
		const allowed: OperatorRole[] = [];
		for (const [role, token] of tokens) {
			const answer = await send(call, token);
			const code = answer.json().errors[0]?.code ?? "none";
			expect(["server-error", "not-found", "not-operator", "second-factor-needed"]).not.toContain(code);
			if (code !== "role-not-allowed") allowed.push(role);
			else expect(answer.statusCode).toBe(403);
		}
		expect(allowed).toEqual(ALLOWED[needed]);
		expect(await loadOwnerRows()).toEqual(before);
	});
});

describe("every call, with an access token (D2.9.85)", () => {
	/** Makes a call with a verified operator's access token, and returns the code of the error or "none". */
	const sendWithToken = async (call: CallDefinition, token: string) => {
		const path = call.path.replaceAll(/:(\w+)/g, (_, name) => String(name === "userId" ? owner.id : 1));
		const answer = await app.app.inject({
			method: call.method,
			url: `/api/en${path}`,
			// A separate address, because the tests above have used up some rate limits of their addresses.
			remoteAddress: "10.9.8.7",
			headers: { host: "localhost:3000", authorization: `Bearer ${token}` },
			...(call.method === "POST" ? { payload: {} } : {}),
		});
		return answer.json().errors[0]?.code ?? "none";
	};
	const tokens = new Map<string, string>();
	beforeAll(async () => {
		const services = { db: app.database.db, clocks: app.clocks };
		await createSession("verified operator");
		const id = users.get("verified operator") ?? 0;
		for (const scope of TOKEN_SCOPES)
			tokens.set(scope, await createToken(services, id, { name: scope, scopes: [scope], days: 7 }));
	});

	test.each(NAMED_CALLS.filter(([, { access }]) => access !== "everyone"))("%s", async (_, call) => {
		for (const scope of TOKEN_SCOPES) {
			const code = await sendWithToken(call, tokens.get(scope) ?? "");
			const refusals = ["token-not-allowed", "token-scope-missing", "not-signed-in", "server-error"];
			if (scope === call.scope) expect(refusals).not.toContain(code);
			else expect([scope, code]).toEqual([scope, call.scope ? "token-scope-missing" : "token-not-allowed"]);
		}
	});

	test("seventy-six calls accept a token, all of them about teams and leagues", () => {
		const scoped = calls.filter(({ scope }) => scope !== undefined);
		expect(scoped).toHaveLength(76);
		expect(new Set(scoped.map(({ access }) => access))).toEqual(new Set(["active", "public-read"]));
		expect(scoped.filter(({ path }) => !/^\/(fantasy|draft)\//.test(path))).toEqual([]);
	});

	test("calls open to everyone treat a token's owner as a visitor", async () => {
		const url = "/api/en/fantasy/league/show-for-join";
		const headers = { host: "localhost:3000" };
		const visitor = await app.app.inject({ url, headers });
		const authorization = `Bearer ${tokens.get("read:leagues")}`;
		expect((await app.app.inject({ url, headers: { ...headers, authorization } })).json()).toEqual(visitor.json());
	});
});

test("another user's id in a body is refused and changes nothing (D1.6.05, D1.6.09)", async () => {
	const before = await loadOwnerRows();
	const headers = { "x-sid": (await createSession("active")) ?? "" };
	for (const field of ["teamId", "userId"]) {
		const payload = { [field]: owner.id };
		for (const url of ["/api/en/fantasy/team/update", "/api/en/user/update"]) {
			const answer = await app.app.inject({ method: "POST", url, headers, payload });
			const messages = answer.json().errors.map(({ message }: { message: string }) => message);
			expect([answer.statusCode, messages]).toEqual([
				422,
				expect.arrayContaining([`${field}: this call has no such field`]),
			]);
		}
	}
	expect(await loadOwnerRows()).toEqual(before);
});

describe("the conversation of a league", () => {
	const conversation = calls.filter(({ path }) => path.startsWith("/fantasy/league/:id/conversation"));
	const key = "0192f0c4-5b0e-7c3a-9d53-1f2e3d4c5b6a";
	/** By the last part of a call's path, a body that the call accepts from a member. */
	const BODIES: Readonly<Record<string, (messageId: number) => object>> = {
		send: () => ({ text: "Let me in", key }),
		react: () => ({ emoji: "👍", isOn: true }),
		pin: () => ({ isPinned: true }),
		report: () => ({}),
		remove: () => ({}),
		read: (messageId) => ({ messageId }),
		lock: () => ({ isLocked: true }),
		settings: () => ({ hasCards: false }),
		recap: () => ({ roundId: 1, text: null }),
		webhooks: () => ({
			address: "https://discord.com/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz",
			sendsCards: true,
			sendsRecap: true,
		}),
		":webhookId": () => ({ sendsCards: true, sendsRecap: true }),
		test: () => ({}),
		mute: () => ({ userId: owner.id, days: 1 }),
	};
	let leagueId = 0;
	let messageId = 0;
	const loadRows = () =>
		findRow(app.database.db)`SELECT (SELECT jsonb_agg(to_jsonb(c)) FROM league_conversations c) AS conversations,
				(SELECT jsonb_agg(to_jsonb(m) ORDER BY id) FROM league_messages m) AS messages,
				(SELECT jsonb_agg(to_jsonb(r)) FROM league_message_reactions r) AS reactions,
				(SELECT jsonb_agg(to_jsonb(r)) FROM league_message_reports r) AS reports,
				(SELECT jsonb_agg(to_jsonb(s)) FROM league_conversation_members s) AS members`;

	beforeAll(async () => {
		const client = app.as(await app.getToken(owner.id));
		leagueId = (await client(createLeague, { body: { name: "Members Only", startId: 2, privacy: "public" } })).league
			.id;
		const { message } = await client(sendMessage, {
			params: { id: leagueId },
			body: { text: "Between us", key },
		});
		messageId = message.id;
	});

	test("has twenty-one calls, which are all tested here", () => {
		expect(conversation).toHaveLength(21);
	});

	test.each(conversation.map((call) => [`${call.method} ${call.path}`, call] as const))(
		"is closed to every role that is not a member: %s",
		async (_, call) => {
			const before = await loadRows();
			const path = call.path
				.replace(":id", String(leagueId))
				.replace(":messageId", String(messageId))
				.replace(":webhookId", "1");
			const body = BODIES[call.path.split("/").at(-1) ?? ""]?.(messageId);
			const payload = call.method === "POST" ? body : undefined;
			for (const role of ROLES) {
				const token = await createSession(role);
				const answer = await app.app.inject({
					method: call.method,
					url: `/api/en${path}${call.path.endsWith("/changes") ? "?after=0" : ""}`,
					headers: { host: "localhost:3000", ...(token ? { "x-sid": token } : {}) },
					...(payload ? { payload } : {}),
				});
				expect([role, answer.statusCode]).toEqual([role, role === "visitor" ? 401 : 403]);
				expect(answer.body).not.toContain("Between us");
			}
			expect(await loadRows()).toEqual(before);
		},
	);

	test("has no unread messages for users who are not members", async () => {
		for (const role of ["active", "other user", "verified operator"] as const) {
			const client = app.as((await createSession(role)) ?? "");
			expect((await client(listUnreadCounts, {})).leagues).toEqual([]);
		}
	});
});

test("only an active user can add favourites (D1.6.07)", async () => {
	const [playerId = 0] = app.seasons.current().players.keys();
	const addFavourite = async (role: Role) => {
		const headers = { "x-sid": (await createSession(role)) ?? "" };
		const url = "/api/en/fantasy/favourite-player/add";
		return (await app.app.inject({ method: "POST", url, headers, payload: { playerId } })).json().success;
	};
	expect(await Promise.all([addFavourite("active"), addFavourite("inactive"), addFavourite("visitor")])).toEqual([
		{ favouritePlayers: [playerId] },
		null,
		null,
	]);
});

test("an inactive account can only read, export, recover and sign out (D1.1.06)", async () => {
	const request = async (role: Role, method: "GET" | "POST", path: string, payload: object = {}) => {
		const headers = { host: "localhost:3000", "x-sid": (await createSession(role)) ?? "" };
		const answer = await app.app.inject({
			method,
			url: `/api/en${path}`,
			headers,
			...(method === "POST" ? { payload } : {}),
		});
		return answer.json().errors[0]?.code ?? answer.statusCode;
	};
	const [playerId = 0] = app.seasons.current().players.keys();
	const requests: [method: "GET" | "POST", path: string, payload: object, active: unknown, inactive: unknown][] = [
		["GET", "/user", {}, 200, 200],
		["GET", "/fantasy/user-profile/show-my", {}, 200, 200],
		["GET", "/user/export", {}, 200, 200],
		["POST", "/user/recover", { teamName: "Back Again", terms: true, sponsorOptIn: false }, "already-active", 200],
		["POST", "/auth/logout", {}, 200, 200],
		["GET", "/fantasy/team/show-my", {}, 200, "not-active"],
		["POST", "/fantasy/favourite-player/add", { playerId }, 200, "not-active"],
		["POST", "/fantasy/coach/player", { playerId, list: "wait" }, 200, "not-active"],
		["GET", "/fantasy/ranks/open-league", {}, 200, "not-active"],
		["POST", "/fantasy/league", { name: "Mates", startId: 1 }, 200, "not-active"],
		["GET", "/fantasy/leagues", {}, 200, "not-active"],
		["POST", "/user/update", { gender: "other" }, 200, "not-active"],
	];
	for (const [method, path, payload, active, inactive] of requests) {
		const outcomes = [await request("active", method, path, payload), await request("inactive", method, path, payload)];
		expect([path, ...outcomes]).toEqual([path, active, inactive]);
	}
});

test("every route is a call or a known public route (D1.6.04)", async () => {
	const stated = new Set(
		calls.flatMap(({ method, path }) => [`${method} /api/:lang${path}`, `HEAD /api/:lang${path}`]),
	);
	const listUnstated = (routes: readonly string[]) =>
		routes.filter((route) => !stated.has(route) && !OPEN_ROUTES.some((pattern) => pattern.test(route)));
	expect(listUnstated(app.app.routeServices.routes)).toEqual([]);
	expect(listUnstated(["GET /api/:lang/fantasy/secret", "POST /media/users/:id"])).toHaveLength(2);
});

describe("every call, as every role, with PUBLIC_READ on", () => {
	beforeAll(async () => {
		await app.close();
		await setUp(true);
		const [commissioner] = await createLeagueManagers(app, 1);
		if (!commissioner) throw new Error("No commissioner");
		expect((await createTestLeague(commissioner, { privacy: "public" })).id).toBe(1);
	});

	const opened: string[] = [];

	test.each(NAMED_CALLS)("%s", async (name, call) => {
		const expected = EXPECTED_OUTCOMES[call.access];
		const [visitor, ...others] = await getOutcomes(call);
		if (visitor === "allowed" && call.access !== "everyone") opened.push(name);
		else expect(visitor).toBe(expected[0]);
		expect(others).toEqual(expected.slice(1));
	});

	test("visitors can make all calls of public-read, and no others of members", () => {
		const listed = CALL_GROUPS.find(({ access }) => access === "public-read")?.calls;
		expect(listed).toHaveLength(27);
		expect(opened.toSorted()).toEqual(listed?.toSorted());
	});
});
