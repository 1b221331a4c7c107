import { vi } from "vitest";

/** Long enough for a busy machine. Tests wait for a state, never for a fixed time. */
const TIMEOUT_MS = 20_000;

/** Repeats a check until it stops throwing. */
export const waitFor = <T>(check: () => T | Promise<T>, timeout = TIMEOUT_MS): Promise<T> =>
	vi.waitFor(check, { timeout });
