import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createBrowserRouter, Link, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { useFilter, useFilterStore } from "./use-filter-store.ts";

const Pool = () => {
	const filters = useFilterStore();
	const sort = useFilter(filters, (filter) => filter.sort);
	return (
		<>
			<p>Sorted by {sort}</p>
			<button type="button" onClick={() => filters.change({ sort: "priceAsc" })}>
				Cheapest first
			</button>
			<Link to="/team?open=pool">Players</Link>
		</>
	);
};

beforeEach(() => {
	history.replaceState(null, "", "/team?sort=name");
	const router = createBrowserRouter([{ path: "/team", Component: Pool }]);
	render(<RouterProvider router={router} />);
});
const sortInAddress = () => new URLSearchParams(location.search).get("sort");
const press = (name: string) => fireEvent.click(screen.getByText(name));

test("a filter is read from and written to the URL", async () => {
	await screen.findByText("Sorted by name");
	press("Cheapest first");
	await screen.findByText("Sorted by priceAsc");
	await waitFor(() => expect(sortInAddress()).toBe("priceAsc"));
});

test("the pool keeps its order when reopened or closed by Back", async () => {
	await screen.findByText("Sorted by name");
	press("Players");
	await waitFor(() => expect(location.search).toContain("open=pool"));
	press("Cheapest first");
	await waitFor(() => expect(sortInAddress()).toBe("priceAsc"));
	press("Players");
	await waitFor(() => expect(location.search).toBe("?open=pool"));
	await waitFor(() => expect(location.search).toBe("?open=pool&sort=priceAsc"));
	expect(screen.getByText("Sorted by priceAsc")).toBeDefined();
	act(() => history.go(-2));
	await waitFor(() => expect(location.search).not.toContain("open"));
	await waitFor(() => expect(sortInAddress()).toBe("priceAsc"));
	expect(screen.getByText("Sorted by priceAsc")).toBeDefined();
});
