import { showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { signInToDemo } from "@first-bounce/contract/clock";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { fakeApi, file, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildUser, renderAt } from "../../../../testing/web/render-at.tsx";
import { callKey } from "../../api/use-call.ts";
import { saveReturnPage } from "../../app/session/next-page.ts";
import { getProblem } from "../../components/error-modal/problem-store.ts";
import { formatGroundTime, formatMatchTime } from "../../i18n/format.ts";
import { HomeScreen } from "./home-screen.tsx";

const answerOptions = (demo: boolean) => () =>
	success(showSignInOptions, {
		authorizeUrl: "/oidc/auth",
		endSessionUrl: null,
		clientId: "game",
		scope: "openid",
		providers: [],
		demo,
	});

function open({
	demo = false,
	isSignedIn = false,
	rounds = [] as readonly object[],
	signInOptions = answerOptions(demo) as Parameters<typeof fakeApi>[0][string],
} = {}) {
	let hasSession = isSignedIn;
	fakeApi({
		"/auth/options": signInOptions,
		"/demo/sign-in": () => {
			hasSession = true;
			return success(signInToDemo, { sessionId: "s1", draftLeagueId: 7 });
		},
		"/user": () => (hasSession ? success(getUser, { user: buildUser() }) : refusal(401, "not-signed-in", "")),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		"/json/fantasy/squads.json": () => file([]),
		"/json/fantasy/rounds.json": () => file(rounds),
		"/json/fantasy/season.json": () => file({ id: 1, name: "2026", isDemo: demo, rules: {} }),
	});
	return renderAt("/", <HomeScreen />);
}

describe("the home page", () => {
	test("is where visitors sign in, without a side bar (D1.2.01, D1.2.02, D1.2.04, D2.2.25)", async () => {
		const { container } = open();
		expect(await screen.findByRole("button", { name: "Play free" })).toBeDefined();
		expect(screen.queryByRole("complementary")).toBeNull();
		expect(container.querySelector("aside")).toBeNull();
	});

	test("lets a visitor sign in again who comes back from the provider", async () => {
		const opened: string[] = [];
		const { origin, href } = location;
		vi.stubGlobal("location", { origin, href, assign: (url: string) => opened.push(url) });
		open();
		fireEvent.click(await screen.findByRole("button", { name: "Sign in" }));
		await waitFor(() => expect(opened).toHaveLength(1));
		const button = screen.getByRole("button", { name: "Sign in" });
		expect(button.getAttribute("aria-disabled")).toBe("true");
		// The browser shows the page as it was left.
		fireEvent(window, Object.assign(new Event("pageshow"), { persisted: true }));
		expect(button.getAttribute("aria-disabled")).toBeNull();
		expect(screen.getByRole("button", { name: "Play free" })).toBeDefined();
		fireEvent.click(button);
		await waitFor(() => expect(opened).toHaveLength(2));
	});

	test("greets visitors as always while the identity provider is down", async () => {
		const down = () => refusal(404, "provider-down", "The sign-in service does not answer");
		const { queryClient } = open({ signInOptions: down });
		await waitFor(() =>
			expect(queryClient.getQueryState(callKey(showSignInOptions, {}))).toMatchObject({ status: "error" }),
		);
		expect(getProblem()).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
		await waitFor(() => expect(getProblem()?.message).toBe("The sign-in service does not answer"));
	});

	test("offers the demo if the server does, by one press", async () => {
		const { getAddress } = open({ demo: true });
		fireEvent.click(await screen.findByRole("button", { name: "Play the demo" }));
		await waitFor(() => expect(getAddress()).toBe("/team"));
	});

	test("leads from the demo's second button to a draft [D2.9.375]", async () => {
		const { getAddress } = open({ demo: true });
		fireEvent.click(await screen.findByRole("button", { name: "Try a live draft" }));
		await waitFor(() => expect(getAddress()).toBe("/leagues/7/draft"));
	});

	test("shows match times in the user's zone, with the ground's", async () => {
		const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
		const zone = ownTimeZone === "Australia/Perth" ? "Australia/Sydney" : "Australia/Perth";
		const date = "2026-09-05T05:05:00.000Z";
		const match = { id: 1, status: "scheduled", date, homeSquadId: 1, awaySquadId: 2, venue: "Oval", timeZone: zone };
		const round = { id: 1, status: "scheduled", startDate: date, endDate: date, isGrandFinal: false, theme: null };
		const tournaments = [{ ...match, homeScore: null, awayScore: null, minutes: null }];
		open({ rounds: [{ ...round, magicNumber: null, byeSquads: [], tournaments }] });
		const localTime = formatGroundTime(Date.parse(date), zone);
		expect(await screen.findByText(`${formatMatchTime(Date.parse(date))} (${localTime})`)).toBeDefined();
	});

	test("says that a match is called off instead of its time", async () => {
		const date = "2026-09-05T05:05:00.000Z";
		const match = { status: "scheduled", date, venue: "Oval", timeZone: null, homeScore: null, awayScore: null };
		const round = { id: 1, status: "scheduled", startDate: date, endDate: date, isGrandFinal: false, theme: null };
		const tournaments = [
			{ ...match, id: 1, homeSquadId: 1, awaySquadId: 2, isAbandoned: true },
			{ ...match, id: 2, homeSquadId: 3, awaySquadId: 4, isAbandoned: true, status: "complete" },
		];
		open({ rounds: [{ ...round, magicNumber: null, byeSquads: [], tournaments }] });
		expect(await screen.findAllByText("Abandoned")).toHaveLength(2);
		expect(screen.queryByText(formatMatchTime(Date.parse(date)))).toBeNull();
	});

	test("has no demo button without a demo", async () => {
		const { queryClient } = open({ demo: false });
		await screen.findByRole("button", { name: "Play free" });
		await waitFor(() =>
			expect(queryClient.getQueryData(callKey(showSignInOptions, {}))).toMatchObject({ demo: false }),
		);
		expect(screen.queryByRole("button", { name: "Play the demo" })).toBeNull();
	});

	test("redirects a signed-in user to the team (D1.2.38)", async () => {
		const { getAddress } = open({ isSignedIn: true });
		await waitFor(() => expect(getAddress()).toBe("/team"));
	});

	test("redirects a signed-in user to the saved page (D1.2.37)", async () => {
		saveReturnPage("/rankings?round=2");
		const { getAddress } = open({ isSignedIn: true });
		await waitFor(() => expect(getAddress()).toBe("/rankings?round=2"));
	});
});
