import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { showAnnouncements } from "@first-bounce/contract/site/announcements";
import { showPreviewGate } from "@first-bounce/contract/site/preview";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fakeApi, notSignedIn, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildUser, renderAt } from "../../../../testing/web/render-at.tsx";
import { SessionGate } from "../guard.tsx";
import { PreviewContext } from "../preview/preview.ts";
import { PreviewGate } from "../preview/preview-gate.tsx";
import { site } from "../site.ts";
import { isActiveItem, MENU } from "./menu/menu.ts";
import { getAdLayout } from "./page-ads.tsx";
import { Shell } from "./shell.tsx";

vi.mock("./lock-countdown.tsx", () => ({ LockCountdown: () => null }));

beforeEach(() => {
	vi.spyOn(site, "year", "get").mockReturnValue(2031);
});

const Broken = (): never => {
	throw new Error("A screen that breaks");
};

const buildHandlers = (user: ReturnType<typeof buildUser> | null) => ({
	"/user": () => (user ? success(getUser, { user }) : refusal(401, "not-signed-in", "Please sign in first")),
	"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
	"/fantasy/team/show-my": notSignedIn,
	"/announcements": () => success(showAnnouncements, { announcements: [] }),
});

function open(path: string, user: ReturnType<typeof buildUser> | null, isPassed = true) {
	fakeApi(buildHandlers(user));
	return renderAt(
		path,
		<PreviewContext value={{ isPassed, onBrandPress: () => undefined }}>
			<Routes>
				<Route element={<Shell />}>
					<Route path="/broken" element={<Broken />} />
					<Route path="*" element={<p>the page</p>} />
				</Route>
			</Routes>
		</PreviewContext>,
	);
}

/** Opens /team behind the preview gate as an active user. */
function openGate(gate: { readonly isOn: boolean; readonly isPassed: boolean }) {
	fakeApi({ ...buildHandlers(buildUser()), "/preview": () => success(showPreviewGate, gate) });
	const renderShell = (page: string) => (
		<Routes>
			<Route element={<Shell />}>
				<Route path="*" element={<p>{page}</p>} />
			</Route>
		</Routes>
	);
	return renderAt(
		"/team",
		<SessionGate>
			<PreviewGate renderLocked={() => renderShell("the landing page")}>{renderShell("the page")}</PreviewGate>
		</SessionGate>,
	);
}
const getMainMenu = () => screen.getByRole("navigation", { name: "Main menu" });
const listAreas = () =>
	within(getMainMenu())
		.getAllByRole("link")
		.map((link) => link.textContent);

test("a page that is opened from the menu gets the focus [D2.9.757]", async () => {
	open("/team", buildUser());
	const menu = await screen.findByRole("navigation", { name: "Main menu" });
	const rankings = await within(menu).findByRole("link", { name: "Rankings" });
	rankings.focus();
	fireEvent.click(rankings);
	expect(document.activeElement).toBe(screen.getByRole("main"));
});

