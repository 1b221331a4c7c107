import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadChunk, newVersionNotice, OutdatedError } from "./load-chunk.ts";
import { watchEntries } from "./unsaved-work.ts";

const reload = vi.fn();
const MISSING = new TypeError("Failed to fetch dynamically imported module: http://localhost/assets/dialog-1.js");

/** Opens a page of version 1, whose server has version `served`. */
function open(served: number | "unreachable" | "bad-gateway") {
	document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>';
	vi.stubGlobal("fetch", async () => {
		if (served === "unreachable") throw new TypeError("Failed to fetch");
		if (served === "bad-gateway") return new Response("Bad gateway", { status: 502 });
		return new Response(`<script type="module" crossorigin src="/assets/index-${served}.js"></script>`);
	});
}
/** What came of a failed load: the error, or `reloads` while the promise is pending. */
const load = (error: Error = MISSING, onOutdated?: "notify" | "screen") =>
	Promise.race([
		loadChunk(() => Promise.reject(error), onOutdated).catch((reason: unknown) => reason),
		vi
			.waitFor(() => expect(reload).toHaveBeenCalled(), 300)
			.then(
				() => "reloads",
				() => new Promise(() => undefined),
			),
	]);

beforeEach(() => {
	reload.mockClear();
	document.head.innerHTML = "";
	document.body.innerHTML = "";
	vi.stubGlobal("location", { ...location, reload });
	watchEntries();
});

test("a file that exists is loaded", async () => {
	expect(await loadChunk(async () => "the module")).toBe("the module");
});

describe("a file that an upgrade has removed", () => {
	test.each([
		["Chromium", "Failed to fetch dynamically imported module: http://localhost/assets/dialog-1.js"],
		["Firefox", "error loading dynamically imported module: http://localhost/assets/dialog-1.js"],
		["Safari", "Importing a module script failed."],
		["Safari, if a proxy sends a page", "'text/html' is not a valid JavaScript MIME type."],
		["a missing style sheet", "Unable to preload CSS for /assets/dialog-1.css"],
	])("reloads the page once: %s", async (_, message) => {
		open(2);
		expect(await load(new TypeError(message))).toBe("reloads");
		reload.mockClear();
		expect(await load(new TypeError(message))).toBeInstanceOf(OutdatedError);
		expect(reload).not.toHaveBeenCalled();
		expect(newVersionNotice.get()).toBe(true);
	});

	test("reloads the page again after a minute", async () => {
		open(2);
		sessionStorage.setItem("reloaded_at", String(Date.now() - 61_000));
		expect(await load()).toBe("reloads");
	});

	test.each([
		["an unsaved team", () => localStorage.setItem("team_draft:7", "{}")],
		["a message that is not sent", () => localStorage.setItem("chat_unsent:3:4", "[]")],
		["an open dialog", () => document.body.insertAdjacentHTML("beforeend", '<div role="dialog"></div>')],
		[
			"trades that are not confirmed",
			() => document.body.insertAdjacentHTML("beforeend", "<main data-unsaved></main>"),
		],
		[
			"a form in which the user has been",
			() => {
				document.body.innerHTML = "<form><input></form>";
				document.querySelector("input")?.focus();
			},
		],
		[
			"text in a field",
			() => {
				document.body.innerHTML = "<input>";
				const field = document.querySelector("input") as HTMLInputElement;
				field.value = "Call";
				field.dispatchEvent(new Event("input", { bubbles: true }));
			},
		],
	])("does not reload a page with %s", async (_, prepare) => {
		open(2);
		prepare();
		expect(await load()).toBeInstanceOf(OutdatedError);
		expect(reload).not.toHaveBeenCalled();
		expect(newVersionNotice.get()).toBe(true);
	});

	test("reloads a page whose form is closed again", async () => {
		open(2);
		document.body.innerHTML = "<form><input></form>";
		document.querySelector("input")?.focus();
		document.body.innerHTML = "";
		expect(await load()).toBe("reloads");
	});

	test("is no reason to reload while a message comes", async () => {
		open(2);
		expect(await load(MISSING, "notify")).toBeInstanceOf(OutdatedError);
		expect(reload).not.toHaveBeenCalled();
	});
});

test.each(["unreachable", "bad-gateway"] as const)(
	"the error of a file is kept if the server is %s",
	async (server) => {
		open(server);
		expect(await load()).toBe(MISSING);
		expect(reload).not.toHaveBeenCalled();
	},
);

test("a file missing in the server's own version is another error", async () => {
	open(1);
	expect(await load()).toMatchObject({ message: "The server lacks a file of its own version", cause: MISSING });
});

test("an error that the file throws is kept", async () => {
	open(2);
	const error = new TypeError("x is not a function");
	expect(await load(error)).toBe(error);
	expect(reload).not.toHaveBeenCalled();
});
