import { type Browser, test } from "@playwright/test";
import { type BrowserSession, openSession } from "./browser.ts";
import { type DemoServer, startDemoServer } from "./demo-server.ts";
import type { RunningServer } from "./server.ts";

export interface ServerFixture<Server extends RunningServer = RunningServer> {
	readonly browser: Browser;
	readonly server: Server;
	/** Opens a page with an empty profile in a window of the given size. */
	readonly openSession: (
		size: Parameters<typeof openSession>[2],
		options?: Parameters<typeof openSession>[3],
	) => Promise<BrowserSession>;
}

/** Starts a server before the first test of a file, by default with the demo, and stops it after the last. */
export function setUpServer(): ServerFixture<DemoServer>;
export function setUpServer<Server extends RunningServer>(start: () => Promise<Server>): ServerFixture<Server>;
export function setUpServer(start: () => Promise<RunningServer> = startDemoServer): ServerFixture {
	let current: { readonly browser: Browser; readonly server: RunningServer } | null = null;
	const getCurrent = () => {
		if (!current) throw new Error("The server is only available in tests.");
		return current;
	};
	test.beforeAll(async ({ browser }) => {
		current = { browser, server: await start() };
	});
	test.afterAll(async ({ browser }) => {
		// The worker's next file uses the same browser.
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
		openSession: (size, options) => openSession(getCurrent().browser, getCurrent().server.url, size, options),
	};
}
