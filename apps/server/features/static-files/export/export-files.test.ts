import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_BOUNCE, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import { loadShownSeason } from "../../seasons/current/load-season-snapshot.ts";
import { registerStaticFiles } from "../routes.ts";
import { createStaticFiles } from "../static-files.ts";
import { exportFiles } from "./export-files.ts";
import { createPutFile, type PutFile, parseExportTarget } from "./export-target.ts";

let database: Database;
const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-export-"));
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
});
afterAll(async () => {
	rmSync(folder, { recursive: true });
	await database.close();
});

async function loadSeason() {
	const snapshot = await loadShownSeason(database.db);
	if (!snapshot) throw new Error("No season");
	const onError = (error: unknown) => {
		throw error;
	};
	const files = await createStaticFiles({
		db: database.db,
		currentSeason: () => snapshot,
		seasonNow: () => FIRST_BOUNCE,
		onError,
	});
	return { season: snapshot, files };
}

test("exported files equal the server's, and checksums come last", async () => {
	const { season: snapshot, files } = await loadSeason();
	const putFile = await createPutFile({ name: folder, location: folder });
	const names: string[] = [];
	const put: PutFile = (key, ...rest) => {
		names.push(key);
		return putFile(key, ...rest);
	};
	// Each JSON file is written twice, the second time below the season's id. The season and each of its three rounds also have
	// two CSV files. Average draft positions are only below the season.
	const count = 2 * (snapshot.players.size + 8) + 2 + 2 * 3 + 1;
	expect(await exportFiles(files, put)).toEqual({ files: count, written: count });
	expect(names.slice(-4)).toEqual([
		"json/fantasy/checksums.json",
		"json/fantasy/checksums.json.br",
		"json/fantasy/1/checksums.json",
		"json/fantasy/1/checksums.json.br",
	]);
	expect(readdirSync(path.join(folder, "json/fantasy")).filter((name) => name.endsWith(".draft"))).toEqual([]);

	const app = Fastify();
	registerStaticFiles(app, files);
	const seven = ["rounds", "projections", "players", "squads", "countries", "season", "checksums"];
	for (const name of [...seven, "player_totals", "player_stats/1001"]) {
		const url = `/json/fantasy/${name}.json`;
		const plain = await app.inject({ url });
		const brotli = await app.inject({ url, headers: { "accept-encoding": "br" } });
		expect(readFileSync(path.join(folder, `json/fantasy/${name}.json`))).toEqual(plain.rawPayload);
		expect(readFileSync(path.join(folder, `json/fantasy/${name}.json.br`))).toEqual(brotli.rawPayload);
	}
	await app.close();
	await files.close();
});

test("an interrupted export continues, and a repeated one writes nothing", async () => {
	const { files } = await loadSeason();
	const putFile = await createPutFile({ name: folder, location: folder });
	const writtenHashes = new Map<string, string>();
	let remaining = 31;
	const failWhenFull: PutFile = (...file) =>
		remaining-- > 0 ? putFile(...file) : Promise.reject(new Error("The disk is full"));
	unlinkSync(path.join(folder, "json/fantasy/checksums.json"));
	await expect(exportFiles(files, failWhenFull, writtenHashes)).rejects.toThrow("The disk is full");
	expect(readdirSync(path.join(folder, "json/fantasy"))).not.toContain("checksums.json");
	const { files: exportedFiles, written } = await exportFiles(files, putFile, writtenHashes);
	expect(written).toBeGreaterThan(exportedFiles - 16);
	expect(written).toBeLessThan(exportedFiles);
	expect(readdirSync(path.join(folder, "json/fantasy"))).toContain("checksums.json");
	expect(await exportFiles(files, putFile, writtenHashes)).toEqual({ files: exportedFiles, written: 0 });
	await files.close();
});

test("an export fails if its folder cannot be created", async () => {
	const putFile = await createPutFile({ name: "/proc/first-bounce", location: "/proc/first-bounce" });
	const headers = { contentType: "text/plain", cacheControl: "no-cache", contentLength: 1 };
	await expect(putFile("json/one.json", Buffer.from("1"), headers)).rejects.toThrow(/^ENOENT/);
});

test("a target is a folder or bucket, named without credentials", () => {
	expect(parseExportTarget("/srv/static")).toEqual({ name: "/srv/static", location: "/srv/static" });
	expect(parseExportTarget("s3s://key:secret@s3.example.org/game?region=x")).toMatchObject({
		name: "s3s://s3.example.org/game",
		location: { name: "game", secretAccessKey: "secret", region: "x" },
	});
	expect(["s3s://s3.example.org/game", "https://cdn.example.org", "ftp://x"].map(parseExportTarget)).toEqual([
		null,
		null,
		null,
	]);
});
