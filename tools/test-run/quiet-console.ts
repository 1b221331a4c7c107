import { afterEach, beforeEach, expect } from "vitest";

const METHODS = ["log", "info", "warn", "error", "debug"] as const;
const output: string[] = [];

/** A test that writes to the console fails. */
beforeEach(() => {
	output.length = 0;
	for (const method of METHODS)
		console[method] = (...parts: unknown[]) => {
			output.push(`console.${method}: ${parts.map(String).join(" ")}`);
		};
});

afterEach(() => {
	expect(output).toEqual([]);
});
