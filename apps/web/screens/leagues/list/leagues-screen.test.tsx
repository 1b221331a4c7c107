import { getUser } from "@first-bounce/contract/accounts/user";
import { showLeaguesToJoin, showMyLeagues } from "@first-bounce/contract/leagues/league";
import { declineInvite, showLeagueInvites } from "@first-bounce/contract/leagues/league-invites";
import { showRecoverableLeagues, skipLeagueRecovery } from "@first-bounce/contract/leagues/league-recover";
import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import { listPastSeasons } from "@first-bounce/contract/stats/past-seasons";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import {
	buildFormerLeague,
	buildLeagueSummary,
	buildMyLeague,
	fakeLeagues,
	setWindowWidth,
} from "../../../../../testing/web/league-fakes.ts";
import { buildUser, renderAt } from "../../../../../testing/web/render-at.tsx";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { LeaguesScreen } from "./leagues-screen.tsx";

const MINE = "/fantasy/leagues";
const JOIN = "/fantasy/league/show-for-join";

beforeEach(() => setWindowWidth(1280));
const open = () =>
	renderAt(
		"/leagues",
		<>
			<LeaguesScreen />
			<Toasts />
			<ErrorModal />
		</>,
	);

describe("my leagues", () => {
	test("load ten at a time, more on demand (D2.2.01, D2.9.04)", async () => {
		const answerPage = (id: number, nextPage: number | null) =>
			success(showMyLeagues, { leagues: [buildMyLeague({ id, name: `League ${id}` })], nextPage });
		const { queries } = fakeLeagues({
			[MINE]: () => (queries.at(-1)?.query.page === "1" ? answerPage(1, 2) : answerPage(2, null)),
		});
		open();
		fireEvent.click(await screen.findByRole("button", { name: "Show more leagues" }));
		expect(await screen.findByText("League 2")).toBeDefined();
		expect(queries.filter(({ path }) => path === MINE).map(({ query }) => query)).toEqual([
			{ limit: "10", page: "1" },
			{ limit: "10", page: "2" },
		]);
		expect(screen.queryByRole("button", { name: "Show more leagues" })).toBeNull();
	});

	test("link to ladder, fixtures or About, depending on the status (D2.2.37, D2.2.38, D2.2.39)", async () => {
		const leagues = (["ladder", "fixtures", "about"] as const).map((landing, index) =>
			buildMyLeague({ id: index + 1, name: landing, landing }),
		);
		fakeLeagues({ [MINE]: () => success(showMyLeagues, { leagues, nextPage: null }) });
		open();
		for (const [index, landing] of ["ladder", "fixtures", "about"].entries())
			expect((await screen.findByRole("link", { name: landing })).getAttribute("href")).toBe(
				`/leagues/${index + 1}/${landing}`,
			);
	});

	test("name the opponent of the round in head-to-head leagues [D2.9.506]", async () => {
		const opponent = {
			fieldIds: [],
			benchIds: [],
			captainId: 0,
			viceCaptainId: 0,
			team: null,
			leagueId: 1,
			leagueName: "Derby",
			index: 3,
			teamName: "Ladies Who Lunge",
		};
		fakeLeagues({
			[MINE]: () => success(showMyLeagues, { leagues: [buildMyLeague({ id: 1, type: "h2h" })], nextPage: null }),
			"/fantasy/match-centre/2": () =>
				success(showRoundPlayers, { own: null, opponents: [opponent], leaguePlayerIds: [] }),
		});
		open();
		expect((await screen.findByRole("link", { name: "v Ladies Who Lunge" })).getAttribute("href")).toBe(
			"/leagues/1/matchup/2/3",
		);
	});

	test("say when a draft league drafts, and lead to its draft [D2.9.356]", async () => {
		const draft = { class: "draft", draftStatus: "scheduled", draftStart: "2026-09-20T09:30:00.000Z" } as const;
		const leagues = [
			buildMyLeague({ id: 1, name: "Dated", ...draft }),
			buildMyLeague({ id: 2, name: "Live", ...draft, draftStatus: "live" }),
			buildMyLeague({ id: 3, name: "Drafted", ...draft, draftStatus: "complete", landing: "fixtures" }),
		];
		fakeLeagues({ [MINE]: () => success(showMyLeagues, { leagues, nextPage: null }) });
		open();
		const describeLeague = async (name: string) => {
			const link = await screen.findByRole("link", { name });
			return `${link.getAttribute("href")} ${link.closest("li")?.textContent}`;
		};
		expect(await describeLeague("Dated")).toMatch(/^\/leagues\/1\/draft .*Draft.*Drafts 20 Sept?/);
		expect(await describeLeague("Live")).toMatch(/^\/leagues\/2\/draft .*Drafting now/);
		expect(await describeLeague("Drafted")).toMatch(/^\/leagues\/3\/fixtures .*Starts in Round 3/);
	});

	test("are followed by a link to past seasons, if any (D1.9.92)", async () => {
		const leagues = { [MINE]: () => success(showMyLeagues, { leagues: [], nextPage: null }) };
		const season = { id: 1, name: "Season 2026", teams: 203, own: null };
		fakeLeagues({ ...leagues, "/fantasy/past-seasons": () => success(listPastSeasons, { seasons: [season] }) });
		const page = open();
		expect((await screen.findByRole("link", { name: "See past seasons" })).getAttribute("href")).toBe("/past-seasons");
		page.unmount();
		const { requests } = fakeLeagues(leagues);
		open();
		await screen.findByText("No leagues yet");
		await waitFor(() => expect(requests).toContain("GET /fantasy/past-seasons"));
		expect(screen.queryByRole("link", { name: "See past seasons" })).toBeNull();
	});

	test("can be filtered by privacy (D2.3.51)", async () => {
		const { queries } = fakeLeagues({ [MINE]: () => success(showMyLeagues, { leagues: [], nextPage: null }) });
		open();
		await screen.findByText("No leagues yet");
		fireEvent.click(screen.getByRole("radio", { name: "Public" }));
		expect(await screen.findByText("No leagues here")).toBeDefined();
		const listFilters = () => queries.filter(({ path }) => path === MINE).map(({ query }) => query.privacy);
		expect(listFilters()).toEqual([undefined, "public"]);
		fireEvent.click(screen.getByRole("radio", { name: "Private" }));
		await waitFor(() => expect(listFilters()).toEqual([undefined, "public", "private"]));
	});

	test("show a failure in the error modal and in the list (D2.8.04)", async () => {
		fakeLeagues({ [MINE]: () => refusal(503, "busy", "The game is being updated") });
		open();
		const modal = await screen.findByRole("alertdialog");
		expect(modal.textContent).toContain("The game is being updated");
		expect(
			within(modal)
				.getAllByRole("button")
				.map(({ textContent }) => textContent),
		).toEqual(["Cancel"]);
		// The inline error is behind the modal and hidden from the accessibility tree while it is open.
		expect(screen.getByRole("button", { name: "Try again", hidden: true })).toBeDefined();
	});
});

