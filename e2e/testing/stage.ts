import { type Browser, test } from "@playwright/test";
import { type BrowserSession, visit } from "./browser.ts";
import { startDemoServer } from "./demo-server.ts";
import type { RunningServer } from "./server.ts";

export interface Stage {
	readonly browser: Browser;
	readonly server: RunningServer;
	/** A visitor with an empty profile, in a window of the given size. */
	readonly visit: (size: Parameters<typeof visit>[2], options?: Parameters<typeof visit>[3]) => Promise<BrowserSession>;
}

/** Starts a server before the first journey of a file and stops it after the last: one with the demo unless told otherwise. */
export function setStage(start: () => Promise<RunningServer> = startDemoServer): Stage {
	let current: { readonly browser: Browser; readonly server: RunningServer } | null = null;
	const getCurrent = () => {
		if (!current) throw new Error("The server starts before the first journey.");
		return current;
	};
	test.beforeAll(async ({ browser }) => {
		current = { browser, server: await start() };
	});
	test.afterAll(async ({ browser }) => {
		// The browser stays open for the worker's next file, its pages do not.
		for (const context of browser.contexts()) await context.close();
		await current?.server.stop();
	});
	return {
		get browser() {
			return getCurrent().browser;
		},
		get server() {
			return getCurrent().server;
		},
		visit: (size, options) => visit(getCurrent().browser, getCurrent().server.url, size, options),
	};
}
