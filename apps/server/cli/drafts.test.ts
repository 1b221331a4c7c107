import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { listTransactions } from "@first-bounce/contract/draft/waivers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../../testing/server/database.ts";
import { createDraftRoom } from "../../../testing/server/draft-leagues.ts";
import { runFb } from "../../../testing/server/run-fb.ts";
import { createTestApp, type TestApp } from "../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../features/seasons/current/season-version-queries.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
	app = await createTestApp();
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-drafts-"));
	vi.stubEnv("DATA_DIR", folder);
	vi.stubEnv("DATABASE_URL", app.database.url);
});
afterAll(async () => {
	vi.unstubAllEnvs();
	await app.close();
	await rm(folder, { recursive: true });
});

test("a league's squads are corrected, and a change undone, with a reason [D2.9.480]", async () => {
	const room = await createDraftRoom(app);
	for (let pick = 0; pick < 16; pick++) await room.pickNext();
	// The commands run by the real clock.
	await app.database.pool.query("UPDATE matches SET starts_at = starts_at + interval '100 years'");
	await incrementDataVersion(app.database.db, app.season.id);
	await app.seasons.refresh();
	const { id } = room;
	const list = async () => (await runFb(["draft", "squads", String(id)])).out.split("\n");
	const [team = ""] = (await list()).filter((line) => line.startsWith(`team\t${room.teamIds[1]}\t`));
	const playerId = team.split("\t")[2]?.split(" ")[0] ?? "";
	const move = ["--move", `${playerId}:none`];
	expect((await runFb(["draft", "correct", String(id), ...move])).code).not.toBe(0);
	const corrected = await runFb(["draft", "correct", String(id), ...move, "--reason", "Entered wrongly"]);
	const [, changeId = ""] = /^Squads are corrected by change (\d+)\.\n$/.exec(corrected.out) ?? [];
	expect([corrected.err, corrected.code]).toEqual(["", 0]);
	expect((await list()).find((line) => line.startsWith("change"))).toMatch(
		new RegExp(`^change\t${changeId}\tcorrection\t\\S+\t-\t${playerId} .*: ${room.teamIds[1]} > none$`),
	);
	const undone = await runFb(["draft", "undo", String(id), changeId, "--reason", "It was right"]);
	expect(undone.out).toMatch(new RegExp(`^Change ${changeId} is undone by change \\d+\\.\n$`));
	const twice = await runFb(["draft", "undo", String(id), changeId, "--reason", "It was right"]);
	expect([twice.code === 0, twice.err]).toEqual([false, expect.stringContaining("It has been undone already")]);
	const { transactions } = (await room.managers[0]?.client(listTransactions, { params: { id }, query: {} })) ?? {
		transactions: [],
	};
	expect(transactions.map(({ kind, isOperator, person, reason }) => ({ kind, isOperator, person, reason }))).toEqual([
		{ kind: "undo", isOperator: true, person: null, reason: "It was right" },
		{ kind: "correction", isOperator: true, person: null, reason: "Entered wrongly" },
	]);
	const entries = await app.database.db
		.selectFrom("audit")
		.where("subject", "=", `draft-league:${id}`)
		.orderBy("id")
		.select(["action", "reason"])
		.execute();
	expect(entries).toEqual([
		{ action: "squads-corrected", reason: "Entered wrongly" },
		{ action: "squad-change-undone", reason: "It was right" },
	]);
});

test("an operator removes a manager and deletes a league after the draft [D2.9.626]", async () => {
	const room = await createDraftRoom(app);
	const { id } = room;
	const [ada, bea] = room.managers;
	const why = ["--reason", "Both asked for it"];
	const commissioner = await runFb(["draft", "remove-manager", String(id), String(ada?.userId), ...why]);
	expect(commissioner.code).not.toBe(0);
	const removed = await runFb(["draft", "remove-manager", String(id), String(bea?.userId), ...why]);
	expect(removed).toMatchObject({ code: 0, err: "", out: `User ${bea?.userId} is no longer in league ${id}.\n` });
	expect((await room.getBoard()).seats.filter(({ manager }) => manager === null)).toHaveLength(1);
	const deleted = await runFb(["draft", "delete", String(id), ...why]);
	expect(deleted).toMatchObject({ code: 0, err: "", out: `League ${id} is deleted.\n` });
	const entries = app.database.db.selectFrom("audit").where("subject", "=", `league:${id}`).orderBy("id");
	expect(await entries.select("action").execute()).toEqual([
		{ action: "league-member-removed" },
		{ action: "league-deleted" },
	]);
});

test("all drafts are listed, paused and resumed; a restore pauses them [D2.9.373]", async () => {
	const { id, getBoard } = await createDraftRoom(app);
	expect((await runFb(["draft", "list"])).out).toMatch(new RegExp(`^live\t${id}\tThe Draft Club\t20\\S+Z\n$`));
	expect((await runFb(["db", "status"])).out.split("\n")[2]).toBe(
		"1 draft is live: pause them before an upgrade: fb draft pause",
	);
	const backup = path.join(folder, "live.tar.gz");
	expect((await runFb(["backup", "--to", backup])).code).toBe(0);

	expect((await runFb(["draft", "pause", "--reason", "New disk"])).out).toBe("1 draft paused.\n");
	expect((await runFb(["draft", "list"])).out).toBe(`paused\t${id}\tThe Draft Club\toperator\n`);
	expect((await getBoard()).draftStatus).toBe("paused");
	expect((await runFb(["draft", "resume", "--reason", "It is in"])).out).toBe("1 draft resumed.\n");
	expect((await getBoard()).draftStatus).toBe("live");

	const other = await createTestDatabase();
	await other.pool.end();
	vi.stubEnv("DATABASE_URL", other.url);
	const restored = await runFb(["restore", backup]);
	expect(restored).toMatchObject({ code: 0, err: "" });
	expect(restored.out.split("\n")[1]).toBe("1 draft paused. Tell the managers, then: fb draft resume --reason TEXT");
	expect((await runFb(["draft", "list"])).out).toBe(`paused\t${id}\tThe Draft Club\trestore\n`);
	const replaced = await runFb(["restore", backup, "--replace"]);
	expect(replaced.code).toBe(0);
	expect(replaced.err).not.toContain("live");
	await runFb(["draft", "resume", "--reason", "Everybody is here"]);
	expect((await runFb(["restore", backup, "--replace"])).err).toContain(
		"1 draft is live: picks made after the backup are lost\n",
	);
	await other.close();
});
