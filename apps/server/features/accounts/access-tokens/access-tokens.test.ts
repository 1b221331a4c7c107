import { changePassword, deactivateAccount } from "@first-bounce/contract/accounts/account";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { createToken, listTokens, revokeToken } from "@first-bounce/contract/accounts/tokens";
import type { ApiFailure } from "@first-bounce/contract/client";
import type { TokenScope } from "@first-bounce/contract/constants";
import { showSeasonReport } from "@first-bounce/contract/stats/season-report";
import { DAY_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { findAccounts, revokeAccess, setActive } from "../users/administer-users.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp({}, {}, { withPgListener: true });
});
afterAll(() => app.close());

const getRefusal = (call: Promise<unknown>) =>
	call.then(
		() => "none",
		({ status, code }: ApiFailure) => [status, code],
	);

/** Registers a manager and creates an access token for a program. */
async function createProgram(scopes: TokenScope[] = ["read:team"], days: 7 | 365 = 7) {
	const manager = await createManager(app);
	const { token, tokens } = await manager.client(createToken, { body: { name: "My script", scopes, days } });
	return { ...manager, token, tokens };
}

/** Sends a request as a program does: with the token in the Authorization header. */
const send = (token: string, path: string, headers: Record<string, string> = {}, payload?: object) =>
	app.app.inject({
		method: payload ? "POST" : "GET",
		url: `/api/en${path}`,
		headers: { host: "localhost:3000", authorization: `Bearer ${token}`, ...headers },
		...(payload ? { payload } : {}),
	});

/** Requests the manager's own team. Returns the status and, if the request is refused, the error code. */
async function readTeam(token: string): Promise<unknown[]> {
	const answer = await send(token, "/fantasy/team/show-my");
	const code = answer.json().errors[0]?.code;
	return code ? [answer.statusCode, code] : [answer.statusCode];
}

const NOT_SIGNED_IN = [401, "not-signed-in"];

