import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { addWebhook } from "@first-bounce/contract/leagues/webhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { createSeasonFolder } from "../../../../../testing/season/season-folder.ts";
import { readDataMap } from "../../../../../testing/server/data-map.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { findMarker } from "../../../../../testing/server/personal-markers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { writeDueCards } from "../../leagues/cards/card-runner.ts";
import { advanceLeagues } from "../../leagues/head-to-head/round-activity.ts";
import { deliverWebhooks } from "../../leagues/webhooks/deliver-webhooks.ts";
import { importSeason } from "../../seasons/import/import-season.ts";
import { beginSeason } from "../../seasons/rollover/rollover.ts";
import { archiveClosedSeasons } from "../../static-files/archive/season-archive.ts";
import { exportFiles } from "../../static-files/export/export-files.ts";
import { createPutFile } from "../../static-files/export/export-target.ts";
import { createStaticFiles } from "../../static-files/static-files.ts";
import { eraseAccount } from "./service.ts";

const DISCORD = "https://discord.com/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz_-0123456789";
const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-erasure-"));
const nextSeason = createSeasonFolder();
let app: TestApp;
beforeAll(async () => {
	app = await createTestApp({}, { rounds: 3 });
});
afterAll(async () => {
	rmSync(folder, { recursive: true });
	nextSeason.discard();
	await app.close();
});

/** Writes and sends the cards of a round, of which one team has the top score; returns what was sent. */
async function sendCards(round: number, winner: LeagueManager): Promise<string> {
	const { db, pool } = app.database;
	const sent: string[] = [];
	await finishRound(app, round);
	await advanceLeagues(db, app.seasons.current(), app.clocks.seasonNow());
	await pool.query(
		`UPDATE league_events SET data = jsonb_build_object('teamId', $2::int, 'points', 812) WHERE kind = 'results' AND round_id = $1`,
		[round, winner.teamId],
	);
	await writeDueCards({ db, seasons: app.seasons, clocks: app.clocks });
	await deliverWebhooks({
		db,
		seasons: app.seasons,
		clocks: app.clocks,
		publicUrl: "https://bounce.example",
		send: async (_, body) => {
			sent.push(body);
			return { kind: "sent" };
		},
	});
	return sent.join("\n").toLowerCase();
}

/** Exports the public files; returns everything in them. */
async function exportSeason(): Promise<string> {
	const onError = (error: unknown) => {
		throw error;
	};
	const { seasonNow } = app.clocks;
	const files = await createStaticFiles({ db: app.database.db, currentSeason: app.seasons.peek, seasonNow, onError });
	await exportFiles(files, await createPutFile({ name: folder, location: folder }));
	await files.close();
	const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	expect(names.length).toBeGreaterThan(20);
	return names.map(({ name, parentPath }) => readFileSync(path.join(parentPath, name), "utf8").toLowerCase()).join("");
}

const exportData = async ({ client }: LeagueManager) => JSON.stringify(await client(exportOwnData, {})).toLowerCase();

test("archives, exported files and posts to Discord name nobody after an erasure", async () => {
	const { db, pool } = app.database;
	const [rival, gone] = (await createLeagueManagers(app, 2)) as [LeagueManager, LeagueManager];
	await pool.query(
		`UPDATE users SET first_name = 'Zqmarker', last_name = 'Zqmarker', team_name = 'Zqmarker United' WHERE id = $1`,
		[gone.userId],
	);
	const { id } = await createLeagueWith([rival, gone], { startId: 3 });
	await pool.query("UPDATE leagues SET start_id = 1 WHERE id = $1", [id]);
	const body = { address: DISCORD, sendsCards: true, sendsRecap: true };
	await rival.client(addWebhook, { params: { id }, body });
	expect(await sendCards(1, gone)).toContain("zqmarker");
	expect(await exportSeason()).not.toContain("zqmarker");
	expect(await exportData(gone)).toContain("zqmarker");
	const personal = readDataMap().flatMap(({ table, personal: columns }) => columns.map((name) => `${table}.${name}`));
	const found = await findMarker(pool);
	expect(found).toContain("users.team_name");
	expect(personal).toEqual(expect.arrayContaining(found));

	const audit = { actor: "command line", reason: "" };
	await eraseAccount({ db, media: app.media }, gone.userId, { now: app.clocks.wallNow(), audit });
	expect(await findMarker(pool)).toEqual([]);
	expect(await sendCards(2, gone)).toMatch(/embeds(?!.*zqmarker)/s);
	expect(await exportData(rival)).not.toContain("zqmarker");
	await finishRound(app, 3);
	await importSeason(db, nextSeason.path);
	await beginSeason(db, 7, { actor: "command line", reason: "the year is over" });
	await archiveClosedSeasons(db);
	const { rows } = await pool.query("SELECT count(*)::int AS files FROM season_files");
	expect(rows[0].files).toBeGreaterThan(20);
	expect(await findMarker(pool)).toEqual([]);
});
