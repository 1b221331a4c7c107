import { PHOTO_ZIP_LIMITS } from "@first-bounce/contract/constants";
import { listAudit } from "@first-bounce/contract/operator/audit";
import {
	applyPhotos,
	listPlayerImports,
	previewPhotos,
	startPhotos,
	undoPlayerImport,
	uploadPhoto,
} from "@first-bounce/contract/operator/player-imports";
import { changePlayerPhoto } from "@first-bounce/contract/operator/players";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";

let app: TestApp;
let client: Client;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
	const { pool } = app.database;
	await pool.query("TRUNCATE users, audit, player_imports, player_import_changes CASCADE");
	await pool.query("UPDATE players SET photo_version = 0, first_name = 'P', last_name = id::text, provider_id = NULL");
	await pool.query(
		"UPDATE players SET first_name = 'Zoë', last_name = 'O’Brien', provider_id = 'CD_I500' WHERE id = 1001",
	);
	await pool.query("UPDATE players SET first_name = 'Kate', last_name = 'Smith' WHERE id IN (1002, 1013)");
	await pool.query("UPDATE squads SET name = 'Pier Magpies' WHERE id = 11");
	await pool.query("UPDATE seasons SET data_version = data_version + 1");
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
	await app.seasons.refresh();
	({ client } = await createTestOperator(app));
});

const reason = "media day";
const drawPicture = async (background: string) =>
	new Blob([
		new Uint8Array(
			await sharp({ create: { width: 30, height: 40, channels: 3, background } })
				.png()
				.toBuffer(),
		),
	]);
const upload = async (id: number, playerId: number, background: string) =>
	(await client(uploadPhoto, { params: { id, playerId }, body: {}, avatar: await drawPicture(background) })).state;
const getVersion = (id: number) => app.seasons.current().players.get(id)?.photoVersion;

test("files are matched by id or exact name, others listed (D2.9.111)", async () => {
	const files = [
		["photos/CD_I500.jpg", 10],
		["1003.PNG", 10],
		["p_1004.webp", 10],
		["Pier/Kate Smith.jpg", 10],
		["team/kate-smith.jpg", 10],
		["1005.jpg", 10],
		["P 1005.jpg", 10],
		["1006.gif", 10],
		["1007.jpg", 5 * 1024 * 1024 + 1],
		["Zoe Brian.jpg", 10],
		["../../etc/9999.jpg", 10],
	] as const;
	const { matched, skipped } = await client(previewPhotos, {
		body: { files: files.map(([file, bytes]) => ({ file, bytes })) },
	});
	expect(matched.map(({ file, playerId, replaces }) => [file, playerId, replaces])).toEqual([
		["photos/CD_I500.jpg", 1001, false],
		["1003.PNG", 1003, false],
		["p_1004.webp", 1004, false],
		["Pier/Kate Smith.jpg", 1002, false],
	]);
	expect(skipped.map(({ file, problem }) => [file, problem])).toEqual([
		["team/kate-smith.jpg", "several-players"],
		["1005.jpg", "two-files"],
		["P 1005.jpg", "two-files"],
		["1006.gif", "not-a-picture"],
		["1007.jpg", "too-large"],
		["Zoe Brian.jpg", "unknown-player"],
		["../../etc/9999.jpg", "unknown-player"],
	]);
});

test("all photos of the largest permitted zip file are previewed together", async () => {
	const files = Array.from({ length: PHOTO_ZIP_LIMITS.entries }, (_, index) => ({
		file: `${"AFLW portraits/".repeat(10)}${index}.jpg`,
		bytes: 1,
	}));
	const { skipped, matched } = await client(previewPhotos, { body: { files } });
	expect([matched.length + skipped.length, matched.some(({ playerId }) => playerId === 1003)]).toEqual([3_000, true]);
});

