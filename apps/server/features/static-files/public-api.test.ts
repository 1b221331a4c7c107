import { playersFile, playerTotalsFile } from "@first-bounce/contract/stats/static-data";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_BOUNCE, seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { registerErrors } from "../../plugins/errors.ts";
import { registerRateLimit } from "../../plugins/limits/rate-limits.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { PUBLIC_PER_MINUTE, registerPublicApi } from "./public-api.ts";
import { createStaticFiles, type StaticFiles } from "./static-files.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let files: StaticFiles;
let app: FastifyInstance;

beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
	const season = await loadShownSeason(database.db);
	const onError = (error: unknown) => {
		throw error;
	};
	files = await createStaticFiles({
		db: database.db,
		currentSeason: () => season,
		seasonNow: () => FIRST_BOUNCE,
		onError,
	});
	app = Fastify();
	registerErrors(app);
	await registerRateLimit(app);
	registerPublicApi(app, files);
});
afterAll(async () => {
	await app.close();
	await files.close();
	await database.close();
});

const get = (name: string, remoteAddress = "10.0.0.1", headers: Record<string, string> = {}) =>
	app.inject({ url: `/api/public/${name}.json`, remoteAddress, headers });

test("any origin can read the files and revalidate them", async () => {
	const players = await get("players");
	expect(playersFile.safeParse(players.json()).error).toBeUndefined();
	expect(players.headers["access-control-allow-origin"]).toBe("*");
	const again = await get("players", "10.0.0.1", { "if-none-match": String(players.headers.etag) });
	expect(again.statusCode).toBe(304);
	const preflight = await app.inject({ method: "OPTIONS", url: "/api/public/players.json" });
	expect([preflight.statusCode, preflight.body]).toEqual([204, ""]);
	expect(preflight.headers).toMatchObject({
		"access-control-allow-origin": "*",
		"access-control-allow-headers": "if-none-match",
	});
	expect(playerTotalsFile.parse((await get("player_totals")).json())).toEqual([]);
	expect((await get("player_stats/1001")).json()).toEqual([]);
	expect((await get("countries")).statusCode).toBe(404);
});

test("an address has one limit a minute for all files", async () => {
	const statuses: number[] = [];
	const names = ["squads", "rounds", "player_stats/1001"];
	for (let turn = 0; turn <= PUBLIC_PER_MINUTE; turn++)
		statuses.push((await get(names[turn % 3] ?? "", "10.0.0.2")).statusCode);
	expect(statuses.filter((status) => status === 200)).toHaveLength(PUBLIC_PER_MINUTE);
	const refused = await get("squads", "10.0.0.2");
	expect(refused.statusCode).toBe(429);
	expect(refused.json().errors[0].code).toBe("too-many-requests");
	expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
	expect((await get("players", "10.0.0.2")).statusCode).toBe(429);
	expect((await get("squads", "10.0.0.3")).statusCode).toBe(200);
});
