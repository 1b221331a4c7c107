import { test } from "@playwright/test";
import { draftAnEvening } from "../testing/browser/draft-evening.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";

test.describe("a draft on twelve devices", () => {
	const fixture = setUpServer();

	test("ends with the same squads on phones and desktops [D2.9.485]", async () => {
		test.setTimeout(900_000);
		await draftAnEvening(fixture, 12);
	});
});