test("uploaded photos appear together once applied, and can be undone (D2.9.113)", async () => {
	await client(changePlayerPhoto, { params: { id: 1003 }, body: { reason }, avatar: await drawPicture("#111") });
	const previous = getVersion(1003) ?? 0;
	const { id } = await client(startPhotos, { body: {} });
	expect([await upload(id, 1001, "#c30"), await upload(id, 1003, "#03c")]).toEqual(["stored", "stored"]);
	expect([getVersion(1001), getVersion(1003)]).toEqual([0, previous]);
	expect((await client(listPlayerImports, {})).imports).toEqual([]);

	const { import: applied } = await client(applyPhotos, { params: { id }, body: { reason } });
	expect(applied).toMatchObject({ id, kind: "photos", players: 2, isUndone: false });
	expect(getVersion(1003)).toBe(previous + 1);
	const served = await app.app.inject(`/media/players/1/1003/${previous + 1}.webp`);
	expect([served.statusCode, served.headers["content-type"]]).toEqual([200, "image/webp"]);
	const [entry] = (await client(listAudit, { query: {} })).entries;
	expect(entry).toMatchObject({ action: "photos-imported", reason, before: { 1003: { version: previous } } });
	expect((await getApiFailure(upload(id, 1001, "#fff"))).code).toBe("player-import-applied");
	const again = client(applyPhotos, { params: { id }, body: { reason } });
	expect((await getApiFailure(again)).code).toBe("player-import-applied");

	await client(changePlayerPhoto, { params: { id: 1001 }, body: { reason }, avatar: await drawPicture("#eee") });
	const later = getVersion(1001);
	const undone = await client(undoPlayerImport, { params: { id }, body: { reason } });
	expect(undone.kept).toEqual([{ playerId: 1001, name: "Zoë O’Brien", squadId: 11 }]);
	expect([getVersion(1001), getVersion(1003)]).toEqual([later, previous]);
	expect((await app.app.inject(`/media/players/1/1003/${previous}.webp`)).statusCode).toBe(200);
});

test("nothing is locked while a photo of an upload is stored", async () => {
	const { id } = await client(startPhotos, { body: {} });
	const { put } = app.media;
	const slowPut = vi.spyOn(app.media, "put").mockImplementation(async (key, bytes) => {
		for (const row of ["players WHERE season_id = 1 AND id = 1005", `player_imports WHERE id = ${id}`])
			await app.database.pool.query(`SELECT FROM ${row} FOR UPDATE NOWAIT`);
		await put(key, bytes);
	});
	expect(await upload(id, 1005, "#a0a")).toBe("stored");
	expect(slowPut).toHaveBeenCalledTimes(1);
	slowPut.mockRestore();
});

test("sending photos again stores nothing twice (D2.9.114)", async () => {
	const first = await client(startPhotos, { body: {} });
	expect(await upload(first.id, 1004, "#0a0")).toBe("stored");
	const { rows } = await app.database.pool.query("SELECT photos FROM players WHERE id = 1004");
	expect(await upload(first.id, 1004, "#0a0")).toBe("stored");
	expect((await app.database.pool.query("SELECT photos FROM players WHERE id = 1004")).rows).toEqual(rows);
	expect(await upload(first.id, 1004, "#0b0")).toBe("stored");
	await client(applyPhotos, { params: { id: first.id }, body: { reason } });
	expect(getVersion(1004)).toBe(rows[0].photos + 1);

	const second = await client(startPhotos, { body: {} });
	expect(await upload(second.id, 1004, "#0b0")).toBe("unchanged");
	const empty = client(applyPhotos, { params: { id: second.id }, body: { reason } });
	expect((await getApiFailure(empty)).code).toBe("photos-missing");
	const twoDaysAgo = new Date(app.clocks.wallNow() - 2 * DAY);
	await app.database.pool.query("UPDATE player_imports SET started_at = $2 WHERE id = $1", [second.id, twoDaysAgo]);
	await client(startPhotos, { body: {} });
	expect((await getApiFailure(upload(second.id, 1004, "#0c0"))).code).toBe("player-import-unknown");
	expect((await client(listPlayerImports, {})).imports).toHaveLength(1);
});

test("an unusable file is refused, and the rest is applied (D2.9.111)", async () => {
	const { id } = await client(startPhotos, { body: {} });
	const params = { id, playerId: 1001 };
	const html = new Blob(["<!doctype html><script>alert(1)</script>"], { type: "image/jpeg" });
	expect((await getApiFailure(client(uploadPhoto, { params, body: {}, avatar: html }))).code).toBe("picture-type");
	expect((await getApiFailure(client(uploadPhoto, { params, body: {} }))).code).toBe("picture-type");
	expect((await getApiFailure(upload(id, 9999, "#fff"))).code).toBe("player-unknown");
	expect((await getApiFailure(upload(id + 1, 1001, "#fff"))).code).toBe("player-import-unknown");
	expect(await upload(id, 1001, "#fff")).toBe("stored");
	expect((await client(applyPhotos, { params: { id }, body: { reason } })).import.players).toBe(1);
});
