import { showLeague } from "@first-bounce/contract/leagues/league";
import { answerLeagueOffer } from "@first-bounce/contract/leagues/league-actions";
import { showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, fakeLeagues, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { paths } from "../../../app/paths.ts";
import { LeagueScreen } from "./league-screen.tsx";

const answerRankings = () =>
	success(showRankings, { rankings: [], nextPage: null, currentUserRanking: null, isLive: false, total: 0 });

beforeEach(() => setWindowWidth(1280));
const open = (path: string) =>
	renderAt(
		path,
		<Routes>
			<Route path={paths.league.pattern} element={<LeagueScreen />} />
			<Route path="*" element={<p>another page</p>} />
		</Routes>,
	);
const listTabs = () => screen.getAllByRole("link").map(({ textContent }) => textContent);

describe("a league's pages", () => {
	test("redirect to About if unknown (D2.2.11, D2.2.12)", async () => {
		fakeLeagues();
		const { getAddress } = open("/leagues/5/xyz");
		expect(await screen.findByRole("heading", { name: "Activity" })).toBeDefined();
		expect(getAddress()).toBe("/leagues/5/about");
	});

	test("redirect to About if they are not available to the member (D2.2.12)", async () => {
		for (const page of ["fixtures", "invites"]) {
			fakeLeagues();
			const { getAddress, unmount } = open(`/leagues/5/${page}`);
			await waitFor(() => expect(getAddress()).toBe("/leagues/5/about"));
			unmount();
		}
	});

	test("show Settings to the commissioner and redirect members to About (D2.2.13, D2.2.14)", async () => {
		fakeLeagues();
		const member = open("/leagues/5/settings");
		await waitFor(() => expect(member.getAddress()).toBe("/leagues/5/about"));
		member.unmount();
		fakeLeagues({}, { league: buildLeague({ asCommissioner: true }) });
		open("/leagues/5/settings");
		expect(await screen.findByRole("button", { name: "Update League" })).toBeDefined();
		expect(listTabs()).toEqual(["Ladder", "Chat", "History", "Invites", "Settings", "See the league's page"]);
	});

	test.each([
		["playing", true],
		["complete", false],
	] as const)("on the ladder, a %s league has its clubroom first: %s [D2.9.697]", async (status, isFirst) => {
		fakeLeagues(
			{ "/fantasy/ranks/open-league": answerRankings },
			{ league: buildLeague({ type: "open", status, landing: "ladder" }) },
		);
		open("/leagues/5/ladder");
		const clubroom = await screen.findByRole("region", { name: "Clubroom" });
		const ladder = await screen.findByRole("table");
		const isBefore = Boolean(clubroom.compareDocumentPosition(ladder) & Node.DOCUMENT_POSITION_FOLLOWING);
		expect(isBefore).toBe(isFirst);
	});

	test("the league's root redirects to the ladder once the league has started (D2.2.12)", async () => {
		fakeLeagues(
			{ "/fantasy/ranks/open-league": answerRankings },
			{ league: buildLeague({ type: "open", status: "playing", landing: "ladder" }) },
		);
		const { getAddress } = open("/leagues/5");
		await waitFor(() => expect(getAddress()).toBe("/leagues/5/ladder"));
	});

	test("fixtures and invites are shown if they are available to the viewer (D2.2.10)", async () => {
		fakeLeagues(
			{
				"/fantasy/league/h2h-match-ups": () =>
					success(showMatchUps, {
						matchUps: [],
						median: null,
						byes: [],
						isGrandFinal: false,
						isSemiFinal: false,
						draftRules: null,
					}),
			},
			{ league: buildLeague({ hasFixture: true }) },
		);
		const page = open("/leagues/5/fixtures");
		expect(await screen.findByText("No match-ups in this round.")).toBeDefined();
		page.unmount();
		fakeLeagues({}, { league: buildLeague({ may: { invite: true } }) });
		open("/leagues/5/invites");
		expect(await screen.findByText("CAFE22")).toBeDefined();
	});

	test("a match-up's page highlights the fixtures tab", async () => {
		fakeLeagues(
			{
				"/fantasy/league/h2h-match-ups": () =>
					success(showMatchUps, {
						matchUps: [],
						median: null,
						byes: [],
						isGrandFinal: false,
						isSemiFinal: false,
						draftRules: null,
					}),
			},
			{ league: buildLeague({ hasFixture: true }) },
		);
		open("/leagues/5/matchup/3/0");
		expect((await screen.findByRole("link", { name: "Fixtures" })).className).toBe("active");
		expect(screen.getByRole("link", { name: "Ladder" }).className).toBe("");
	});

	test("ask the member to whom the league is offered [D2.9.263]", async () => {
		const handOver = { userId: 1, teamName: "Kit Bag", fullName: "Kit B.", expiresAt: "2026-09-21T02:00:00.000Z" };
		const offered = buildLeague({ handOver: { ...handOver, state: "open" } });
		let league = offered;
		const { posted } = fakeLeagues({
			"/fantasy/league/5": () => success(showLeague, { league }),
			"/fantasy/league/5/hand-over/answer": () => {
				league = buildLeague({ asCommissioner: true });
				return success(answerLeagueOffer, { league });
			},
		});
		open("/leagues/5/about");
		expect(await screen.findByText("Bosses offers you Café Ruck.")).toBeDefined();
		expect(screen.getByRole("button", { name: "Decline" })).toBeDefined();
		const accept = screen.getByRole("button", { name: "Accept" });
		accept.focus();
		fireEvent.click(accept);
		await waitFor(() =>
			expect(posted).toEqual([{ path: "/fantasy/league/5/hand-over/answer", body: { isAccepted: true } }]),
		);
		await waitFor(() => expect(accept.isConnected).toBe(false));
		// The focus stays on the page, for users of the keyboard.
		await waitFor(() => expect(document.activeElement).not.toBe(document.body));
	});

	test("are for members only; others see how to join", async () => {
		fakeLeagues({}, { league: buildLeague({ isMember: false }) });
		const { getAddress } = open("/leagues/5/ladder");
		await waitFor(() => expect(getAddress()).toBe("/leagues/join/CAFE22"));
	});

	test("an old address of a past league leads to past seasons", async () => {
		fakeLeagues({ "/fantasy/league/5": () => refusal(404, "league-unknown", "There is no such league") });
		open("/leagues/5/ladder");
		expect(await screen.findByRole("heading", { level: 1, name: "There is no such league" })).toBeDefined();
		expect(screen.getByRole("link", { name: "See past seasons" }).getAttribute("href")).toBe("/past-seasons");
		expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
	});

	test("show an error for deleted leagues, not-found for invalid ids", async () => {
		fakeLeagues({ "/fantasy/league/5": () => refusal(404, "league-deleted", "This league has been deleted") });
		const page = open("/leagues/5/about");
		expect((await screen.findByRole("alert")).textContent).toContain("This league has been deleted");
		page.unmount();
		open("/leagues/five/about");
		expect(screen.getByText("This page doesn't exist.")).toBeDefined();
	});
});
