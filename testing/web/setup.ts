import { act, cleanup, configure, prettyDOM } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { listStoredKeys, writeStorage } from "../../apps/web/app/session/browser-storage.ts";
import { setSessionFlags } from "../../apps/web/app/session/session-flags.ts";
import { dismissProblem } from "../../apps/web/components/error-modal/problem-store.ts";
import { queue as toasts } from "../../apps/web/components/toast/toasts.tsx";
import { newVersionNotice } from "../../apps/web/upgrade/load-chunk.ts";
import { fakeServer } from "./fake-api.ts";

// Vitest's setup file of the web project. Test files share their modules, so module state is reset after each test.

/** jsdom has no ResizeObserver. */
class FakeResizeObserver {
	observe() {}
	unobserve() {}
	disconnect() {}
}
globalThis.ResizeObserver = FakeResizeObserver;
/** jsdom has no media queries either; a test that needs one to match stubs its own. */
const NO_MATCH = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
globalThis.matchMedia = () => NO_MATCH as unknown as MediaQueryList;

/** Nor a canvas, without which uPlot fails when the next frame is drawn, perhaps in another test. */
vi.mock("../../apps/web/components/chart/plot.tsx", () => ({ Plot: () => null }));

/** Nor does it scroll. */
HTMLElement.prototype.scrollIntoView = () => undefined;

/** Node has one, through which pages of different tests would hear one another. A test of several tabs stubs its own. */
Object.defineProperty(globalThis, "BroadcastChannel", { value: undefined, configurable: true, writable: true });

/** `findBy…` fails many times before it succeeds. Formatting the page is slow, so it is done only if the message is read. */
function createElementError(message: string | null, container: Element): Error {
	const error = new Error();
	Error.captureStackTrace(error, createElementError);
	error.name = "TestingLibraryElementError";
	const get = () => [message, prettyDOM(container)].filter(Boolean).join("\n\n");
	return Object.defineProperty(error, "message", { get, configurable: true });
}

configure({
	// Long enough for a busy machine; the same as for `expect.poll` in vitest.config.ts.
	asyncUtilTimeout: 20_000,
	getElementError: createElementError,
});

/**
 * jsdom draws all frames by one interval, which it makes when a frame is first requested. Made while a test has fake timers, it would
 * never fire again, so a frame is always requested.
 */
const { requestAnimationFrame: requestFrame, cancelAnimationFrame: cancelFrame } = window;
let requestedFrame = 0;
function keepDrawing() {
	requestedFrame = requestFrame(keepDrawing);
}
beforeAll(keepDrawing);
afterAll(() => cancelFrame(requestedFrame));

// An unexpected request logs an error, which fails the test (tools/test-run/quiet-console.ts).
beforeAll(() => fakeServer.listen({ onUnhandledFrame: "error" }));

beforeEach(() => {
	// writeStorage also clears the values kept in memory when a test's storage refuses writes.
	for (const area of ["local", "session"] as const)
		for (const key of listStoredKeys(area)) writeStorage(area, key, null);
	setSessionFlags({ wasLoggedOut: false, hasJustRecovered: false });
});

afterEach(() => {
	cleanup();
	document.body.replaceChildren();
	dismissProblem();
	act(() => newVersionNotice.set(false));
	act(() => toasts.clear());
	vi.useRealTimers();
	fakeServer.resetHandlers();
});

afterAll(() => fakeServer.close());