test.each([
	["invitations", "/fantasy/league/user-invites"],
	["leagues of last season", "/fantasy/league/recover/list"],
	["the cup", "/fantasy/cup"],
	["the official leagues", "/fantasy/official-leagues"],
	["past seasons", "/fantasy/past-seasons"],
])("%s that could not be loaded can be loaded again", async (_, failing) => {
	let failures = 0;
	const fake = fakeLeagues({
		[MINE]: () => success(showMyLeagues, { leagues: [], nextPage: null }),
		[failing]: () => {
			failures += 1;
			return refusal(422, "unavailable", "It is being updated");
		},
	});
	open();
	const notice = await screen.findByText("It is being updated", { ignore: "[role=alertdialog] *" });
	fireEvent.click(within(notice.parentElement as HTMLElement).getByRole("button", { name: "Try again", hidden: true }));
	await waitFor(() => expect(failures).toBe(2));
	expect(fake.requests.filter((request) => request === `GET ${MINE}`)).toHaveLength(1);
});

describe("the widget beside my leagues", () => {
	test("offers joining and creating a league (D2.2.70, D2.2.71, D2.2.72, D2.2.73)", async () => {
		fakeLeagues({ [MINE]: () => success(showMyLeagues, { leagues: [], nextPage: null }) });
		open();
		expect(screen.getByRole("heading", { name: "Invited to a league?" })).toBeDefined();
		expect(screen.getByRole("searchbox", { name: "Enter League PIN or League Name" })).toBeDefined();
		expect(screen.getByText("Or Create your own league")).toBeDefined();
		expect(screen.getByRole("link", { name: "Create League" }).getAttribute("href")).toBe("/leagues/create");
	});

	test("typing a code or a name searches leagues (D2.2.74, D2.3.50, D2.5.25)", async () => {
		const { queries } = fakeLeagues({
			[MINE]: () => success(showMyLeagues, { leagues: [], nextPage: null }),
			[JOIN]: () => success(showLeaguesToJoin, { leagues: [buildLeagueSummary({ isMember: false })], nextPage: null }),
		});
		open();
		fireEvent.change(screen.getByRole("searchbox"), { target: { value: "  ruck " } });
		const link = await screen.findByRole("link", { name: /Café Ruck/ }, { timeout: 2_000 });
		expect(link.getAttribute("href")).toBe("/leagues/join/CAFE22");
		expect(queries.filter(({ path }) => path === JOIN).map(({ query }) => query.search)).toEqual(["ruck"]);
		expect(screen.getByRole("searchbox").getAttribute("maxlength")).toBe("60");
	});

	test("the first five leagues are listed, with a link to all (D2.2.74)", async () => {
		const found = Array.from({ length: 6 }, (_, index) =>
			buildLeagueSummary({ id: index + 1, name: `League ${index + 1}`, code: `CAFE2${index + 2}`, isMember: false }),
		);
		fakeLeagues({
			[MINE]: () => success(showMyLeagues, { leagues: [], nextPage: null }),
			[JOIN]: () => success(showLeaguesToJoin, { leagues: found, nextPage: 2 }),
		});
		open();
		fireEvent.change(screen.getByRole("searchbox"), { target: { value: "league" } });
		await screen.findByRole("link", { name: /League 5/ });
		expect(screen.queryByRole("link", { name: /League 6/ })).toBeNull();
		expect(screen.getByRole("link", { name: "Show all results" }).getAttribute("href")).toBe(
			"/leagues/join?search=league",
		);
	});
});

