import { vi } from "vitest";

/** Longer than other tests wait, because a fault may come while everything starts again after the one before it. */
const TIMEOUT_MS = 60_000;

/** Repeats a check until it stops throwing. */
export const waitForState = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: TIMEOUT_MS });
