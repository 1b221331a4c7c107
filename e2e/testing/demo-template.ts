import type { TestProject } from "vitest/node";
import { DEMO_SEED, ensureDemo } from "../../apps/server/seasons/demo/ensure-demo.ts";
import { createTestTemplate } from "../../apps/server/testing/database.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** The database with the demo that each journey's server gets a copy of. */
		readonly demoTemplate: string;
	}
}

/** For vitest's globalSetup: plays the demo's rounds once for all journeys of a run. */
export async function setup({ provide }: Pick<TestProject, "provide">): Promise<() => Promise<void>> {
	const template = await createTestTemplate(async (connection) => {
		await ensureDemo(connection, { now: Date.now(), seed: DEMO_SEED });
	});
	provide("demoTemplate", template.name);
	return template.close;
}
