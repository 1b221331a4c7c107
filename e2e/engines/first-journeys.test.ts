import { test } from "@playwright/test";
import { PHONE } from "../../testing/browser/browser.ts";
import { listTriedEngines } from "../../testing/browser/engines/engines.ts";
import {
	chatInLeague,
	type EngineSession,
	followMatch,
	giveTeam,
	goOffline,
	playDemo,
	startSession,
	swapPlayers,
} from "../../testing/browser/engines/journeys.ts";

for (const engine of listTriedEngines())
	test.describe(engine.name, () => {
		test.describe.configure({ mode: "serial" });
		let session: EngineSession;
		test.beforeAll(async () => {
			session = await startSession(engine.name, PHONE);
		});
		test.afterAll(() => session?.close());

		test("a visitor plays the demo [D2.9.650]", () => playDemo(session));
		test("a manager swaps two players [D2.9.650]", async () => {
			await giveTeam(session);
			await swapPlayers(session);
		});
		test("two managers chat in a league [D2.9.650]", () => chatInLeague(session));
		test("an open team follows a match [D2.9.650]", () => followMatch(session));
		test("a team opens while the server is down [D2.9.650]", () => goOffline(session));
	});