describe("the menu", () => {
	test("lists every area for an active user in order, My Account last (D1.2.50, D1.2.51, D1.6.04, D2.2.85, D2.2.87)", async () => {
		open("/team", buildUser());
		await waitFor(() => expect(listAreas()).toContain("Manage Team"));
		expect(listAreas()).toEqual([
			"Manage Team",
			"Match Centre",
			"Leagues",
			"My leagues",
			"Create a league",
			"Join a league",
			"Mock drafts",
			"Rankings",
			"Stats Centre",
			"Prizes",
			"Help",
			"My account",
		]);
		const links = within(getMainMenu()).getAllByRole("link");
		const getHref = (name: string) => links.find((link) => link.textContent === name)?.getAttribute("href");
		expect([getHref("Prizes"), getHref("Help")]).toEqual(["/help/prizes", "/help"]);
	});

	test("is missing before the preview gate, also for users (D1.2.64)", async () => {
		const locked = openGate({ isOn: true, isPassed: false });
		await screen.findByText("the landing page");
		expect(screen.queryAllByRole("navigation", { hidden: true })).toEqual([]);
		expect(screen.queryByRole("link", { name: "Manage Team", hidden: true })).toBeNull();
		locked.unmount();
		openGate({ isOn: true, isPassed: true });
		await screen.findByText("the page");
		await waitFor(() => expect(listAreas()).toContain("Manage Team"));
	});

	test("is above a home page without a side bar (D1.2.02)", async () => {
		open("/", null);
		await screen.findByText("the page");
		expect(document.querySelector("aside")).toBeNull();
	});

	test("shows everyone else Prizes, Help and Sign in (D1.2.54, D2.1.28, D2.2.86, D2.6.01)", async () => {
		open("/help/faqs", null);
		await waitFor(() => expect(listAreas()).toEqual(["Prizes", "Help"]));
		expect(screen.getByRole("link", { name: "Login" }).getAttribute("href")).toBe("/");
	});

	test("highlights Prizes on its page, Help on other help pages (D1.2.55, D2.2.88)", () => {
		const listActiveLabels = (pathname: string) =>
			MENU.filter((item) => isActiveItem(item, pathname)).map(({ label }) => label);
		expect(listActiveLabels("/help/prizes")).toEqual(["nav.prizes"]);
		expect(listActiveLabels("/help/faqs")).toEqual(["nav.help"]);
		expect(listActiveLabels("/help")).toEqual(["nav.help"]);
		expect(listActiveLabels("/leagues/join/ABC234")).toEqual(["nav.leagues"]);
		expect(listActiveLabels("/teamwork")).toEqual([]);
	});

	test("toggles on a phone, and closes on navigation or Escape (D2.2.83, D2.2.84)", async () => {
		const { getAddress } = open("/help/faqs", null);
		const button = await screen.findByRole("button", { name: "Menu" });
		const isOpen = () => button.getAttribute("aria-expanded") === "true";
		fireEvent.click(button);
		expect(isOpen()).toBe(true);
		fireEvent.click(button);
		expect(isOpen()).toBe(false);
		fireEvent.click(button);
		fireEvent.click(within(screen.getByRole("navigation", { name: "Menu" })).getByText("Prizes"));
		expect([getAddress(), isOpen()]).toEqual(["/help/prizes", false]);
		fireEvent.click(button);
		fireEvent.keyDown(document, { key: "Escape" });
		expect(isOpen()).toBe(false);
	});

	test("is hidden with footer links and account before the gate (D2.2.89)", async () => {
		open("/", null, false);
		expect(await screen.findByText("the page")).toBeDefined();
		expect(screen.queryByRole("navigation")).toBeNull();
		expect(screen.queryByRole("link", { name: "Login" })).toBeNull();
		expect(screen.queryByRole("link", { name: "FAQs" })).toBeNull();
		expect(screen.getByRole("link", { name: "First Bounce, home" })).toBeDefined();
	});
});

