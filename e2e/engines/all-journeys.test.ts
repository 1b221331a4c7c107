import { test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { listTriedEngines } from "../../testing/browser/engines/engines.ts";
import * as journeys from "../../testing/browser/engines/journeys.ts";

const SESSIONS = [{ name: "Chromium" }, ...listTriedEngines()].flatMap(({ name: engine }) => [
	{ engine, device: "phone", size: PHONE },
	{ engine, device: "desktop", size: DESKTOP },
]);

for (const { engine, device, size } of SESSIONS)
	test.describe(`${engine}, ${device}`, () => {
		test.describe.configure({ mode: "serial" });
		let session: journeys.EngineSession;
		test.beforeAll(async () => {
			session = await journeys.startSession(engine, size);
		});
		test.afterAll(() => session?.close());

		test("a visitor sees the home page [D2.9.650]", () => journeys.seeHome(session));
		test("a visitor plays the demo [D2.9.650]", () => journeys.playDemo(session));
		test("a manager builds a team [D2.9.650]", () => journeys.buildTeam(session));
		test("a manager swaps two players [D2.9.650]", () => journeys.swapPlayers(session));
		test("a manager finds a player in the pool [D2.9.650]", () => journeys.searchPool(session));
		test("two managers chat in a league [D2.9.650]", () => journeys.chatInLeague(session));
		test("a manager picks in a live draft [D2.9.650]", () => journeys.draftPlayer(session));
		test("a manager trades after a round [D2.9.650]", () => journeys.tradePlayer(session));
		test("an open team follows a match [D2.9.650]", () => journeys.followMatch(session));
		test("a team opens while the server is down [D2.9.650]", () => journeys.goOffline(session));
	});
