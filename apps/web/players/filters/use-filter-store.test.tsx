import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Suspense, use } from "react";
import { createBrowserRouter, Link, RouterProvider, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { useFilter, useFilterStore } from "./use-filter-store.ts";

/** What the next page waits for, as on a slow phone. */
let slowPage: Promise<void> | null = null;

const Pool = () => {
	const { state } = useLocation();
	if (state && slowPage) use(slowPage);
	const filters = useFilterStore();
	const sort = useFilter(filters, (filter) => filter.sort);
	return (
		<>
			<p>Sorted by {sort}</p>
			<button type="button" onClick={() => filters.change({ sort: "priceAsc" })}>
				Cheapest first
			</button>
			<Link to="/team?open=pool">Players</Link>
			<Link to="/team?open=pool" state={{ players: "all" }}>
				All players
			</Link>
			<p>State: {JSON.stringify(state)}</p>
		</>
	);
};

beforeEach(() => {
	history.replaceState(null, "", "/team?sort=name");
	const router = createBrowserRouter([{ path: "/team", Component: Pool }]);
	render(
		<Suspense>
			<RouterProvider router={router} />
		</Suspense>,
	);
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
	const { length } = history;
	press("Players");
	await waitFor(() => expect(history.length).toBe(length + 1));
	await waitFor(() => expect(location.search).toBe("?open=pool&sort=priceAsc"));
	expect(screen.getByText("Sorted by priceAsc")).toBeDefined();
	act(() => history.go(-2));
	await waitFor(() => expect(location.search).not.toContain("open"));
	await waitFor(() => expect(sortInAddress()).toBe("priceAsc"));
	expect(screen.getByText("Sorted by priceAsc")).toBeDefined();
});

test("writing the URL replaces no page that is not rendered yet", async () => {
	await screen.findByText("Sorted by name");
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const { promise, resolve } = Promise.withResolvers<void>();
	slowPage = promise;
	press("Cheapest first");
	await act(async () => press("All players"));
	await act(async () => vi.advanceTimersByTime(10_000));
	vi.useRealTimers();
	await act(async () => resolve());
	await screen.findByText('State: {"players":"all"}');
	await waitFor(() => expect(location.search).toBe("?open=pool&sort=priceAsc"));
});