describe("the shell", () => {
	test("has a brand bar with the tipping and league sites (D2.1.26, D2.1.27)", async () => {
		open("/help/faqs", null);
		const listHrefs = (name: string) =>
			screen.getAllByRole("link", { name, hidden: true }).map((link) => link.getAttribute("href"));
		await screen.findByText("the page");
		expect(listHrefs("Tipping")[0]).toBe("https://tipping.afl.com.au/");
		expect(listHrefs("League site")[0]).toBe("https://www.womens.afl/");
	});

	const findFooter = async () => {
		open("/help/faqs", null);
		return within(await screen.findByRole("contentinfo"));
	};

	test("its footer has the copyright and the stats provider (D2.1.29, D2.1.30)", async () => {
		const foot = await findFooter();
		expect(foot.getByText(/© 2031 First Bounce/)).toBeDefined();
		expect(foot.getByText(/Powered by/).textContent).toBe("Powered by the First Bounce simulator");
	});

	test("its footer names no stats provider if there is none (D2.1.30)", async () => {
		const { provider } = site;
		Object.assign(site, { provider: null });
		const foot = await findFooter();
		expect(foot.getByText(/© 2031/)).toBeDefined();
		expect(foot.queryByText(/Powered by/)).toBeNull();
		Object.assign(site, { provider });
	});

	test.each([
		["D2.1.31", "Contact us", "/help/contact-us"],
		["D2.1.32", "Game guidelines", "/help/game-rules"],
		["D2.1.33", "FAQs", "/help/faqs"],
		["D2.1.34", "Privacy policy", "/help/privacy"],
		["D2.1.35", "Terms and conditions", "/help/terms"],
		["D2.1.36", "Online security", "/help/online-security"],
		["the status page", "Status", "/status"],
	])("its footer links to %s %s", async (_, name, to) => {
		expect((await findFooter()).getByRole("link", { name }).getAttribute("href")).toBe(to);
	});

	test("its footer links to the operator's own policies (D2.1.34, D2.1.36, D2.1.37)", async () => {
		const { links } = site;
		Object.assign(site, {
			links: { ...links, privacy: "https://example.org/privacy", security: "https://example.org/security" },
		});
		const foot = await findFooter();
		Object.assign(site, { links });
		const getHref = (name: string) => foot.getByRole("link", { name }).getAttribute("href");
		expect([getHref("Privacy policy"), getHref("Online security")]).toEqual([
			"https://example.org/privacy",
			"https://example.org/security",
		]);
	});

	test("its footer starts with these links (D2.1.31, D2.1.32, D2.1.33, D2.1.34, D2.1.35)", async () => {
		const links = (await findFooter()).getAllByRole("link").map((link) => link.textContent);
		expect(links.slice(0, 5)).toEqual([
			"Contact us",
			"Game guidelines",
			"FAQs",
			"Privacy policy",
			"Terms and conditions",
		]);
	});

	test("its footer opens the support window where there is one (D1.2.70)", async () => {
		expect((await findFooter()).queryByRole("button")).toBeNull();
		cleanup();
		vi.spyOn(site, "supportWidget", "get").mockReturnValue("https://help.example/widget.js");
		const widget = vi.fn();
		window.zE = widget;
		for (const page of ["/leagues/7/ladder", "/rankings"]) {
			open(page, null);
			fireEvent.click(await screen.findByRole("button", { name: "Support chat" }));
			const source = 'script[src="https://help.example/widget.js"]';
			await waitFor(() => expect(document.querySelector(source)).not.toBeNull());
			document.querySelector<HTMLScriptElement>(source)?.onload?.(new Event("load"));
			await waitFor(() => expect(widget.mock.calls).toEqual([["webWidget", "open"]]));
			widget.mockClear();
			cleanup();
		}
		delete window.zE;
	});

	test("its footer ends with online security and status (D2.1.36)", async () => {
		const links = (await findFooter()).getAllByRole("link").map((link) => link.textContent);
		expect(links.slice(5)).toEqual(["Online security", "Status"]);
	});

	test("keeps the menu when a screen throws, and offers a retry", async () => {
		const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
		open("/broken", null);
		expect(await screen.findByRole("heading", { name: "This page broke" })).toBeDefined();
		expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
		fireEvent.click(within(getMainMenu()).getByText("Help"));
		expect(await screen.findByText("the page")).toBeDefined();
		consoleError.mockRestore();
	});
});

