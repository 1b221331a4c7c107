import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../db/open.ts";
import { testDatabase } from "../../testing/database.ts";
import { FIRST_BOUNCE, plantSeason } from "../../testing/small-season.ts";
import { loadGame } from "../season/load-game.ts";
import { exportFiles } from "./export-files.ts";
import { registerStaticFiles } from "./routes.ts";
import { createStaticFiles } from "./static-files.ts";

let database: Database;
const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-export-"));
beforeAll(async () => {
	database = await testDatabase();
	await plantSeason(database.db);
});
afterAll(async () => {
	rmSync(folder, { recursive: true });
	await database.close();
});

test("exported files have the bytes that the server sends, in both encodings, and checksums come last", async () => {
	const game = await loadGame(database.db);
	if (!game) throw new Error("No season");
	const onError = (error: unknown) => {
		throw error;
	};
	const files = await createStaticFiles({ db: database.db, game: () => game, seasonNow: () => FIRST_BOUNCE, onError });
	const disk = new Disk(new FSDriver({ location: folder, visibility: "public" }));
	const names: string[] = [];
	const put: Disk["put"] = (key, ...rest) => {
		names.push(key);
		return disk.put(key, ...rest);
	};
	expect(await exportFiles(files, game, { put })).toBe(game.players.size + 6);
	expect(names.slice(-2)).toEqual(["json/fantasy/checksums.json", "json/fantasy/checksums.json.br"]);

	const app = Fastify();
	registerStaticFiles(app, files);
	for (const name of ["rounds", "players", "squads", "countries", "season", "checksums", "player_stats/1001"]) {
		const url = `/json/fantasy/${name}.json`;
		const plain = await app.inject({ url });
		const brotli = await app.inject({ url, headers: { "accept-encoding": "br" } });
		expect(readFileSync(path.join(folder, `json/fantasy/${name}.json`))).toEqual(plain.rawPayload);
		expect(readFileSync(path.join(folder, `json/fantasy/${name}.json.br`))).toEqual(brotli.rawPayload);
	}
	await app.close();
	await files.close();
});
