import { act, renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { usePoolPlace } from "./team-pool.tsx";

beforeEach(() => {
	const phone = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
	vi.stubGlobal("matchMedia", () => phone);
});

function renderPlace(search: string) {
	history.replaceState(null, "", "/rankings");
	history.pushState(null, "", `/team${search}`);
	const wrapper = ({ children }: { readonly children: ReactNode }) => createElement(BrowserRouter, null, children);
	return renderHook(usePoolPlace, { wrapper }).result;
}
const getAddress = () => `${location.pathname}${location.search}`;

test("closing the pool leaves no history entry behind", async () => {
	const place = renderPlace("?sort=name");
	act(() => place.current.open());
	expect(getAddress()).toBe("/team?sort=name&open=pool");
	act(() => {
		place.current.close();
		// A second press while going back.
		place.current.close();
	});
	await waitFor(() => expect([getAddress(), place.current.sheet.isOpen]).toEqual(["/team?sort=name", false]));
	history.back();
	await waitFor(() => expect(getAddress()).toBe("/rankings"));
});

test("closing a pool that the address opened shows the team", async () => {
	const place = renderPlace("?open=pool");
	act(() => place.current.close());
	await waitFor(() => expect([getAddress(), place.current.sheet.isOpen]).toEqual(["/team", false]));
});