describe("invitations and last season's leagues", () => {
	const invites = [
		{
			leagueId: 5,
			league: buildLeagueSummary({ isMember: false }),
			invitedBy: "Bosses",
			invitedAt: "2026-09-01T00:00:00.000Z",
		},
	];

	test("a user with an unverified address sees why invitations are missing", async () => {
		fakeLeagues({
			[MINE]: () => success(showMyLeagues, { leagues: [], nextPage: null }),
			"/user": () => success(getUser, { user: buildUser({ emailVerified: false }) }),
		});
		open();
		expect(await screen.findByText("Confirm your email address to see invitations sent to it.")).toBeDefined();
		expect(screen.getByRole("link", { name: "Go to My account" }).getAttribute("href")).toBe("/my-account");
	});

	test("a league that is offered to the user links to the offer [D2.9.263]", async () => {
		const expiresAt = "2026-09-21T02:00:00.000Z";
		const handOvers = [{ leagueId: 5, leagueName: "Café Ruck", offeredBy: "Bosses", expiresAt }];
		fakeLeagues({
			[MINE]: () => success(showMyLeagues, { leagues: [], nextPage: null }),
			"/fantasy/league/user-invites": () => success(showLeagueInvites, { invites: [], handOvers }),
		});
		open();
		expect(await screen.findByText("Bosses offers you Café Ruck.")).toBeDefined();
		expect(screen.getByRole("link", { name: "See the offer" }).getAttribute("href")).toBe("/leagues/5/about");
	});

	test("an invitation disappears once it is declined (D2.6.10)", async () => {
		let pending = invites;
		const { posted } = fakeLeagues({
			[MINE]: () => success(showMyLeagues, { leagues: [], nextPage: null }),
			"/fantasy/league/user-invites": () => success(showLeagueInvites, { invites: pending, handOvers: [] }),
			"/fantasy/league/5/decline-invite": () => {
				pending = [];
				return success(declineInvite, { invites: [], handOvers: [] });
			},
		});
		open();
		expect(await screen.findByText("Bosses invites you")).toBeDefined();
		screen.getByRole("button", { name: "Decline" }).focus();
		fireEvent.click(screen.getByRole("button", { name: "Decline" }));
		await waitFor(() => expect(screen.queryByText("Bosses invites you")).toBeNull());
		const page = screen.getByRole("heading", { level: 1 }).closest("[tabindex='-1']");
		await waitFor(() => expect(document.activeElement).toBe(page));
		expect(posted).toEqual([{ path: "/fantasy/league/5/decline-invite", body: { leagueId: 5 } }]);
	});

	test("a league of last season can be regenerated or skipped", async () => {
		let recoverable = [buildFormerLeague()];
		const { posted } = fakeLeagues({
			[MINE]: () => success(showMyLeagues, { leagues: [], nextPage: null }),
			"/fantasy/league/recover/list": () => success(showRecoverableLeagues, { leagues: recoverable }),
			"/fantasy/league/recover/skip/77": () => {
				recoverable = [];
				return success(skipLeagueRecovery, { leagues: [] });
			},
		});
		open();
		const link = await screen.findByRole("link", { name: "Regenerate: Old Boots" });
		expect(link.getAttribute("href")).toBe("/leagues/create?recover=77");
		expect(screen.getByText(/^You ran this league last season/)).toBeDefined();
		fireEvent.click(screen.getByRole("button", { name: "Skip: Old Boots" }));
		await waitFor(() => expect(screen.queryByText("Old Boots")).toBeNull());
		expect(posted[0]?.path).toBe("/fantasy/league/recover/skip/77");
	});
});
