import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { OutdatedError } from "../../upgrade/load-chunk.ts";
import { BrokenScreen } from "./boundary.tsx";

const show = (error: Error) => renderAt("/rankings", <BrokenScreen error={error} onRetry={() => undefined} />);

describe("a page whose files cannot be loaded", () => {
	test("says that there is a new version if the server has one", () => {
		show(new OutdatedError());
		expect(screen.getByRole("heading", { name: "There is a new version" })).toBeDefined();
		expect(screen.getByRole("button", { name: "Reload" })).toBeDefined();
	});

	test("says that it is not available offline without a server", () => {
		show(new TypeError("Failed to fetch dynamically imported module: http://localhost/assets/rankings-1.js"));
		expect(screen.getByRole("heading", { name: "Not available offline" })).toBeDefined();
		expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
		expect(screen.queryByText("There is a new version")).toBeNull();
	});
});

test("a page that throws another error says so", () => {
	show(new Error("undefined is not a function"));
	expect(screen.getByRole("heading", { name: "This page broke" })).toBeDefined();
});
