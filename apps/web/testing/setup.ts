import { act, cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { setSessionFlags } from "../app/session/session-flags.ts";
import { dismissProblem } from "../components/error-modal/problem-store.ts";
import { queue as toasts } from "../components/toast/toasts.tsx";
import { fakeServer } from "./fake-api.ts";

// Vitest's setup file of the web project. Test files share their modules, so each test clears what they keep.

/** How long a condition may take to come true on a busy machine, as of `expect.poll` (vitest.config.ts). */
configure({ asyncUtilTimeout: 20_000 });

// Its error is printed to the console, which fails the test (tools/test-run/quiet-console.ts).
beforeAll(() => fakeServer.listen({ onUnhandledFrame: "error" }));

beforeEach(() => {
	localStorage.clear();
	sessionStorage.clear();
	setSessionFlags({ wasLoggedOut: false, isNowRecovered: false });
});

afterEach(() => {
	cleanup();
	dismissProblem();
	act(() => toasts.clear());
	vi.useRealTimers();
	fakeServer.resetHandlers();
});

afterAll(() => fakeServer.close());
