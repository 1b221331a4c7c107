import { afterEach, describe, expect, test, vi } from "vitest";
import { blockStorage, fillStorage } from "../../../../testing/web/blocked-storage.ts";
import { readStorage, readStoredJson, writeStorage } from "./browser-storage.ts";

afterEach(() => {
	vi.restoreAllMocks();
	writeStorage("local", "colour", null);
});

test("a value is stored, and removed by null", () => {
	expect(writeStorage("local", "colour", "green")).toBe(true);
	expect([localStorage.getItem("colour"), readStorage("local", "colour")]).toEqual(["green", "green"]);
	writeStorage("local", "colour", null);
	expect([localStorage.getItem("colour"), readStorage("local", "colour")]).toEqual([null, null]);
});

describe.each([
	["blocked", blockStorage],
	["full", fillStorage],
])("%s storage", (_, breakStorage) => {
	test("keeps the latest value until the page is closed", () => {
		writeStorage("local", "colour", "green");
		breakStorage();
		expect(writeStorage("local", "colour", "gold")).toBe(false);
		expect(readStorage("local", "colour")).toBe("gold");
		writeStorage("local", "colour", null);
		expect(readStorage("local", "colour")).toBeNull();
		expect(readStorage("session", "colour")).toBeNull();
	});
});

test("a value that can be stored again is read from storage", () => {
	fillStorage();
	writeStorage("local", "colour", "gold");
	vi.restoreAllMocks();
	writeStorage("local", "colour", "blue");
	localStorage.setItem("colour", "green");
	expect(readStorage("local", "colour")).toBe("green");
});

test("stored JSON is parsed, and anything else counts as missing", () => {
	writeStorage("local", "colour", '{"name":"green"}');
	expect(readStoredJson("local", "colour")).toEqual({ name: "green" });
	writeStorage("local", "colour", "{");
	expect(readStoredJson("local", "colour")).toBeNull();
	expect(readStoredJson("local", "number")).toBeNull();
});