describe("ad slots", () => {
	const newcomer = { hasBeenComplete: false, isOnPhone: false };
	const manager = { hasBeenComplete: true, isOnPhone: false };

	test("league pages have a banner at the top and the bottom (D2.2.75, D2.2.76)", () => {
		for (const page of ["/leagues", "/leagues/join", "/leagues/join/ABC234", "/leagues/create", "/leagues/7/ladder"])
			expect([page, getAdLayout(page, newcomer)]).toMatchObject([
				page,
				{ top: "top-leaderboard", bottom: "bottom-leaderboard" },
			]);
		expect(getAdLayout("/leagues/7/about", newcomer).hasAside).toBe(true);
	});

	test("team pages have a banner after the first complete team (D2.2.80, D2.2.81)", () => {
		for (const page of ["/team", "/user/team/3/12"]) {
			expect(getAdLayout(page, { ...manager, isOnPhone: true })).toMatchObject({
				top: null,
				bottom: "bottom-leaderboard",
			});
			expect(getAdLayout(page, newcomer)).toMatchObject({ top: null, bottom: null });
			expect(getAdLayout(page, manager)).toMatchObject({ top: "top-leaderboard", bottom: null });
		}
	});

	test("on a phone no page has an ad above its content [D2.9.720]", () => {
		for (const [page, bottom] of [
			["/leagues", "top-leaderboard"],
			["/leagues/7/ladder", "top-leaderboard"],
			["/rankings", "billboard"],
			["/team", "bottom-leaderboard"],
			["/stats-centre/players", "below-the-fold-billboard"],
		] as const)
			expect([page, getAdLayout(page, { ...manager, isOnPhone: true })]).toMatchObject([page, { top: null, bottom }]);
	});

	test("whether a team was ever complete is stored by user (D2.2.80, D2.2.81)", async () => {
		localStorage.setItem("team_has_been_complete", "true");
		localStorage.setItem("team_has_been_complete_7", "true");
		const first = open("/team", buildUser());
		expect((await screen.findAllByTitle("Advertisement")).length).toBe(2);
		first.unmount();
		open("/team", buildUser({ id: 8, userId: 8 }));
		await waitFor(() => expect(document.querySelector("[data-slot=top-leaderboard]")).not.toBeNull());
		expect(screen.queryByTitle("Advertisement")).toBeNull();
	});

	const listSlots = async (page: string) => {
		const view = open(page, buildUser());
		await waitFor(() => expect(listAreas()).toContain("Rankings"));
		const slots = [...document.querySelectorAll<HTMLElement>("[data-slot]")].map(
			({ dataset, style }) => `${dataset.slot} on ${dataset.on}: ${style.maxWidth} × ${style.height}`,
		);
		const frames = [...document.querySelectorAll("iframe")].map(({ src }) => src.slice(location.origin.length));
		view.unmount();
		return { slots, frames };
	};

	test("the rankings have a billboard, a mobile one where narrow (D2.2.91, D2.2.93)", async () => {
		expect(await listSlots("/rankings")).toEqual({
			slots: ["billboard on wide: 970px × 250px", "mobile-billboard on narrow: 320px × 100px"],
			frames: ["/ads/billboard.html?on=%2Frankings", "/ads/mobile-billboard.html?on=%2Frankings"],
		});
	});

	test("the Stats Centre has a billboard, a rectangle where narrow (D2.2.92, D2.2.95)", async () => {
		expect(await listSlots("/stats-centre/players")).toEqual({
			slots: ["below-the-fold-billboard on wide: 970px × 250px", "medium-rectangle on narrow: 300px × 250px"],
			frames: [
				"/ads/below-the-fold-billboard.html?on=%2Fstats-centre",
				"/ads/medium-rectangle.html?on=%2Fstats-centre",
			],
		});
	});

	test("a league's aside has two rectangles with pages of their own (D2.2.94, D2.2.97, D2.2.79)", async () => {
		const { slots, frames } = await listSlots("/leagues/7/ladder");
		expect(slots.slice(2, 4)).toEqual([
			"side-rectangle on all: 300px × 250px",
			"desktop-medium-rectangle on all: 300px × 250px",
		]);
		expect(frames.slice(2, 4)).toEqual(["/ads/side-rectangle.html", "/ads/desktop-medium-rectangle.html"]);
	});

	test("home, help and account pages have no ads", () => {
		for (const page of ["/", "/help/faqs", "/my-account"])
			expect(getAdLayout(page, manager)).toMatchObject({ top: null, bottom: null });
	});
});
