import { vi } from "vitest";

/** Longer than in other tests, because a fault may occur while everything restarts after the previous one. */
const TIMEOUT_MS = 60_000;

/** Repeats a check until it stops throwing. */
export const waitForState = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: TIMEOUT_MS });
