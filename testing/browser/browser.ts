import { existsSync } from "node:fs";
import type { CallDefinition } from "@first-bounce/contract/call";
import { type Browser, type BrowserContext, chromium, type Page, type Response } from "@playwright/test";
import { checkReply, findCall } from "../openapi/check-reply.ts";
import { listCalls } from "../openapi/operation-access.ts";

/** Chromium for the browser tests: Debian's, unless CHROMIUM names another. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Chromium without its windows: it loads a page in half the time, but has no notifications. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
/**
 * Chromium obeys only its last --disable-features, so Playwright's own (`disabledFeatures` in playwright-core) are repeated.
 * The first four avoid extra processes: those that each window starts for address-bar pop-ups, a spare renderer, and one for each
 * frame of an ad.
 */
const DISABLED_FEATURES = [
	"WebUIOmniboxPopup",
	"WebUIOmniboxAimPopup",
	"SpareRendererForSitePerProcess",
	"IsolateSandboxedIframes",
	"AvoidUnnecessaryBeforeUnloadCheckSync",
	"DestroyProfileOnBrowserClose",
	"HttpsUpgrades",
	"LensOverlay",
	"HttpsFirstBalancedModeAutoEnable",
	"MediaRouter",
	"PaintHolding",
	"ThirdPartyStoragePartitioning",
	"AvoidCorsURLLoaderRestartOnRedirect",
	"TcpPortRandomizationWin",
	"OptimizationHints",
	"NetworkTimeServiceQuerying",
	"AimEnabled",
	"PreconnectToSearch",
];
export const LAUNCH_OPTIONS = {
	executablePath: CHROMIUM,
	args: [
		"--no-sandbox",
		"--disable-background-networking",
		"--disable-component-update",
		"--disable-sync",
		`--disable-features=${DISABLED_FEATURES.join(",")}`,
	],
};
/**
 * For the browser tests that a browser without windows can run. V8's optimising compilers are off, because they take a sixth of
 * the browser's processor time and most pages close before that pays off.
 */
export const HEADLESS_LAUNCH_OPTIONS = {
	...LAUNCH_OPTIONS,
	executablePath: process.env.CHROMIUM === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM,
	args: [...LAUNCH_OPTIONS.args, "--js-flags=--no-opt --no-maglev --max-lazy"],
};

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

/** Throws if there is no Chromium, because a browser test is never skipped. */
export function requireChromium(): void {
	if (!existsSync(CHROMIUM))
		throw new Error(`Chromium not found at ${CHROMIUM}: install it, or set CHROMIUM to its path.`);
}

/** Starts Chromium for a benchmark or a soak test; browser tests get theirs from Playwright. */
export function openBrowser(): Promise<Browser> {
	requireChromium();
	return chromium.launch(LAUNCH_OPTIONS);
}

/** A page in a browser context of its own. */
export interface BrowserSession {
	readonly page: Page;
	/**
	 * Console errors and exceptions of the page, responses with a status of 500 or above, and replies of the API that are
	 * not as its contract defines them.
	 */
	readonly errors: readonly string[];
	readonly close: () => Promise<void>;
}

/** What is wrong with a reply of the API; nothing for other responses, and if the page was left before its body arrived. */
async function findReplyProblem(calls: readonly CallDefinition[], response: Response): Promise<readonly string[]> {
	const { pathname } = new URL(response.url());
	const call = findCall(calls, { method: response.request().method(), pathname });
	const body = call ? await response.json().catch(() => null) : null;
	if (!call || body === null) return [];
	try {
		checkReply(call, body.success);
		return [];
	} catch (error) {
		return [String(error)];
	}
}

/** Opens a page with an empty profile in a window of the given size. */
export async function openSession(
	browser: Browser,
	baseURL: string,
	size: { width: number; height: number },
	options: {
		touch?: boolean;
		dark?: boolean;
		hasServiceWorker?: boolean;
		/** The cookies and storage of an earlier session. */
		storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>;
	} = {},
): Promise<BrowserSession> {
	const context = await browser.newContext({
		baseURL,
		...(options.storageState && { storageState: options.storageState }),
		viewport: size,
		hasTouch: options.touch ?? false,
		colorScheme: options.dark ? "dark" : "light",
		reducedMotion: "reduce",
		// Playwright cannot intercept the requests of a service worker.
		serviceWorkers: options.hasServiceWorker ? "allow" : "block",
	});
	const page = await context.newPage();
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(`exception: ${error.message}`));
	page.on("console", (message) => {
		if (message.type() === "error" && !/status of 4\d\d/.test(message.text()))
			errors.push(`console: ${message.text()}`);
	});
	const calls = await listCalls();
	page.on("response", (response) => {
		if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`);
		else if (response.status() === 200)
			void findReplyProblem(calls, response).then((problem) => errors.push(...problem));
	});
	return { page, errors, close: () => context.close() };
}
