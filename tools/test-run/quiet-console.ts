import { afterEach, beforeEach, expect } from "vitest";

const METHODS = ["log", "info", "warn", "error", "debug"] as const;
const noise: string[] = [];

/** Noise is failure: whatever a test lets onto the console fails it. */
beforeEach(() => {
	noise.length = 0;
	for (const method of METHODS)
		console[method] = (...parts: unknown[]) => {
			noise.push(`console.${method}: ${parts.map(String).join(" ")}`);
		};
});

afterEach(() => {
	expect(noise).toEqual([]);
});
