import { listAudit } from "@first-bounce/contract/operator/audit";
import { setClock } from "@first-bounce/contract/operator/season";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { runFb } from "../../../../../testing/server/run-fb.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";

const demo = {
	isOffered: () => true,
	managerId: async () => null,
	getDraftLeague: async () => null,
	playRound: async () => undefined,
};
let app: TestApp;
let client: Client;
beforeAll(async () => {
	app = await createTestApp({ demo });
	await app.database.pool.query("UPDATE seasons SET is_demo = true, data_version = data_version + 1");
	await app.seasons.refresh();
	({ client } = await createTestOperator(app));
});
afterAll(() => app.close());

test("the demo clock's changes are audited with the previous clock", async () => {
	const at = new Date(FIRST_BOUNCE - HOUR).toISOString();
	expect(await client(setClock, { body: { action: "set", at } })).toMatchObject({ seasonTime: at });
	expect(await client(setClock, { body: { action: "speed", speed: 600 } })).toMatchObject({ speed: 600 });
	const afterJump = await client(setClock, { body: { action: "next" } });
	expect(Date.parse(afterJump.seasonTime)).toBe(FIRST_BOUNCE - 20_000);
	expect(await client(setClock, { body: { action: "play" } })).toMatchObject({ playingRoundId: 1 });
	const { entries } = await client(listAudit, { query: { search: "clock-turned" } });
	expect(entries.map(({ after }) => (after as { action: string }).action)).toEqual(["play", "next", "speed", "set"]);
	expect(entries[0]?.before).toMatchObject({ wallTime: expect.any(String) });
});

test("changes by fb are audited too", async () => {
	vi.stubEnv("DATABASE_URL", app.database.url);
	const lastId = (await client(listAudit, { query: {} })).entries[0]?.id ?? 0;
	for (const args of [["play", "--speed", "60"], ["next"], ["show"]])
		expect((await runFb(["clock", ...args])).code).toBe(0);
	vi.unstubAllEnvs();
	const { entries } = await client(listAudit, { query: {} });
	expect(
		entries.filter(({ id }) => id > lastId).map(({ actor, subject, after }) => ({ actor, subject, after })),
	).toEqual([
		{ actor: "command line", subject: "season:1", after: { action: "next" } },
		{ actor: "command line", subject: "season:1", after: { action: "speed", speed: 60 } },
	]);
});

test("the demo clock cannot go back before a started match", async () => {
	await app.database.pool.query("UPDATE matches SET status = 'complete' WHERE id = 101");
	const before = (await client(listAudit, { query: {} })).entries[0]?.id;
	const at = new Date(FIRST_BOUNCE - 2 * DAY).toISOString();
	const refused = await getApiFailure(client(setClock, { body: { action: "set", at } }));
	expect([refused.status, refused.code]).toEqual([409, "clock-refused"]);
	expect((await client(listAudit, { query: {} })).entries[0]?.id).toBe(before);
});
