import { type BrowserContext, expect, type Page } from "@playwright/test";

/** Opens the team in a new tab in which no script runs, so that only what the service worker has sent is shown. */
export async function openWithoutScripts(context: BrowserContext): Promise<Page> {
	const tab = await context.newPage();
	const devtools = await context.newCDPSession(tab);
	await devtools.send("Emulation.setScriptExecutionDisabled", { value: true });
	await tab.goto("/team");
	return tab;
}

/** Waits until the page of the team is kept for the next visit. */
export const waitUntilKept = (page: Page) =>
	expect.poll(() => page.evaluate(async () => Boolean(await caches.match("/kept-page")))).toBe(true);
