import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser, type Visit, visit } from "./browser.ts";
import { startDemoServer } from "./demo-server.ts";
import { type RunningServer, startServer } from "./server.ts";

export interface Stage {
	readonly browser: Browser;
	readonly server: RunningServer;
	/** A visitor with an empty profile, in a window of the given size. */
	readonly visit: (size: Parameters<typeof visit>[2], options?: Parameters<typeof visit>[3]) => Promise<Visit>;
}

interface StageOptions {
	/** Starts the product on an empty data folder, as a new installation does, instead of a copy of the demo. */
	readonly isNewInstallation?: boolean;
}

/** A browser and the product for the journeys around it: both stand before the first and are gone after the last. */
export function setStage({ isNewInstallation = false }: StageOptions = {}): Stage {
	let standing: { readonly browser: Browser; readonly server: RunningServer } | null = null;
	const now = () => {
		if (!standing) throw new Error("The stage stands once a journey begins.");
		return standing;
	};
	beforeAll(async () => {
		const [browser, server] = await Promise.all([openBrowser(), isNewInstallation ? startServer() : startDemoServer()]);
		standing = { browser, server };
	});
	afterAll(async () => {
		await standing?.browser.close();
		await standing?.server.stop();
	});
	return {
		get browser() {
			return now().browser;
		},
		get server() {
			return now().server;
		},
		visit: (size, wishes) => visit(now().browser, now().server.url, size, wishes),
	};
}
