import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runFb } from "../../../testing/server/run-fb.ts";
import { createTestApp, type TestApp } from "../../../testing/server/test-app.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
	app = await createTestApp();
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-closed-season-"));
	vi.stubEnv("DATA_DIR", folder).stubEnv("DATABASE_URL", app.database.url);
	await app.database.pool.query("UPDATE matches SET status = 'complete'");
	await app.database.pool.query("UPDATE rounds SET status = 'complete', published_at = now()");
	await app.database.pool.query("UPDATE seasons SET is_current = false, status = 'closed'");
});
afterAll(async () => {
	vi.unstubAllEnvs();
	await app.close();
	await rm(folder, { recursive: true });
});

test("commands change nothing in a closed season", async () => {
	const file = path.join(folder, "round-1.csv");
	await writeFile(
		file,
		"match_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds\n101,1001,11,9,1,1,1,0,0,0,0,0\n",
	);
	const { rows } = await app.database.pool.query(
		`INSERT INTO feed_payloads (season_id, source, kind, subject, body, sha256, received_at, season_at, verdict)
		VALUES (1, 'manual', 'match-stats', '102', '', sha256(''), now(), now(), 'quarantined') RETURNING id`,
	);
	const id = String(rows[0].id);
	for (const args of [
		["stats", "upload", file],
		["payload", "release", id],
		["payload", "dismiss", id],
		["player", "set", "1001", "--status", "injured"],
		["photos", "undo", "1"],
		["draft", "undo", "1", "1"],
		["draft", "correct", "1", "--move", "1001:none"],
		["draft", "remove-manager", "1", "2"],
		["draft", "delete", "1"],
	])
		expect([args, await runFb([...args, "--reason", "a late change"])]).toEqual([
			args,
			{ code: 1, out: "", err: "That season is closed and read-only\n" },
		]);
	const { rows: counts } = await app.database.pool.query(
		`SELECT (SELECT count(*)::int FROM feed_payloads) AS payloads, (SELECT count(*)::int FROM stat_reviews) AS reviews,
			(SELECT count(*)::int FROM audit) AS entries`,
	);
	expect(counts).toEqual([{ payloads: 1, reviews: 0, entries: 0 }]);
});
