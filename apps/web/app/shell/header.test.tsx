import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { buildUser, renderAt } from "../../../../testing/web/render-at.tsx";
import { PreviewContext } from "../preview/preview.ts";
import { loadInvitation } from "../session/pending-invitation.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

type Viewer = Parameters<typeof Header>[0]["user"];

function renderHeader(user: Viewer, isPassed = true, at = "/rankings") {
	renderAt(
		at,
		<PreviewContext value={{ isPassed, onBrandPress: () => undefined }}>
			<Header user={user} />
			<Footer />
		</PreviewContext>,
	);
}

/** The links of a menu with their paths. */
const getMenu = (name = "Main menu") =>
	within(screen.getByRole("navigation", { name }))
		.getAllByRole("link")
		.map((link) => `${link.textContent} ${link.getAttribute("href")}`);

describe("the menu", () => {
	test("of an active user lists the areas in order, the account last (D1.2.43, D1.2.52, D2.6.06)", () => {
		renderHeader(buildUser());
		expect(getMenu().filter((entry) => !/(^My leagues| \/leagues\/)/.test(entry))).toEqual([
			"Manage Team /team",
			"Match Centre /match-centre",
			"Leagues /leagues",
			"Rankings /rankings",
			"Stats Centre /stats-centre",
			"Prizes /help/prizes",
			"Help /help",
			"My account /my-account",
		]);
	});

	test("lists the pages of Leagues (D1.2.44, D1.2.45, D1.2.46, D1.2.47)", () => {
		renderHeader(buildUser());
		const at = getMenu().indexOf("Leagues /leagues");
		expect(getMenu().slice(at, at + 4)).toEqual([
			"Leagues /leagues",
			"My leagues /leagues",
			"Create a league /leagues/create",
			"Join a league /leagues/join",
		]);
	});

	const others: [string, Viewer][] = [
		["a visitor", null],
		["an inactive account", buildUser({ isActive: false })],
	];
	test.each(others)("of %s has only Prizes and Help (D1.1.03, D1.2.54, D1.6.01)", (_, viewer) => {
		renderHeader(viewer);
		expect(getMenu()).toEqual(["Prizes /help/prizes", "Help /help"]);
		fireEvent.click(screen.getByRole("button", { name: "Menu" }));
		expect(getMenu("Menu").filter((entry) => / \//.test(entry))).toEqual(["Prizes /help/prizes", "Help /help"]);
	});
});

test("Sign in saves the invitation of the current page", () => {
	localStorage.clear();
	renderHeader(null, true, "/leagues/join/abc234?invite=token");
	fireEvent.click(screen.getByRole("link", { name: "Login" }));
	expect(loadInvitation()).toEqual({ code: "ABC234", invite: "token" });
	localStorage.clear();
});

test("menus, account and footer links are hidden before the gate (D1.2.65, D1.2.66, D1.2.67)", () => {
	renderHeader(buildUser(), false);
	expect(screen.queryAllByRole("navigation", { hidden: true })).toEqual([]);
	expect(screen.queryByRole("button", { name: "Menu", hidden: true })).toBeNull();
	expect(screen.queryByText(/^Account:/)).toBeNull();
	const hrefs = screen.getAllByRole("link", { hidden: true }).map((link) => link.getAttribute("href"));
	expect(hrefs.filter((href) => href?.startsWith("/") && href !== "/")).toEqual([]);

	renderHeader(buildUser());
	expect(screen.getAllByRole("navigation", { hidden: true })).toHaveLength(2);
	expect(screen.getByRole("button", { name: "Menu" })).toBeDefined();
	expect(screen.getByText("Account: Kit O'Brien")).toBeDefined();
	expect(screen.getByRole("link", { name: "Game guidelines" }).getAttribute("href")).toBe("/help/game-rules");
});

test("a signed-in user has an account menu instead of Sign in (D2.1.28)", () => {
	renderHeader(buildUser());
	const account = screen.getByText("Account: Kit O'Brien").closest("details");
	const links = [...(account?.querySelectorAll("a") ?? [])].map((link) => [
		link.textContent,
		link.getAttribute("href"),
	]);
	expect(links).toEqual([["My account", "/my-account"]]);
	expect(screen.queryByRole("link", { name: "Login", hidden: true })).toBeNull();
});

test("a visitor's menu has an icon", () => {
	renderHeader(null);
	expect(screen.getByText("More").closest("summary")?.querySelector("svg")).not.toBeNull();
});

describe.each([
	["account menu", () => screen.getByText("Account: Kit O'Brien").closest("summary") as HTMLElement],
	["phone menu", () => screen.getByRole("button", { name: "Menu" })],
])("the %s", (_, getTrigger) => {
	const toggle = async () => {
		// jsdom sends the event `toggle` of <details> a moment after the press.
		await act(async () => {
			getTrigger().click();
			await new Promise((resolve) => requestAnimationFrame(resolve));
		});
	};
	const getHost = () => getTrigger().parentElement as HTMLElement;
	const isOpen = () => (getHost() as HTMLDetailsElement).open ?? getTrigger().getAttribute("aria-expanded") === "true";

	test("is closed by Escape, which returns the focus to its button", async () => {
		renderHeader(buildUser());
		await toggle();
		expect(isOpen()).toBe(true);
		getHost().querySelector<HTMLElement>("a")?.focus();
		fireEvent.keyDown(document.activeElement ?? document, { key: "Escape" });
		expect([isOpen(), document.activeElement]).toEqual([false, getTrigger()]);
	});

	test("leaves the focus elsewhere where it is", async () => {
		renderHeader(buildUser());
		await toggle();
		const link = screen.getByRole("link", { name: "Game guidelines" });
		link.focus();
		fireEvent.keyDown(link, { key: "Escape" });
		expect([isOpen(), document.activeElement]).toEqual([false, link]);
	});

	test("is closed by a press outside", async () => {
		renderHeader(buildUser());
		await toggle();
		fireEvent.pointerDown(getTrigger());
		expect(isOpen()).toBe(true);
		fireEvent.pointerDown(document.body);
		expect(isOpen()).toBe(false);
	});

	test("listens to the page only while it is open", async () => {
		const listeners = new Set<string>();
		vi.spyOn(document, "addEventListener").mockImplementation((type, _listener, options) => {
			if (typeof options !== "object" || !options.signal) return;
			listeners.add(type);
			options.signal.addEventListener("abort", () => listeners.delete(type));
		});
		renderHeader(buildUser());
		listeners.clear();
		await toggle();
		expect([...listeners].sort()).toEqual(["keydown", "pointerdown"]);
		await toggle();
		expect([...listeners]).toEqual([]);
		vi.restoreAllMocks();
	});
});
