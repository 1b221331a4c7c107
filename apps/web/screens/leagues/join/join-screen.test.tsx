import { showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { showLeagueByCode, showLeaguesToJoin } from "@first-bounce/contract/leagues/league";
import { joinLeague } from "@first-bounce/contract/leagues/league-actions";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import {
	buildLeague,
	buildLeagueSummary,
	fakeLeagues,
	markModalTexts,
	setWindowWidth,
} from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
import { paths } from "../../../app/paths.ts";
import { getNextPage } from "../../../app/session/next-page.ts";
import { isAcceptedLeague, loadInvitation } from "../../../app/session/pending-invitation.ts";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { JoinScreen } from "./join-screen.tsx";

const LIST = "/fantasy/league/show-for-join";
const buildPublicLeague = (change = {}) => buildLeagueSummary({ isMember: false, privacy: "public", ...change });
const answerLeagues = (count: number, nextPage: number | null = null) =>
	success(showLeaguesToJoin, {
		leagues: Array.from({ length: count }, (_, index) =>
			buildPublicLeague({ id: index + 1, name: `League ${index + 1}`, code: "CAFE99" }),
		),
		nextPage,
	});

const SIGN_IN_OPTIONS = {
	authorizeUrl: "https://id.example.test/auth",
	endSessionUrl: null,
	clientId: "first-bounce",
	scope: "openid",
	providers: [],
	demo: false,
};

let scrollNearEnd: (isNear: boolean) => void = () => undefined;
class FakeIntersectionObserver {
	constructor(callback: (entries: readonly { isIntersecting: boolean }[]) => void) {
		scrollNearEnd = (isIntersecting) => callback([{ isIntersecting }]);
	}
	readonly observe = () => undefined;
	readonly disconnect = () => undefined;
}

beforeEach(() => {
	sessionStorage.clear();
	setWindowWidth(1280);
	vi.stubGlobal("IntersectionObserver", FakeIntersectionObserver);
});

const open = (path: string) =>
	renderAt(
		path,
		<>
			<Routes>
				<Route path={paths.joinLeague.pattern} element={<JoinScreen />} />
				<Route path="*" element={<p>another page</p>} />
			</Routes>
			<ErrorModal />
		</>,
	);

describe("leagues to join", () => {
	test("are listed twenty per page, also for visitors (D1.1.05, D2.2.03, D2.6.03, D2.9.05)", async () => {
		const { queries } = fakeLeagues({ [LIST]: () => answerLeagues(2) }, { isVisitor: true });
		open("/leagues/join");
		expect(await screen.findByText("League 2")).toBeDefined();
		expect(queries.filter(({ path }) => path === LIST)).toEqual([
			{ path: LIST, query: { search: "", limit: "20", page: "1" } },
		]);
	});

	test("load the next page half a second near the end (D2.9.06, D2.9.07)", async () => {
		const { queries } = fakeLeagues({
			[LIST]: () => (queries.at(-1)?.query.page === "1" ? answerLeagues(20, 2) : answerLeagues(1)),
		});
		open("/leagues/join");
		await screen.findByText("League 20");
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		const countPages = () => queries.filter(({ path }) => path === LIST).length;
		act(() => scrollNearEnd(true));
		act(() => void vi.advanceTimersByTime(499));
		expect(countPages()).toBe(1);
		act(() => void vi.advanceTimersByTime(1));
		vi.useRealTimers();
		await waitFor(() => expect(queries.at(-1)?.query).toMatchObject({ page: "2" }), { timeout: 2_000 });
		expect(screen.getAllByText("League 1")).toHaveLength(1);
	});

	test("are searched after a pause of 500 ms in typing (D2.2.74, D2.2.78, D2.9.07)", async () => {
		const { queries } = fakeLeagues({ [LIST]: () => answerLeagues(1) });
		const { getAddress } = open("/leagues/join");
		await screen.findByText("League 1");
		const listSearches = () => queries.filter(({ path }) => path === LIST).map(({ query }) => query.search);
		const field = screen.getByRole("searchbox", { name: "Enter League PIN or League Name" });
		expect(field.closest("aside")).not.toBeNull();
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		for (const text of ["c", "ca", "caf ", "café "]) fireEvent.change(field, { target: { value: text } });
		act(() => void vi.advanceTimersByTime(499));
		expect(getAddress()).toBe("/leagues/join");
		act(() => void vi.advanceTimersByTime(1));
		vi.useRealTimers();
		await waitFor(() => expect(listSearches()).toEqual(["", "café"]));
		await waitFor(() => expect(getAddress()).toBe("/leagues/join?search=caf%C3%A9"));
	});

	test("show a loading error to signed-in users, not to visitors (D2.6.05, D2.8.03)", async () => {
		const failure = { [LIST]: () => refusal(400, "broken", "The list is unavailable") };
		fakeLeagues(failure, { isVisitor: true });
		const visitor = open("/leagues/join");
		expect(await screen.findByText("No leagues to join right now")).toBeDefined();
		expect(screen.queryByText("The list is unavailable")).toBeNull();
		visitor.unmount();
		fakeLeagues(failure);
		open("/leagues/join");
		expect((await screen.findByRole("alertdialog")).textContent).toContain("The list is unavailable");
	});
});

describe("an invitation's link", () => {
	const CODE = "/public/fantasy/league/CAFE22/details";
	const byCode = {
		[CODE]: () =>
			success(showLeagueByCode, {
				league: buildPublicLeague({ name: "Café Ruck", numTeams: 3 }),
				members: ["Kick It", "Bean Counters"],
			}),
	};

	test("shows the league to everyone, whatever the code's case (D2.2.05, D2.2.35, D2.6.02)", async () => {
		fakeLeagues(byCode, { isVisitor: true });
		open("/leagues/join/cafe22");
		expect(await screen.findByRole("heading", { name: "Café Ruck" })).toBeDefined();
	});

	test("names the options of a head-to-head league (D2.9.275)", async () => {
		const league = buildPublicLeague({ type: "h2h", medianGame: true, consolationGames: true });
		fakeLeagues({ [CODE]: () => success(showLeagueByCode, { league, members: [] }) });
		open("/leagues/join/CAFE22");
		expect(await screen.findByText("Game against the median")).toBeDefined();
		expect(screen.getByText("Consolation games")).toBeDefined();
	});

	test("shows the league before the list of leagues to join (D2.2.04)", async () => {
		fakeLeagues({ ...byCode, [LIST]: () => answerLeagues(1) });
		open("/leagues/join/CAFE22");
		const invited = await screen.findByRole("heading", { name: "Café Ruck" });
		const listedLeague = await screen.findByText("League 1");
		expect(invited.compareDocumentPosition(listedLeague)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
	});

	test("opens a page with one league only for a visitor (D2.2.108)", async () => {
		const { queries } = fakeLeagues({ ...byCode, [LIST]: () => answerLeagues(1) }, { isVisitor: true });
		open("/leagues/join/CAFE22");
		expect(await screen.findByRole("heading", { level: 1, name: "Café Ruck" })).toBeDefined();
		expect(screen.getByText("Commissioner: Bosses")).toBeDefined();
		expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
			"Kick It",
			"Bean Counters",
			"+1 more",
		]);
		expect(screen.getByText("3 of 4 teams")).toBeDefined();
		expect(screen.getByText("Starts in Round 3")).toBeDefined();
		expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
			"Create account and join",
			"Sign in to join",
		]);
		expect(queries.some(({ path }) => path === LIST)).toBe(false);
		expect(screen.getByRole("link", { name: "See other leagues" }).getAttribute("href")).toBe("/leagues/join");
	});

	test("chosen before signing in is joined once, without another press (D2.2.109)", async () => {
		const joined = {
			...byCode,
			"/fantasy/league/CAFE22/join": () => success(joinLeague, { league: buildLeague() }),
		};
		fakeLeagues(joined, { isVisitor: true });
		const visitor = open("/leagues/join/CAFE22?invite=token");
		fireEvent.click(await screen.findByRole("button", { name: "Sign in to join" }));
		await waitFor(() => expect(isAcceptedLeague(5)).toBe(true));
		visitor.unmount();
		const { posted } = fakeLeagues(joined);
		const member = open("/leagues/join/CAFE22?invite=token");
		expect(await screen.findByRole("dialog", { name: "League joined" })).toBeDefined();
		expect(posted).toEqual([{ path: "/fantasy/league/CAFE22/join", body: { code: "CAFE22", invite: "token" } }]);
		member.unmount();
		open("/leagues/join/CAFE22?invite=token");
		await screen.findByRole("button", { name: "Join Café Ruck" });
		expect(posted).toHaveLength(1);
	});

	test.each(["ab-c", "ABC23", "ABC2345"])("%s is not a code, and the page says what to do (D2.2.05)", (code) => {
		fakeLeagues();
		open(`/leagues/join/${code}`);
		expect(screen.getByRole("heading", { level: 1, name: "That's not a league code" })).toBeDefined();
		expect(screen.getByText(/six letters and digits, such as ABC234/)).toBeDefined();
		expect(screen.getByRole("link", { name: "Find a league" }).getAttribute("href")).toBe("/leagues/join");
	});

	test("can be loaded again after an error", async () => {
		let isFailing = true;
		const answer = () => (isFailing ? refusal(422, "unavailable", "It is being updated") : byCode[CODE]());
		fakeLeagues({ [CODE]: answer }, { isVisitor: true });
		open("/leagues/join/CAFE22");
		const notice = await screen.findByText("It is being updated");
		isFailing = false;
		fireEvent.click(within(notice.parentElement as HTMLElement).getByRole("button", { name: "Try again" }));
		expect(await screen.findByRole("heading", { name: "Café Ruck" })).toBeDefined();
	});

	test("without a league says what to do (D2.2.05)", async () => {
		fakeLeagues({
			"/public/fantasy/league/XYZ234/details": () => refusal(404, "league-unknown", "There is no such league"),
		});
		open("/leagues/join/XYZ234");
		expect(await screen.findByText(/^There is no such league\. Codes have six letters and digits/)).toBeDefined();
	});

	test.each([
		["Create account and join", "sign-up"],
		["Sign in to join", null],
	])("%s leads a visitor to the provider, with the league (D2.2.36, D2.6.04) [D2.9.691]", async (button, page) => {
		const opened: string[] = [];
		const { origin, href } = location;
		vi.stubGlobal("location", {
			origin,
			href,
			pathname: "/leagues/join/cafe22",
			assign: (url: string) => opened.push(url),
		});
		const { posted } = fakeLeagues(
			{ ...byCode, "/auth/options": () => success(showSignInOptions, SIGN_IN_OPTIONS) },
			{ isVisitor: true },
		);
		open("/leagues/join/cafe22?invite=token");
		fireEvent.click(await screen.findByRole("button", { name: button }));
		await waitFor(() => expect(opened).toHaveLength(1));
		const { searchParams } = new URL(opened[0] ?? "");
		expect([searchParams.get("league"), searchParams.get("screen")]).toEqual(["CAFE22", page]);
		expect(loadInvitation()).toEqual({ code: "CAFE22", invite: "token" });
		expect(posted).toEqual([]);
	});

	test("is not needed to join a listed league after signing in [D2.6.04]", async () => {
		const listed = success(showLeaguesToJoin, {
			leagues: [buildPublicLeague({ id: 7, name: "Kelpies", code: "" })],
			nextPage: null,
		});
		fakeLeagues({ [LIST]: () => listed }, { isVisitor: true });
		open("/leagues/join");
		fireEvent.click(await screen.findByRole("button", { name: "Sign in to join: Kelpies" }));
		expect(getNextPage({ isActive: true })).toBe("/leagues/7/about");
		expect(isAcceptedLeague(7)).toBe(true);
	});

	test("does not apply its token to another league on the page", async () => {
		const { posted } = fakeLeagues({
			...byCode,
			[LIST]: () => answerLeagues(1),
			"/fantasy/league/CAFE99/join": () => success(joinLeague, { league: buildLeague() }),
		});
		open("/leagues/join/CAFE22?invite=token");
		await screen.findByRole("heading", { name: "Café Ruck" });
		fireEvent.click(await screen.findByRole("button", { name: "Join League 1" }));
		await waitFor(() => expect(posted).toEqual([{ path: "/fantasy/league/CAFE99/join", body: { code: "CAFE99" } }]));
	});

	test("joins the league with its code and shows a modal (D2.2.100, D2.6.08, D2.7.13)", async () => {
		const { posted } = fakeLeagues({
			...byCode,
			"/fantasy/league/CAFE22/join": () =>
				success(joinLeague, { league: buildLeague({ hasFixture: true, landing: "fixtures" }) }),
		});
		const { getAddress } = open("/leagues/join/CAFE22?invite=token");
		fireEvent.click(await screen.findByRole("button", { name: "Join Café Ruck" }));
		const modal = await screen.findByRole("dialog", { name: "League joined" });
		expect(modal.textContent).toContain("Welcome to Café Ruck. It starts in Round 3.");
		expect(posted).toEqual([{ path: "/fantasy/league/CAFE22/join", body: { code: "CAFE22", invite: "token" } }]);
		fireEvent.click(screen.getByRole("button", { name: "View League" }));
		await waitFor(() => expect(getAddress()).toBe("/leagues/5/fixtures"));
	});

	test("leads a manager without a full team to it [D2.9.692]", async () => {
		const team = buildTeam(1, null);
		fakeLeagues({
			...byCode,
			"/fantasy/team/show-my": () => success(showMyTeam, { team, rollbackAvailable: false }),
			"/fantasy/league/CAFE22/join": () => success(joinLeague, { league: buildLeague() }),
		});
		const { getAddress } = open("/leagues/join/CAFE22");
		fireEvent.click(await screen.findByRole("button", { name: "Join Café Ruck" }));
		fireEvent.click(await screen.findByRole("button", { name: "Pick my team" }));
		await waitFor(() => expect(getAddress()).toBe("/team"));
	});

	test.each([
		["scheduled", "joined.starts"],
		["playing", "joined.started"],
	] as const)("opens a modal with the locale's texts in a %s league (D2.2.105)", async (status, start) => {
		markModalTexts();
		const league = buildLeague({ status, type: "open" });
		fakeLeagues({ ...byCode, "/fantasy/league/CAFE22/join": () => success(joinLeague, { league }) });
		open("/leagues/join/CAFE22");
		fireEvent.click(await screen.findByRole("button", { name: "Join Café Ruck" }));
		const modal = await screen.findByRole("dialog", { name: "joined.title" });
		expect(modal.querySelector("p")?.textContent).toBe(`joined.text Café Ruck ${start} Round 3`);
		expect(within(modal).getByRole("button", { name: "joined.view" })).toBeDefined();
		expect(within(modal).getByRole("button", { name: "joined.close" })).toBeDefined();
	});

	test("joins a draft league full of robots, and leads to its draft [D2.9.355]", async () => {
		const draft = { class: "draft", draftStatus: "setup", numTeams: 4, size: 4, unmanagedTeams: 3 } as const;
		fakeLeagues({
			"/public/fantasy/league/CAFE22/details": () =>
				success(showLeagueByCode, { league: buildLeagueSummary({ isMember: false, ...draft }), members: ["Bosses"] }),
			"/fantasy/league/CAFE22/join": () =>
				success(joinLeague, { league: buildLeague({ ...draft, unmanagedTeams: 2 }) }),
		});
		const { getAddress } = open("/leagues/join/CAFE22");
		fireEvent.click(await screen.findByRole("button", { name: "Join Café Ruck" }));
		const modal = await screen.findByRole("dialog", { name: "League joined" });
		expect(modal.textContent).toContain("Welcome to Café Ruck. Its draft has no date yet.");
		fireEvent.click(screen.getByRole("button", { name: "View League" }));
		await waitFor(() => expect(getAddress()).toBe("/leagues/5/draft"));
	});

	test("lets a user keep browsing after joining (D2.2.100)", async () => {
		fakeLeagues({ ...byCode, "/fantasy/league/CAFE22/join": () => success(joinLeague, { league: buildLeague() }) });
		const { getAddress } = open("/leagues/join/CAFE22");
		fireEvent.click(await screen.findByRole("button", { name: "Join Café Ruck" }));
		await screen.findByRole("dialog", { name: "League joined" });
		fireEvent.click(screen.getByRole("button", { name: "Keep looking" }));
		await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
		expect(getAddress()).toBe("/leagues/join/CAFE22");
	});

	test("shows why a league cannot be joined", async () => {
		fakeLeagues({
			...byCode,
			"/fantasy/league/CAFE22/join": () => refusal(409, "league-full", "This league is full"),
		});
		open("/leagues/join/CAFE22");
		fireEvent.click(await screen.findByRole("button", { name: "Join Café Ruck" }));
		expect((await screen.findByRole("alertdialog")).textContent).toContain("This league is full");
	});

	test("a draft that has started is joined by a team's link only [D2.9.612]", async () => {
		const draft = { class: "draft", draftStatus: "complete", numTeams: 4, size: 4, unmanagedTeams: 1 } as const;
		fakeLeagues({
			"/public/fantasy/league/CAFE22/details": () =>
				success(showLeagueByCode, { league: buildLeagueSummary({ isMember: false, ...draft }), members: ["Bosses"] }),
		});
		const { unmount } = open("/leagues/join/CAFE22");
		expect(await screen.findByText("Started")).toBeDefined();
		unmount();
		open("/leagues/join/CAFE22?invite=token");
		expect(await screen.findByRole("button", { name: "Join Café Ruck" })).toBeDefined();
	});

	test("a draft league without free teams is full or has started", async () => {
		const draft = { class: "draft", numTeams: 4, size: 4, unmanagedTeams: 0 } as const;
		fakeLeagues({
			[LIST]: () =>
				success(showLeaguesToJoin, {
					leagues: [
						buildPublicLeague({ id: 1, ...draft, draftStatus: "scheduled" }),
						buildPublicLeague({ id: 2, ...draft, draftStatus: "live" }),
					],
					nextPage: null,
				}),
		});
		open("/leagues/join");
		expect(await screen.findByText("Full")).toBeDefined();
		expect(screen.getByText("Started")).toBeDefined();
	});

	test("the list has no Join button for full or started leagues", async () => {
		const list = () =>
			success(showLeaguesToJoin, {
				leagues: [buildPublicLeague({ id: 1, numTeams: 4 }), buildPublicLeague({ id: 2, status: "playing" })],
				nextPage: null,
			});
		fakeLeagues({ [LIST]: list });
		open("/leagues/join");
		expect(await screen.findByText("Full")).toBeDefined();
		expect(screen.getByText("Started")).toBeDefined();
		expect(screen.queryByRole("button", { name: /^Join/ })).toBeNull();
	});
});