describe("an access token", () => {
	test("is shown once, stored as a hash, and listed with its scopes (D2.9.86)", async () => {
		const { client, token, tokens, user } = await createProgram(["read:team", "read:leagues"], 365);
		expect(token).toMatch(/^fbt_[\w-]{43}$/);
		expect(tokens).toEqual([
			{
				id: expect.stringMatching(/^[\da-f-]{36}$/),
				name: "My script",
				scopes: ["read:team", "read:leagues"],
				createdAt: new Date(app.clocks.wallNow()).toISOString(),
				expiresAt: new Date(app.clocks.wallNow() + 365 * DAY_MS).toISOString(),
				lastUsedAt: null,
			},
		]);
		expect(JSON.stringify(await client(listTokens, {}))).not.toContain(token);
		const { rows } = await app.database.pool.query(
			"SELECT t::text AS row, encode(sha256(convert_to($2, 'UTF8')), 'hex') AS hash, encode(token_hash, 'hex') AS stored FROM access_tokens t WHERE user_id = $1",
			[user.id, token],
		);
		expect(rows[0].row).not.toContain(token);
		expect(rows[0].stored).toBe(rows[0].hash);
	});

	test("reads and writes what its scopes allow, and names missing ones (D2.9.85)", async () => {
		const { token } = await createProgram(["read:team"]);
		expect(await readTeam(token)).toEqual([200]);
		const rankings = await send(token, "/fantasy/ranks/open-league");
		expect([rankings.statusCode, rankings.json().errors]).toEqual([
			403,
			[
				{
					code: "token-scope-missing",
					message: "This access token does not allow this. It needs the scope read:leagues",
				},
			],
		]);
		const profile = await send(token, "/user/update", {}, { firstName: "Eve" });
		expect([profile.statusCode, profile.json().errors[0].message]).toEqual([
			403,
			"An access token cannot do this. Sign in on the site",
		]);
		const playerId = [...app.seasons.current().players.keys()][0] ?? 0;
		const writer = await createProgram(["write:team"]);
		const added = await send(writer.token, "/fantasy/favourite-player/add", {}, { playerId });
		expect(added.json().success).toEqual({ favouritePlayers: [playerId] });
	});

	test("is accepted from any origin, and a cookie beside it adds nothing (D2.9.88)", async () => {
		const { token, sessionId } = await createProgram(["write:team"]);
		const playerId = [...app.seasons.current().players.keys()][0] ?? 0;
		const foreign = { origin: "https://stats.example", "sec-fetch-site": "cross-site" };
		const path = "/fantasy/favourite-player/add";
		expect((await send(token, path, foreign, { playerId })).statusCode).toBe(200);
		const cookie = { ...foreign, cookie: `X-SID=${sessionId}` };
		const withCookie = await send("fbt_made-up", path, cookie, { playerId });
		expect([withCookie.statusCode, withCookie.json().errors[0].code]).toEqual(NOT_SIGNED_IN);
		const sessionOnly = await app.app.inject({
			method: "POST",
			url: `/api/en${path}`,
			headers: { host: "localhost:3000", ...cookie },
			payload: { playerId },
		});
		expect([sessionOnly.statusCode, sessionOnly.json().errors[0].code]).toEqual([403, "foreign-origin"]);
	});

	test("shows when it was last used, accurate to five minutes (D2.9.86)", async () => {
		const { client, token } = await createProgram();
		const start = app.clocks.wallNow();
		const getLastUse = async () => (await client(listTokens, {})).tokens[0]?.lastUsedAt;
		await readTeam(token);
		expect(await getLastUse()).toBe(new Date(start).toISOString());
		app.clocks.setWall(start + 4 * MINUTE_MS);
		await readTeam(token);
		expect(await getLastUse()).toBe(new Date(start).toISOString());
		app.clocks.setWall(start + 8 * MINUTE_MS);
		await readTeam(token);
		expect(await getLastUse()).toBe(new Date(start + 8 * MINUTE_MS).toISOString());
	});

	test("ends when it expires or its owner revokes it (D2.9.86)", async () => {
		const { client, token, tokens } = await createProgram();
		const stranger = await createManager(app);
		const body = { id: tokens[0]?.id ?? "" };
		expect(await getRefusal(stranger.client(revokeToken, { body }))).toEqual([404, "token-unknown"]);
		expect(await readTeam(token)).toEqual([200]);
		expect((await client(revokeToken, { body })).tokens).toEqual([]);
		await waitFor(async () => expect(await readTeam(token)).toEqual(NOT_SIGNED_IN));
		expect(await getRefusal(client(revokeToken, { body }))).toEqual([404, "token-unknown"]);

		const expiring = await createProgram();
		expect(await readTeam(expiring.token)).toEqual([200]);
		const before = app.clocks.wallNow();
		app.clocks.setWall(before + 7 * DAY_MS);
		expect(await readTeam(expiring.token)).toEqual(NOT_SIGNED_IN);
		expect((await expiring.client(listTokens, {})).tokens).toEqual([]);
		app.clocks.setWall(before);
	});

	test("ends with deactivation, signing out everywhere or a new password (D2.9.87)", async () => {
		const closed = await createProgram();
		await closed.client(deactivateAccount, { body: {} });
		await waitFor(async () => expect(await readTeam(closed.token)).toEqual(NOT_SIGNED_IN));
		const renewed = await createProgram();
		const passwords = { password: "a long enough secret", newPassword: "a secret long enough" };
		await renewed.client(changePassword, { body: passwords });
		await waitFor(async () => expect(await readTeam(renewed.token)).toEqual(NOT_SIGNED_IN));
		for (const end of [setActive, revokeAccess] as const) {
			const program = await createProgram();
			expect(await readTeam(program.token)).toEqual([200]);
			const [account] = await findAccounts(app.database.db, String(program.user.id));
			if (!account) throw new Error("No account");
			if (end === setActive) await setActive(app.database.db, account, false);
			else await revokeAccess(app.database.db, account, app.clocks.wallNow());
			await waitFor(async () => expect(await readTeam(program.token)).toEqual(NOT_SIGNED_IN));
		}
	});

	test("is limited to ten per account, and none for the demo (D2.9.86)", async () => {
		const { client, user } = await createProgram();
		const body = { name: "More", scopes: ["read:team"] as TokenScope[], days: 30 as const };
		for (let number = 2; number <= 10; number++) await client(createToken, { body });
		expect(await getRefusal(client(createToken, { body }))).toEqual([409, "too-many-tokens"]);
		await app.database.db.updateTable("users").set({ is_demo: true }).where("id", "=", user.id).execute();
		expect(await getRefusal(client(createToken, { body }))).toEqual([403, "demo-account"]);
	});

	test("lasts 7, 30, 90 or 365 days, and no other time (D2.9.86)", async () => {
		const { sessionId } = await createManager(app);
		const create = async (days: number) => {
			const answer = await app.app.inject({
				method: "POST",
				url: "/api/en/user/tokens/create",
				headers: { host: "localhost:3000", "x-sid": sessionId },
				payload: { name: "My script", scopes: ["read:team"], days },
			});
			return answer.statusCode;
		};
		const statuses: number[] = [];
		for (const days of [7, 30, 90, 365, 8, 0, 366]) statuses.push(await create(days));
		expect(statuses).toEqual([200, 200, 200, 200, 422, 422, 422]);
	});

	test("is in the export and the audit log, without the token (D2.9.86)", async () => {
		const { client, token, tokens, user } = await createProgram();
		const id = tokens[0]?.id ?? "";
		const data = await client(exportOwnData, {});
		expect(data.accessTokens).toMatchObject([{ id, name: "My script", scopes: ["read:team"] }]);
		expect(JSON.stringify(data)).not.toMatch(/token_hash|fbt_/);
		await client(revokeToken, { body: { id } });
		const { rows } = await app.database.pool.query(
			"SELECT actor, action, before, after FROM audit WHERE subject = $1 ORDER BY id",
			[`token:${id}`],
		);
		expect(rows).toMatchObject([
			{ actor: `user:${user.id}`, action: "token-created", after: { name: "My script", scopes: ["read:team"] } },
			{ actor: `user:${user.id}`, action: "token-revoked", before: { name: "My script" } },
		]);
		expect(JSON.stringify(rows)).not.toContain(token);
	});

	test("is limited to 120 requests a minute for its whole account (D2.9.88)", async () => {
		const { client, token } = await createProgram();
		const second = await client(createToken, { body: { name: "Second", scopes: ["read:team"], days: 7 } });
		const statuses: number[] = [];
		for (let number = 0; number < 120; number++)
			statuses.push((await send(number % 2 ? token : second.token, "/fantasy/team/show-my")).statusCode);
		expect(statuses.filter((status) => status === 200)).toHaveLength(120);
		const refused = await send(token, "/fantasy/team/show-my");
		expect([refused.statusCode, refused.json().errors[0].code]).toEqual([429, "too-many-requests"]);
		expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
		const other = await createProgram();
		expect(await readTeam(other.token)).toEqual([200]);
	});

	test("shares the limit of a call with requests that use a session (D2.9.88)", async () => {
		const { client, token } = await createProgram();
		const path = "/fantasy/team/season-report";
		for (let number = 0; number < 30; number++) await client(showSeasonReport, {});
		const statuses: number[] = [];
		for (let number = 0; number < 31; number++) statuses.push((await send(token, path)).statusCode);
		expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
		expect((await getRefusal(client(showSeasonReport, {})))[0]).toBe(429);
	});
});
