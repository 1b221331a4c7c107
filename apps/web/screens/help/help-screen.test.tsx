import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { showAnnouncements } from "@first-bounce/contract/site/announcements";
import type { HelpFiles } from "@first-bounce/contract/site/help";
import { sendContactMessage } from "@first-bounce/contract/site/support";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { Outlet, Route, Routes } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fakeApi, file, notSignedIn, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildUser, renderAt } from "../../../../testing/web/render-at.tsx";
import { Shell } from "../../app/shell/shell.tsx";
import { site } from "../../app/site.ts";
import { getFirstTab, searchHelp } from "./help-model.ts";
import { HelpScreen } from "./help-screen.tsx";

vi.mock("../../app/shell/lock-countdown.tsx", () => ({ LockCountdown: () => null }));

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const HELP: HelpFiles = {
	categories: [{ id: 1, name: "The game" }],
	sections: [
		{ id: 1, category_id: 1, position: 3, name: "Contact Us" },
		{ id: 2, category_id: 1, position: 1, name: "Prizes" },
		{ id: 3, category_id: 1, position: 2, name: "Game Rules" },
	],
	articles: [
		{
			id: 302,
			section_id: 3,
			position: 2,
			title: "Captain",
			label_names: ["armband"],
			body: "Her points count **twice**.",
		},
		{
			id: 301,
			section_id: 3,
			position: 1,
			title: "Points",
			label_names: ["goal"],
			body: "A goal is 6.\n\n| a | b |\n|---|---|\n| 1 | 2 |",
		},
		{
			id: 201,
			section_id: 2,
			position: 1,
			title: "What you can win",
			label_names: ["prize"],
			body: "[Rules](/help/game-rules)",
		},
		{
			id: 101,
			section_id: 1,
			position: 1,
			title: "Before you write",
			label_names: [],
			body: "Look at the captain first.",
		},
	],
};

interface OpenOptions {
	readonly help?: HelpFiles;
	readonly user?: ReturnType<typeof buildUser>;
	readonly layout?: ReactNode;
}

function open(path: string, options: OpenOptions = {}) {
	const { help = HELP, user, layout = <Outlet /> } = options;
	const respond = (name: keyof HelpFiles) => () => file(help[name]);
	const api = fakeApi({
		"/json/help/en/categories.json": respond("categories"),
		"/json/help/en/sections.json": respond("sections"),
		"/json/help/en/articles.json": respond("articles"),
		"/user": () => (user ? success(getUser, { user }) : refusal(401, "not-signed-in", "Please sign in first")),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		"/fantasy/team/show-my": notSignedIn,
		"/announcements": () => success(showAnnouncements, { announcements: [] }),
		"/support/contact": () => success(sendContactMessage, { received: true }),
	});
	const page = renderAt(
		path,
		<Routes>
			<Route element={layout}>
				<Route path="/help/:tab?" element={<HelpScreen />} />
				<Route path="*" element={null} />
			</Route>
		</Routes>,
	);
	return { ...api, ...page, queries: api.queries };
}

