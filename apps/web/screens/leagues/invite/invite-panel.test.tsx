import { showDraftTeams } from "@first-bounce/contract/draft/draft";
import { createTeamLink } from "@first-bounce/contract/draft/draft-process";
import { inviteToLeague } from "@first-bounce/contract/leagues/league-invites";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeagueSummary, fakeLeagues, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { stubClipboard, stubShareSheet } from "../../../../../testing/web/navigator.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { InvitePanel } from "./invite-panel.tsx";

const INVITE = "/fantasy/league/5/invite";
const SENT = "Invites Sent Successfully!";

const TEAM = {
	teamId: 11,
	teamName: "Kit Bag",
	colour: null,
	owner: { userId: 7, teamName: "Kit Bag", avatarVersion: 0 },
	isRobot: false,
	isAutopick: "off" as const,
	playerIds: [],
	lineup: null,
	bench: null,
	utilityId: null,
	captainId: null,
	viceCaptainId: null,
	emergency: null,
	hidden: 0,
};
const TEAMS = [TEAM, { ...TEAM, teamId: 12, teamName: "", owner: null, isRobot: true }];

beforeEach(() => setWindowWidth(1280));
afterEach(() => {
	stubClipboard();
	stubShareSheet();
});
const open = () =>
	renderAt(
		"/leagues/5/invites",
		<>
			<InvitePanel league={buildLeagueSummary()} />
			<Toasts />
		</>,
	);
const getButton = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
const type = (text: string) => fireEvent.change(screen.getByLabelText("Email addresses"), { target: { value: text } });

describe("copying a code or a link (D2.4.01, D2.4.02, D2.9.08)", () => {
	describe("with its button (D2.1.10, D2.1.11, D2.2.54, D2.2.55, D2.2.56)", () => {
		test.each([
			["Copy Code", "CAFE22"],
			["Copy League Link", "http://localhost:3000/leagues/join/CAFE22"],
		])("%s copies it, shows its progress, and is idle after 5 seconds", async (name, text) => {
			vi.useFakeTimers();
			let finish: () => void = () => undefined;
			const copied: string[] = [];
			stubClipboard((text) => {
				copied.push(text);
				return new Promise((resolve) => (finish = resolve));
			});
			open();
			const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
			expect(getButton(name).textContent).toBe("Copy");
			fireEvent.click(getButton(name));
			await advanceTime(0);
			expect(getButton("Copying...")).toBeDefined();
			finish();
			await advanceTime(0);
			expect(getButton("Copied!")).toBeDefined();
			expect(copied).toEqual([text]);
			await advanceTime(4_999);
			expect(getButton("Copied!")).toBeDefined();
			// Just past the five seconds for which the result is shown.
			await advanceTime(2);
			expect(getButton(name)).toBeDefined();
		});
	});

	test("shows an error if the browser has no clipboard", async () => {
		stubClipboard();
		open();
		fireEvent.click(getButton("Copy Code"));
		await waitFor(() => expect(getButton("Failed to copy")).toBeDefined());
		expect(getButton("Copy League Link")).toBeDefined();
	});
});

