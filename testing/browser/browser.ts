import { existsSync } from "node:fs";
import type { CallDefinition } from "@first-bounce/contract/call";
import { type Browser, type BrowserContext, chromium, type Page, type Response } from "@playwright/test";
import { checkReply, findCall } from "../openapi/check-reply.ts";
import { listCalls } from "../openapi/list-calls.ts";

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
/** Pages of a context share a process, which takes a twelfth less processor time than a process for each. */
export const SHARED_PROCESS = "--process-per-site";
/**
 * For the browser tests that a browser without windows can run. V8's optimising compilers are off, because they take a sixth of
 * the browser's processor time and most pages close before that pays off.
 */
export const HEADLESS_LAUNCH_OPTIONS = {
	...LAUNCH_OPTIONS,
	executablePath: process.env.CHROMIUM === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM,
	args: [...LAUNCH_OPTIONS.args, SHARED_PROCESS, "--js-flags=--no-opt --no-maglev --max-lazy"],
};

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

/** Throws if there is no Chromium, because a browser test is never skipped. */
export function requireChromium(): void {
	if (!existsSync(CHROMIUM))
		throw new Error(`Chromium not found at ${CHROMIUM}: install it, or set CHROMIUM to its path.`);
}

/** Starts Chromium for a benchmark, a soak test or a tool; browser tests get theirs from Playwright. */
export function openBrowser(...args: readonly string[]): Promise<Browser> {
	requireChromium();
	return chromium.launch({ ...LAUNCH_OPTIONS, args: [...LAUNCH_OPTIONS.args, ...args] });
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
	// A refusal that the page asked to get with status 200.
	if (!call || body === null || body.errors.length > 0) return [];
	try {
		checkReply(call, body.success);
		return [];
	} catch (error) {
		return [String(error)];
	}
}

interface SessionOptions {
	touch?: boolean;
	dark?: boolean;
	hasServiceWorker?: boolean;
	/** An IANA time zone; UTC by default. */
	timeZone?: string;
	/** How far the device's clock is ahead of the right time. */
	clockAheadMs?: number;
	/** The cookies and storage of an earlier session. */
	storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>;
}

/** Contexts whose sessions are closed, by browser, address and options. */
const closedSessions = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/**
 * Opens a page in a context that an earlier session has left, without its cookies and storage. It keeps the files that the
 * browser has cached, which a new context would load from the server and compile again. Null if there is no such context.
 */
async function reuseContext(browser: Browser, key: string, origin: string): Promise<Page | null> {
	const context = closedSessions.get(browser)?.get(key)?.pop();
	if (!context) return null;
	// The end of a file closes all contexts.
	if (!browser.contexts().includes(context)) return reuseContext(browser, key, origin);
	const page = await context.newPage();
	const devtools = await context.newCDPSession(page);
	await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
	await devtools.detach();
	await context.clearCookies();
	await context.clearPermissions();
	await context.setOffline(false);
	return page;
}

/** Opens a page with an empty profile in a window of the given size. */
export async function openSession(
	browser: Browser,
	baseURL: string,
	size: { width: number; height: number },
	options: SessionOptions = {},
): Promise<BrowserSession> {
	const isReusable = !options.hasServiceWorker && !options.storageState;
	const key = JSON.stringify([baseURL, size, options]);
	const reused = isReusable ? await reuseContext(browser, key, new URL(baseURL).origin) : null;
	const page = reused ?? (await (await createContext(browser, baseURL, size, options)).newPage());
	const context = page.context();
	const errors = await collectErrors(page);
	const close = async () => {
		if (!isReusable) return context.close();
		for (const open of context.pages()) await open.close();
		const contexts = closedSessions.get(browser) ?? new Map<string, BrowserContext[]>();
		contexts.set(key, [...(contexts.get(key) ?? []), context]);
		closedSessions.set(browser, contexts);
	};
	return { page, errors, close };
}

/** Lets the pages of a context believe that it is later than it is. */
const setClockAhead = (context: BrowserContext, aheadMs: number) =>
	context.addInitScript((ms) => {
		const RightDate = Date;
		const getTime = () => RightDate.now() + ms;
		globalThis.Date = new Proxy(RightDate, {
			construct: (target, args, newTarget) =>
				Reflect.construct(target, args.length === 0 ? [getTime()] : args, newTarget),
			get: (target, key) => (key === "now" ? getTime : Reflect.get(target, key)),
		});
	}, aheadMs);

async function createContext(
	browser: Browser,
	baseURL: string,
	size: { width: number; height: number },
	{
		touch = false,
		dark = false,
		hasServiceWorker = false,
		timeZone = "UTC",
		clockAheadMs = 0,
		storageState,
	}: SessionOptions,
): Promise<BrowserContext> {
	const context = await browser.newContext({
		baseURL,
		...(storageState && { storageState }),
		timezoneId: timeZone,
		viewport: size,
		hasTouch: touch,
		colorScheme: dark ? "dark" : "light",
		reducedMotion: "reduce",
		// Playwright cannot intercept the requests of a service worker.
		serviceWorkers: hasServiceWorker ? "allow" : "block",
	});
	if (clockAheadMs !== 0) await setClockAhead(context, clockAheadMs);
	return context;
}

/** Collects what `BrowserSession` calls the page's errors, from now on. */
async function collectErrors(page: Page): Promise<readonly string[]> {
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
	return errors;
}