describe("the help centre", () => {
	test("loads three files in the page's language, 100 per page (D2.7.37, D2.7.38, D2.7.39, D2.7.40, D2.7.41)", async () => {
		const { queries } = open("/help/game-rules");
		await screen.findByRole("heading", { name: "Points" });
		const query = { page: "1", per_page: "100" };
		expect(queries).toEqual(
			["categories", "sections", "articles"].map((name) => ({ path: `/json/help/en/${name}.json`, query })),
		);
	});

	test("/help redirects to the first tab other than prizes (D1.2.41, D2.2.17)", async () => {
		const { getAddress } = open("/help");
		await waitFor(() => expect(getAddress()).toBe("/help/game-rules"));
		expect(getFirstTab({ sections: [] })).toBeNull();
	});

	test("tabs are the sections in order; a press shows a section's articles (D1.2.42, D2.2.16, D2.2.106)", async () => {
		const { getAddress } = open("/help/game-rules");
		const tabs = within(await screen.findByRole("navigation", { name: "Sections of the help" }));
		expect(tabs.getAllByRole("link").map((tab) => [tab.textContent, tab.getAttribute("href")])).toEqual([
			["Prizes", "/help/prizes"],
			["Game Rules", "/help/game-rules"],
			["Contact Us", "/help/contact-us"],
		]);
		expect(screen.getAllByRole("article").map((article) => within(article).getByRole("heading").textContent)).toEqual([
			"Points",
			"Captain",
		]);
		fireEvent.click(tabs.getByText("Prizes"));
		expect(getAddress()).toBe("/help/prizes");
		expect(screen.getByRole("heading", { name: "What you can win" })).toBeDefined();
	});

	test("a search finds words with either apostrophe", () => {
		const article = { section_id: 3, position: 1, label_names: [] };
		const articles = [
			{ ...article, id: 1, title: "Équipe", body: "Modifiez l’équipe." },
			{ ...article, id: 2, title: "Prices", body: "She can't fall below it." },
		];
		const find = (search: string) => searchHelp({ articles }, search).map((found) => found.article.id);
		expect(find("l'équipe")).toEqual([1]);
		expect(find("l’équipe")).toEqual([1]);
		expect(find("can’t")).toEqual([2]);
	});

	test("tabs are grouped by category; a category without sections is not shown (D2.1.25)", async () => {
		const site = { id: 4, category_id: 2, position: 4, name: "Privacy" };
		const categories = [
			{ id: 1, name: "The game" },
			{ id: 2, name: "The site" },
			{ id: 3, name: "Nothing yet" },
		];
		open("/help/game-rules", { help: { ...HELP, categories, sections: [...HELP.sections, site] } });
		const tabs = await screen.findByRole("navigation", { name: "Sections of the help" });
		expect([...tabs.querySelectorAll("h2, a")].map((element) => element.textContent)).toEqual([
			"The game",
			"Prizes",
			"Game Rules",
			"Contact Us",
			"The site",
			"Privacy",
		]);
	});

	test("an unknown tab shows the not-found page (D2.2.23)", async () => {
		open("/help/nothing-such");
		expect(await screen.findByRole("heading", { level: 1, name: "Out on the full" })).toBeDefined();
		expect(screen.queryByRole("heading", { name: "Help centre" })).toBeNull();
	});

	test("finds articles that contain every word, matches in titles first (D2.2.107)", async () => {
		open("/help/game-rules");
		fireEvent.change(await screen.findByLabelText("Search the help"), { target: { value: "cAptaín" } });
		const results = within(screen.getByRole("region", { name: "Search results" }));
		expect(results.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
			"/help/game-rules#article-302",
			"/help/contact-us#article-101",
		]);
		expect(searchHelp(HELP, "captain armband").map(({ article }) => article.id)).toEqual([302]);
		expect(searchHelp(HELP, "nothing such")).toEqual([]);
	});

	test("shows search excerpts without markdown syntax", () => {
		const body =
			"## Locks\n\n- Rolling: a player locks.\n- See [the FAQs](/help/faqs).\n\n1. Pick **21**\n2. Lock 3 - 2";
		const articles = HELP.articles.slice(0, 1).map((article) => ({ ...article, title: "When", body }));
		expect(searchHelp({ articles }, "rolling").map(({ excerpt }) => excerpt)).toEqual([
			"Locks Rolling: a player locks. See the FAQs. Pick 21 Lock 3 - 2",
		]);
	});

	test("shows HTML as text, and makes no unsafe links (D2.2.107)", async () => {
		const body = `<img src=x onerror="alert(1)"> **bold** [here](javascript:alert(1)) [there](//evil.test) [rules](/help/game-rules)`;
		open("/help/prizes", {
			help: { ...HELP, articles: [{ ...HELP.articles[2], body } as HelpFiles["articles"][number]] },
		});
		const article = await screen.findByRole("article");
		expect(article.querySelector("img, script")).toBeNull();
		expect(article.textContent).toContain("<img src=x");
		expect(within(article).getByText("bold").tagName).toBe("STRONG");
		expect(
			within(article)
				.getAllByRole("link")
				.map((link) => link.getAttribute("href")),
		).toEqual(["/help/game-rules"]);
	});
});

