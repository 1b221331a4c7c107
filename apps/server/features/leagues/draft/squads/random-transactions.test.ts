import { expect, test } from "vitest";
import {
	countDone,
	RANDOM_SETTINGS,
	sendRandomTransactions,
} from "../../../../../../testing/draft/random-transactions.ts";
import { DAY, FIRST_BOUNCE } from "../../../../../../testing/season/small-season.ts";
import { createDraftRoom } from "../../../../../../testing/server/draft-leagues.ts";
import { finishRoom } from "../../../../../../testing/server/draft-waivers.ts";
import { createTestApp } from "../../../../../../testing/server/test-app.ts";

test("random transactions keep squads, log, line-ups and budgets in agreement [D2.9.412]", async () => {
	const app = await createTestApp();
	app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
	const room = await createDraftRoom(app, { settings: RANDOM_SETTINGS });
	await finishRoom(room);
	const outcomes = await sendRandomTransactions(room, { seed: 39, count: 120, perStep: 12 });
	expect(countDone(outcomes)).toBeGreaterThan(10);
	expect(outcomes.size).toBeGreaterThan(6);
	await app.close();
}, 120_000);
