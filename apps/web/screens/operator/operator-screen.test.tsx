import { showClock } from "@first-bounce/contract/clock";
import { showOperatorAccess } from "@first-bounce/contract/operator/access";
import { showOverview } from "@first-bounce/contract/operator/operator";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import { type ContactMessage, handleContactMessage, listContactMessages } from "@first-bounce/contract/site/support";
import { fireEvent, screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { fakeApi, file, success } from "../../../../testing/web/fake-api.ts";
import { buildSeasonFiles, buildSquad } from "../../../../testing/web/player-season.ts";
import { QUIET_OVERVIEW, quietBackups } from "../../../../testing/web/quiet-overview.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { OperatorScreen } from "./operator-screen.tsx";

async function openConsole(
	seasonTime: string,
	role: OperatorRole = "owner",
	page = "",
	answers: Parameters<typeof fakeApi>[0] = {},
) {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
	HTMLElement.prototype.scrollIntoView = noop;
	const files = buildSeasonFiles(buildSquad());
	const verifiedUntil = new Date(Date.now() + 3_600_000).toISOString();
	const access = { role, isEnrolled: true, verifiedUntil, needsSetupCode: false, recoveryCodesLeft: 8, demoCode: null };
	const { requests } = fakeApi({
		...quietBackups,
		"/json/fantasy/season.json": () => file(files.season),
		"/json/fantasy/squads.json": () => file(files.squads),
		"/json/fantasy/players.json": () => file(files.players),
		"/json/fantasy/rounds.json": () => file(files.rounds),
		"/operator/access": () => success(showOperatorAccess, access),
		"/operator/overview": () => success(showOverview, QUIET_OVERVIEW),
		"/season/clock": () =>
			success(showClock, {
				seasonTime,
				wallTime: new Date().toISOString(),
				speed: 0,
				isDemo: true,
				playingRoundId: null,
			}),
		...answers,
	});
	renderAt(
		`/operator/${page}`,
		<Routes>
			<Route path="/operator/*" element={<OperatorScreen />} />
		</Routes>,
	);
	await screen.findByRole("heading", { name: "Operator console" });
	return requests;
}

test("the console links to the guide of the API (D2.9.190)", async () => {
	await openConsole(new Date().toISOString());
	const link = await screen.findByRole("link", { name: "API guide" });
	expect(link.getAttribute("href")).toBe("/api/guide");
	expect(screen.queryByText(/season's clock/)).toBeNull();
});

test("if the clock was moved, the console says so (D2.9.233)", async () => {
	await openConsole("2031-12-05T09:00:00.000Z");
	const note = await screen.findByText(/Matches, locks and publications follow the season's clock/);
	expect(note.textContent).toMatch(/season's clock, now 5 Dec.*; everything else follows real time, now /);
});

test("a message that was answered no longer waits", async () => {
	let message: ContactMessage = {
		id: 7,
		name: "Ada Reef",
		email: "ada@example.org",
		message: "Where is my team?",
		page: "/team",
		userId: null,
		createdAt: "2026-11-30T01:00:00.000Z",
		handledAt: null,
	};
	const isOpen = () => message.handledAt === null;
	await openConsole(new Date().toISOString(), "owner", "messages", {
		"/operator/messages": () => success(listContactMessages, { messages: isOpen() ? [message] : [], nextBefore: null }),
		"/operator/messages/7/handled": () => {
			message = { ...message, handledAt: "2026-11-30T02:00:00.000Z" };
			return success(handleContactMessage, { message });
		},
		"/operator/overview": () =>
			success(showOverview, {
				...QUIET_OVERVIEW,
				waiting: { ...QUIET_OVERVIEW.waiting, openMessages: isOpen() ? 1 : 0 },
			}),
	});
	expect(await screen.findByRole("link", { name: /^Messages\s*1 item waiting$/ })).toBeTruthy();
	fireEvent.click(await screen.findByRole("button", { name: /Ada Reef/ }));
	fireEvent.click(await screen.findByRole("button", { name: "Mark as answered" }));
	expect(await screen.findByRole("link", { name: "Messages" })).toBeTruthy();
});

test.for([
	["owner", 18, ["Users", "Messages"]],
	["match-day", 16, []],
	["moderator", 18, ["Users", "Messages"]],
	["viewer", 16, []],
] as const)("the console lists the pages of a role: %s [D2.9.536]", async ([role, count, personal]) => {
	await openConsole(new Date().toISOString(), role);
	const names = within(screen.getByRole("navigation", { name: "Sections of the console" }))
		.getAllByRole("link")
		.map(({ textContent }) => textContent);
	expect(names).toHaveLength(count);
	expect(names.filter((name) => name === "Users" || name === "Messages")).toEqual(personal);
});

test.for(["rounds", "feeds", "corrections", "players", "prices", "winners", "draft-leagues", "rules"])(
	"without a season, a page about it leads to Seasons: %s (D2.9.891)",
	async (page) => {
		const requests = await openConsole(new Date().toISOString(), "owner", page);
		const section = within(
			(await screen.findByRole("heading", { name: "No current season" })).closest("section") as HTMLElement,
		);
		expect(section.getByRole("link", { name: "Seasons" }).getAttribute("href")).toBe("/operator/seasons");
		expect(requests.filter((path) => path.includes(" /operator/")).sort()).toEqual([
			"GET /operator/access",
			"GET /operator/overview",
		]);
	},
);