describe("writing to the operator", () => {
	test("asks for a longer message, then sends it (D2.2.107)", async () => {
		const { posted } = open("/help/contact-us", { user: buildUser() });
		await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Your email").value).toBe("kit@example.test"));
		fireEvent.click(screen.getByRole("button", { name: "Send" }));
		expect(await screen.findByText("Write a little more, so that we can help")).toBeDefined();
		expect(document.activeElement).toBe(screen.getByLabelText("Your message"));
		fireEvent.change(screen.getByLabelText("Your email"), { target: { value: "kit" } });
		fireEvent.click(screen.getByRole("button", { name: "Send" }));
		expect(document.activeElement).toBe(screen.getByLabelText("Your email"));
		fireEvent.change(screen.getByLabelText("Your email"), { target: { value: "kit@example.test" } });
		expect(posted).toEqual([]);
		fireEvent.change(screen.getByLabelText("Your message"), { target: { value: "My score looks wrong." } });
		fireEvent.click(screen.getByRole("button", { name: "Send" }));
		expect((await screen.findByRole("status")).textContent).toContain("Message sent");
		expect(posted).toMatchObject([
			{
				path: "/support/contact",
				body: { name: "Kit O'Brien", email: "kit@example.test", message: "My score looks wrong." },
			},
		]);
	});

	test("sends the path from which the user opened the help", async () => {
		const { posted } = open("/leagues/6/ladder?token=secret", { user: buildUser(), layout: <Shell /> });
		fireEvent.click(await screen.findByRole("link", { name: "FAQs" }));
		fireEvent.click(screen.getByRole("link", { name: "Contact us" }));
		await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Your email").value).toBe("kit@example.test"));
		fireEvent.change(screen.getByLabelText("Your message"), { target: { value: "My score looks wrong." } });
		fireEvent.click(screen.getByRole("button", { name: "Send" }));
		await screen.findByText("Message sent");
		expect(posted).toMatchObject([{ body: { page: "/leagues/6/ladder" } }]);
	});

	test.each([
		[`${location.origin}/reset-password?token=secret#x`, "/reset-password"],
		["https://elsewhere.example/page", ""],
	])("sends only this site's path as previous page: %s, '%s'", async (from, page) => {
		vi.spyOn(document, "referrer", "get").mockReturnValue(from);
		const { posted } = open("/help/contact-us", { user: buildUser() });
		await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Your email").value).toBe("kit@example.test"));
		fireEvent.change(screen.getByLabelText("Your message"), { target: { value: "My score looks wrong." } });
		fireEvent.click(screen.getByRole("button", { name: "Send" }));
		await screen.findByText("Message sent");
		expect(posted).toMatchObject([{ body: { page } }]);
	});

	test("opens the support widget with the user's first name and email (D1.2.70, D1.2.71, D2.7.42)", async () => {
		vi.spyOn(site, "supportWidget", "get").mockReturnValue("https://help.example/widget.js");
		const widget = vi.fn();
		window.zE = widget;
		open("/help/contact-us", { user: buildUser() });
		await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Your email").value).toBe("kit@example.test"));
		fireEvent.click(screen.getByRole("button", { name: "Chat with support" }));
		const source = 'script[src="https://help.example/widget.js"]';
		await waitFor(() => expect(document.querySelector(source)).not.toBeNull());
		document.querySelector<HTMLScriptElement>(source)?.onload?.(new Event("load"));
		await waitFor(() => expect(widget).toHaveBeenCalledTimes(2));
		expect(widget.mock.calls).toEqual([
			["webWidget", "identify", { name: "Kit", email: "kit@example.test" }],
			["webWidget", "open"],
		]);
		delete window.zE;
	});
});
