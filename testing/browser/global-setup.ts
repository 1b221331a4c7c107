import { DEMO_SEED, ensureDemo } from "../../apps/server/features/demo/ensure-demo.ts";
import { createTestTemplate } from "../server/database.ts";
import { requireChromium } from "./browser.ts";

/** Creates the demo database that each test server copies. Playwright calls the returned function at the end. */
export default async function setUp(): Promise<() => Promise<void>> {
	requireChromium();
	const template = await createTestTemplate(async (connection) => {
		await ensureDemo(connection, { now: Date.now(), seed: DEMO_SEED });
	});
	process.env.DEMO_TEMPLATE = template.name;
	return template.close;
}
