import { cleanup, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderAt } from "../../testing/render-at.tsx";
import { BrokenScreen } from "./broken-screen.tsx";

const MISSING_FILE = new TypeError(
	"Failed to fetch dynamically imported module: http://localhost/assets/rankings-1.js",
);

const show = (error: Error, fetchHealth: () => Promise<Response>) => {
	vi.stubGlobal("fetch", fetchHealth);
	renderAt("/rankings", <BrokenScreen error={error} onRetry={() => undefined} />);
};

describe("a page whose files cannot be loaded", () => {
	test.each([
		["script", MISSING_FILE],
		["style sheet", new Error("Unable to preload CSS for /assets/rankings-1.css")],
	])("says that there is a new version if the server answers and a %s is gone", async (_, error) => {
		show(error, async () => new Response("{}"));
		expect(await screen.findByRole("heading", { name: "There is a new version" })).toBeDefined();
		expect(screen.getByRole("button", { name: "Reload" })).toBeDefined();
	});

	test("says that it is not available offline if the server cannot be reached, or a proxy answers for it", async () => {
		for (const fetchHealth of [
			() => Promise.reject(new TypeError("Failed to fetch")),
			async () => new Response("Bad gateway", { status: 502 }),
		]) {
			show(MISSING_FILE, fetchHealth);
			expect(await screen.findByRole("heading", { name: "Not available offline" })).toBeDefined();
			expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
			expect(screen.queryByText("There is a new version")).toBeNull();
			cleanup();
		}
	});
});

test("a page that throws another error says so at once, without a request to the server", () => {
	const fetchHealth = vi.fn();
	show(new Error("undefined is not a function"), fetchHealth);
	expect(screen.getByRole("heading", { name: "This page broke" })).toBeDefined();
	expect(fetchHealth).not.toHaveBeenCalled();
});
