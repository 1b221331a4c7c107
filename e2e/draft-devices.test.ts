import { test } from "@playwright/test";
import { DEVICES, draftAnEvening } from "../testing/browser/draft-evening.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";

test.describe("a draft on four devices", () => {
	const fixture = setUpServer();

	test("agrees offline, abroad, by keyboard and with a wrong clock [D2.9.485]", async () => {
		await draftAnEvening(fixture, DEVICES.length);
	});
});
