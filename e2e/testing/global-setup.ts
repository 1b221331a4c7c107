import { DEMO_SEED, ensureDemo } from "../../apps/server/features/demo/ensure-demo.ts";
import { createTestTemplate } from "../../apps/server/testing/database.ts";
import { requireChromium } from "./browser.ts";

/** Plays the demo's rounds once: each journey's server gets a copy of this database. Playwright calls the result at the end. */
export default async function setUp(): Promise<() => Promise<void>> {
	requireChromium();
	const template = await createTestTemplate(async (connection) => {
		await ensureDemo(connection, { now: Date.now(), seed: DEMO_SEED });
	});
	process.env.DEMO_TEMPLATE = template.name;
	return template.close;
}
