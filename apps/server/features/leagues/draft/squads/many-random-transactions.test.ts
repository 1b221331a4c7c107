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

/** Each season gets a fifth of the 10,000 transactions. Seeds that have found something stay in the list. */
const SEEDS = [1, 2, 3, 4, 5];

test.each(SEEDS)(
	"random transactions of seed %i keep everything in agreement",
	async (seed) => {
		const app = await createTestApp({}, { rounds: 6 });
		app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
		const room = await createDraftRoom(app, { settings: RANDOM_SETTINGS });
		await finishRoom(room);
		const outcomes = await sendRandomTransactions(room, { seed, count: 2_000, perStep: 60 });
		expect(countDone(outcomes)).toBeGreaterThan(300);
		await app.close();
	},
	1_200_000,
);