describe("inviting by email", () => {
	test("is available on desktops only (D2.2.60)", () => {
		setWindowWidth(375);
		const phone = open();
		expect(screen.queryByLabelText("Email addresses")).toBeNull();
		phone.unmount();
		setWindowWidth(1200);
		open();
		expect(screen.getByLabelText("Email addresses")).toBeDefined();
	});

	test("explains how to enter several addresses (D2.5.16)", () => {
		open();
		expect(screen.getByText("Emails should be separated by commas or new lines")).toBeDefined();
	});

	test("needs an address, and lists invalid ones (D2.2.61, D2.3.49, D2.5.15, D2.5.17, D2.5.18)", () => {
		open();
		expect(getButton("Send Invites").disabled).toBe(true);
		type("abc, d@, e@x.io");
		expect(screen.getByText("Incorrect emails - abc, d@")).toBeDefined();
		expect(getButton("Send Invites").disabled).toBe(true);
		type("e@x.io");
		expect(getButton("Send Invites").disabled).toBe(false);
	});

	test("sends each address once and shows success (D2.2.62, D2.2.63, D2.2.67, D2.4.03, D2.4.13)", async () => {
		let respond: (value: ReturnType<typeof answerSent>) => void = () => undefined;
		const answerSent = () => success(inviteToLeague, { invited: 2 });
		const { posted } = fakeLeagues({ [INVITE]: () => new Promise((resolve) => (respond = resolve)) });
		open();
		type(" a@x.io,b@x.io\nA@x.io");
		fireEvent.click(getButton("Send Invites"));
		await waitFor(() => expect(getButton("Sending...").getAttribute("aria-disabled")).toBe("true"));
		await waitFor(() => expect(posted).toHaveLength(1));
		await act(async () => respond(answerSent()));
		await waitFor(() => expect(getButton("Invites Sent")).toBeDefined());
		expect(await screen.findByText(SENT)).toBeDefined();
		expect(posted[0]?.body).toEqual({ leagueId: 5, invites: [{ email: "A@x.io" }, { email: "b@x.io" }] });
		type("c@x.io");
	});

	test("hides the result as soon as the form is edited (D2.4.15)", async () => {
		fakeLeagues({ [INVITE]: () => success(inviteToLeague, { invited: 1 }) });
		open();
		type("a@x.io");
		fireEvent.click(getButton("Send Invites"));
		await screen.findByText(SENT);
		type("b");
		await waitFor(() => expect(screen.queryByText(SENT)).toBeNull());
		await waitFor(() => expect(getButton("Send Invites")).toBeDefined());
	});

	test("shows the result for five seconds, then is idle again (D2.2.69, D2.4.03, D2.4.15)", async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		fakeLeagues({ [INVITE]: () => success(inviteToLeague, { invited: 1 }) });
		open();
		type("a@x.io");
		fireEvent.click(getButton("Send Invites"));
		await screen.findByText(SENT);
		expect(getButton("Invites Sent")).toBeDefined();
		await act(() => vi.advanceTimersByTimeAsync(3_000));
		expect(getButton("Invites Sent")).toBeDefined();
		expect(screen.getByText(SENT)).toBeDefined();
		await act(() => vi.advanceTimersByTimeAsync(2_001));
		expect(getButton("Send Invites")).toBeDefined();
		await waitFor(() => expect(screen.queryByText(SENT)).toBeNull());
	});

	test("shows Failed after a refusal and keeps the addresses (D2.2.64, D2.8.07)", async () => {
		fakeLeagues({ [INVITE]: () => refusal(429, "league-invites-throttled", "That is all the invitations for today.") });
		open();
		type("a@x.io");
		fireEvent.click(getButton("Send Invites"));
		await waitFor(() => expect(getButton("Failed")).toBeDefined());
		expect(screen.getByLabelText("Email addresses")).toHaveProperty("value", "a@x.io");
	});
});

describe("sharing", () => {
	const opened: unknown[][] = [];
	beforeEach(() => {
		opened.length = 0;
		vi.stubGlobal("open", (...args: unknown[]) => opened.push(args));
	});

	test("offers Facebook and Twitter in a popup on a desktop", () => {
		open();
		fireEvent.click(getButton("Twitter"));
		expect(getButton("Facebook")).toBeDefined();
		expect(String(opened[0]?.[0])).toContain("twitter.com/intent/tweet?url=");
		expect(String(opened[0]?.[2])).toContain("width=626,height=436");
	});

	test("is one button on a phone with a share sheet", () => {
		setWindowWidth(390);
		stubShareSheet(async () => undefined);
		open();
		expect(getButton("Share")).toBeDefined();
		expect(screen.queryByRole("button", { name: "Twitter" })).toBeNull();
	});
});

test("drafted teams without a manager have links of their own [D2.9.612]", async () => {
	const copied: string[] = [];
	stubClipboard(async (text) => void copied.push(text));
	const { posted } = fakeLeagues({
		"/draft/league/teams/5": () => success(showDraftTeams, { teams: TEAMS }),
		"/draft/draft-process/5/team-link": () => success(createTeamLink, { code: "CAFE22", invite: "token" }),
	});
	renderAt(
		"/leagues/5/invites",
		<InvitePanel league={buildLeagueSummary({ class: "draft", draftStatus: "complete" })} />,
	);
	fireEvent.click(await screen.findByRole("button", { name: "Create link for Robot 2" }));
	fireEvent.click(await screen.findByRole("button", { name: "Copy link for Robot 2" }));
	await waitFor(() => expect(copied).toEqual(["http://localhost:3000/leagues/join/CAFE22?invite=token"]));
	expect(posted).toEqual([{ path: "/draft/draft-process/5/team-link", body: { teamId: 12 } }]);
	expect(screen.queryByText("CAFE22")).toBeNull();
	expect(screen.queryByRole("button", { name: /Kit Bag/ })).toBeNull();
});
