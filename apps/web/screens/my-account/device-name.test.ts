import { describe, expect, test } from "vitest";
import { parseDeviceName } from "./device-name.ts";

describe("the name of a device", () => {
	test.each([
		[
			"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
			"Safari · iPhone",
		],
		[
			"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
			"Chrome · Android",
		],
		[
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
			"Edge · Windows",
		],
		["curl/8.10.1", ""],
	])("is read from %s", (userAgent, name) => {
		expect(parseDeviceName(userAgent)).toBe(name);
	});
});
