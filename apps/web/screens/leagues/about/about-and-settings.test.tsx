import { type League, type LeagueUser, showLeagueUsers } from "@first-bounce/contract/leagues/league";
import {
	deleteLeague,
	leaveLeague,
	removeLeagueUser,
	setDeputy,
	updateLeague,
} from "@first-bounce/contract/leagues/league-actions";
import { announceToLeague, type LeagueEvent, listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, fakeLeagues, markModalTexts, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { buildUser, renderAt } from "../../../../../testing/web/render-at.tsx";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { Toasts, queue as toasts } from "../../../components/toast/toasts.tsx";
import { LeagueContext } from "../league/use-league.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { AboutPage } from "./about-page.tsx";

beforeEach(() => {
	setWindowWidth(1280);
	// jsdom has no popovers and does not scroll.
	HTMLElement.prototype.scrollIntoView ??= () => undefined;
	HTMLElement.prototype.showPopover ??= () => undefined;
	HTMLElement.prototype.hidePopover ??= () => undefined;
});
const show = (league: League, Page: () => React.ReactNode) =>
	renderAt(
		"/leagues/5/here",
		<LeagueContext value={league}>
			<Page />
			<Toasts />
			<ErrorModal />
		</LeagueContext>,
	);
const getButton = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
const buildMember = (userId: number, teamName: string, role: LeagueUser["role"] = "member"): LeagueUser => ({
	userId,
	teamId: userId,
	teamName,
	fullName: "Somebody S.",
	avatarVersion: 0,
	supportedSquadId: null,
	isCommissioner: role === "commissioner",
	role,
	joinedAt: "2026-09-01T00:00:00.000Z",
});
const users = {
	users: [buildMember(7, "Kit Bag", "commissioner"), buildMember(8, "Bean Counters")],
	nextPage: null,
	total: 2,
};
const withUsers = { "/fantasy/league/5/league-users": () => success(showLeagueUsers, users) };

describe("about a league", () => {
	test("a member leaves it after confirming, and returns to the league list (D2.2.41, D2.2.101, D2.6.09)", async () => {
		const { posted } = fakeLeagues({
			"/fantasy/league/5/leave": () => success(leaveLeague, { leagueId: 5 }),
		});
		const { getAddress } = show(buildLeague(), AboutPage);
		fireEvent.click(getButton("Leave league"));
		const modal = await screen.findByRole("dialog", { name: "Leave this league?" });
		expect(modal.textContent).toContain("You will no longer be in Café Ruck.");
		expect(posted).toEqual([]);
		fireEvent.click(within(modal).getByRole("button", { name: "Leave league" }));
		await waitFor(() => expect(getAddress()).toBe("/leagues"));
		expect(posted).toEqual([{ path: "/fantasy/league/5/leave", body: { leagueId: 5 } }]);
		expect(await screen.findByText("You have left Café Ruck.")).toBeDefined();
	});

	test.each([
		["h2h", ["Finals", "Tiebreaker"]],
		["open", []],
	] as const)("of type %s shows %j of what head-to-head leagues have", (type, shown) => {
		fakeLeagues();
		show(buildLeague({ type }), AboutPage);
		const terms = screen.getAllByRole("term").map(({ textContent }) => textContent);
		expect(["Finals", "Tiebreaker"].filter((name) => terms.includes(name))).toEqual(shown);
	});

	test("the general modal does nothing when it is cancelled (D2.2.104)", async () => {
		const { posted } = fakeLeagues();
		show(buildLeague(), AboutPage);
		fireEvent.click(getButton("Leave league"));
		fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
		await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
		expect(posted).toEqual([]);
	});

	test("members load twenty at a time", async () => {
		const { queries } = fakeLeagues(withUsers);
		show(buildLeague({ asCommissioner: true }), AboutPage);
		expect(await screen.findByText("Bean Counters")).toBeDefined();
		expect(queries.find(({ path }) => path.endsWith("league-users"))?.query).toEqual({ limit: "20", page: "1" });
	});

	test("the activity list shows who joined, left, was removed or became commissioner", async () => {
		const kinds = ["deputy-ended", "deputy", "commissioner", "removed", "left", "joined", "created"] as const;
		const events = kinds.map((kind, index): LeagueEvent => {
			return { id: 9 - index, at: "2026-09-14T02:00:00.000Z", kind, userId: 8, teamName: "Bean Counters" };
		});
		fakeLeagues({ "/fantasy/league/5/feed": () => success(listLeagueActivity, { events, nextPage: null }) });
		show(buildLeague(), AboutPage);
		await screen.findByText("Bean Counters joined.");
		const texts = screen.getAllByText(/Bean Counters/).map(({ textContent }) => textContent);
		expect(texts).toEqual([
			"Bean Counters is no longer a deputy.",
			"Bean Counters is now a deputy.",
			"Bean Counters is the new commissioner.",
			"Bean Counters was removed.",
			"Bean Counters left.",
			"Bean Counters joined.",
			"Bean Counters created the league.",
		]);
	});

	test("the activity list says who did it, and whose team it was [D2.9.629]", async () => {
		const fields = { at: "2026-09-14T02:00:00.000Z", userId: 8, teamName: "Bean Counters" };
		const by = { userId: 9, teamName: "Bosses" };
		const events: LeagueEvent[] = [
			{ ...fields, id: 6, kind: "removed", by },
			{ ...fields, id: 5, kind: "removed", isOperator: true },
			{ ...fields, id: 4, kind: "commissioner", by },
			{ ...fields, id: 3, kind: "deputy", by },
			{ ...fields, id: 2, kind: "joined", takenOver: "Kit Bag" },
		];
		fakeLeagues({ "/fantasy/league/5/feed": () => success(listLeagueActivity, { events, nextPage: null }) });
		show(buildLeague(), AboutPage);
		await screen.findByText("Bosses removed Bean Counters.");
		expect(screen.getAllByText(/Bean Counters/).map(({ textContent }) => textContent)).toEqual([
			"Bosses removed Bean Counters.",
			"Bean Counters was removed by the site's operator.",
			"Bosses handed the league over to Bean Counters.",
			"Bosses made Bean Counters a deputy.",
			"Bean Counters joined and took over the team of Kit Bag.",
		]);
	});

	test("the activity list shows results, records, and announcements with their chat", async () => {
		const at = "2026-09-14T08:00:00.000Z";
		const score = (teamName: string, points: number) => ({ teamId: 1, teamName, points });
		const events: LeagueEvent[] = [
			{
				id: 4,
				at,
				kind: "announcement",
				userId: 9,
				teamName: "Bosses",
				text: "Barbecue on Sunday",
				isReported: false,
				mayRemove: false,
				mayReport: true,
			},
			{ id: 3, at, kind: "record", roundId: 1, best: score("Bean Counters", 1_500), former: 1_450 },
			{
				id: 2,
				at,
				kind: "results",
				roundId: 1,
				best: score("Bean Counters", 1_500),
				matches: [
					{
						home: score("Kit Bag", 1_200),
						away: score("Bean Counters", 1_500),
						isGrandFinal: true,
						isSemiFinal: false,
						isConsolation: false,
					},
				],
			},
			{ id: 1, at, kind: "joined", userId: 3, teamName: "" },
		];
		fakeLeagues({ "/fantasy/league/5/feed": () => success(listLeagueActivity, { events, nextPage: null }) });
		show(buildLeague(), AboutPage);
		expect(await screen.findByText("Barbecue on Sunday")).toBeDefined();
		const texts = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
		expect(
			texts.some((text) =>
				text.includes("Bean Counters set the league's record: 1,500 in Round 1, beating the old mark by 50"),
			),
		).toBe(true);
		expect(texts.some((text) => text.includes("Grand final: Bean Counters 1,500 d Kit Bag 1,200"))).toBe(true);
		expect(texts.some((text) => text.includes("Someone joined."))).toBe(true);
		expect(screen.getByRole("link", { name: "Open chat" }).getAttribute("href")).toBe("/leagues/5/chat");
	});
});

const DEPUTY = { userId: 8, teamName: "Bean Counters", fullName: "Bea C." };
/** The signed-in user of `fakeLeagues` is a deputy. */
const asDeputy = (change: Partial<League> = {}) =>
	buildLeague({
		role: "deputy",
		deputies: [DEPUTY],
		may: { edit: true, removeUsers: true, announce: true, moderate: true, invite: true },
		...change,
	});

describe("who runs a league", () => {
	test("is shown to members with what each may do [D2.9.265]", async () => {
		fakeLeagues(withUsers);
		show(buildLeague({ deputies: [DEPUTY] }), AboutPage);
		const card = (await screen.findByRole("heading", { name: "Who runs this league" })).closest("section");
		const texts = [...(card?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent);
		expect(texts).toEqual([
			"BossesBo S.Commissioner",
			"Bean CountersBea C.Deputy",
			"Invite members",
			"Change the settings",
			"Remove members before the start",
			"Pin, remove and mute in the chat, and post recaps",
			"Choose the deputies",
			"Hand the league over",
			"Connect Discord and Slack",
			"Turn the public history page on or off",
			"Renew the league next season",
			"Delete the league before the start",
		]);
		expect(screen.queryByRole("button", { name: "Step down as deputy" })).toBeNull();
	});

	test("names undoing, correcting and handing over in a draft league [D2.9.614]", async () => {
		fakeLeagues(withUsers);
		show(buildLeague({ class: "draft", isMember: false }), AboutPage);
		const text = "Run the draft, undo moves, propose corrections and hand over teams without a manager";
		expect(await screen.findByText(text)).toBeDefined();
		expect(screen.getByText("Remove members until the draft begins")).toBeDefined();
		expect(screen.getByText("Delete the league until the draft begins")).toBeDefined();
	});

	test("includes deputies, who step down on About [D2.9.261]", async () => {
		const { posted } = fakeLeagues({
			...withUsers,
			"/fantasy/league/5/deputies": () => success(setDeputy, { league: buildLeague() }),
		});
		show(asDeputy(), AboutPage);
		fireEvent.click(await screen.findByRole("button", { name: "Step down as deputy" }));
		expect(await screen.findByText("You're no longer a deputy.")).toBeDefined();
		expect(posted).toEqual([{ path: "/fantasy/league/5/deputies", body: { userId: buildUser().id, isDeputy: false } }]);
	});

	test("is chosen by the commissioner in the list of members [D2.9.261]", async () => {
		const league = buildLeague({ asCommissioner: true });
		const { posted } = fakeLeagues({
			...withUsers,
			"/fantasy/league/5/deputies": () => success(setDeputy, { league }),
			"/fantasy/league/5/hand-over": () =>
				refusal(404, "league-user-unknown", "There is no such member in this league"),
		});
		show(league, SettingsPage);
		expect(screen.queryByRole("button", { name: "Role of Kit Bag" })).toBeNull();
		fireEvent.click(await screen.findByRole("button", { name: "Role of Bean Counters" }));
		fireEvent.click(screen.getByRole("menuitem", { name: "Make deputy", hidden: true }));
		expect(await screen.findByText("Bean Counters is now a deputy.")).toBeDefined();
		fireEvent.click(screen.getByRole("button", { name: "Role of Bean Counters" }));
		fireEvent.click(screen.getByRole("menuitem", { name: "Offer the league", hidden: true }));
		const modal = await screen.findByRole("dialog", { name: "Hand over to Bean Counters?" });
		fireEvent.click(within(modal).getByRole("button", { name: "Offer the league" }));
		expect(await screen.findByText("There is no such member in this league")).toBeDefined();
		expect(posted.map(({ body }) => body)).toEqual([{ userId: 8, isDeputy: true }, { userId: 8 }]);
	});

	test("cannot leave without a hand-over, which the dialog explains [D2.9.263]", async () => {
		fakeLeagues(withUsers);
		const { getAddress } = show(buildLeague({ asCommissioner: true }), AboutPage);
		fireEvent.click(getButton("Leave league"));
		const modal = await screen.findByRole("dialog", { name: "Hand the league over first" });
		expect(modal.textContent).toContain("Offer it to another member in the settings. Once they accept, you can leave.");
		fireEvent.click(within(modal).getByRole("button", { name: "Choose a member" }));
		await waitFor(() => expect(getAddress()).toBe("/leagues/5/settings"));
	});

	test.each([
		["open", "You've offered the league to Bean Counters."],
		["declined", "Bean Counters declined your offer."],
		["expired", "Your offer to Bean Counters expired without an answer."],
	] as const)("reads on the commissioner's settings that an offer is %s [D2.9.263]", async (state, text) => {
		fakeLeagues(withUsers);
		const handOver = { ...DEPUTY, expiresAt: "2026-09-21T02:00:00.000Z", state };
		show(buildLeague({ asCommissioner: true, handOver }), SettingsPage);
		expect(await screen.findByText(text, { exact: false })).toBeDefined();
		expect(screen.queryAllByRole("button", { name: "Withdraw" })).toHaveLength(state === "open" ? 1 : 0);
	});

	test("does without webhooks, deletion and roles as a deputy [D2.9.262]", async () => {
		const { users: members } = users;
		const others = [...members, buildMember(9, "Third Wheel", "deputy")];
		fakeLeagues({ "/fantasy/league/5/league-users": () => success(showLeagueUsers, { ...users, users: others }) });
		show(asDeputy(), SettingsPage);
		expect(await screen.findByRole("button", { name: "Remove Bean Counters" })).toBeDefined();
		for (const name of ["Remove Kit Bag", "Remove Third Wheel", "Delete league", "Role of Bean Counters"])
			expect(screen.queryByRole("button", { name })).toBeNull();
		expect(screen.queryByText(/Discord/, { selector: "h2" })).toBeNull();
	});
});

describe("a league's settings", () => {
	test("are updated only after a change and with a name (D2.4.05, D2.4.16)", async () => {
		const { posted } = fakeLeagues({
			"/fantasy/league/5": () =>
				success(updateLeague, { league: buildLeague({ asCommissioner: true, name: "Bean Counters" }) }),
		});
		show(buildLeague({ asCommissioner: true }), SettingsPage);
		expect(getButton("Update League").disabled).toBe(true);
		const name = screen.getByRole("textbox", { name: "League name" });
		fireEvent.change(name, { target: { value: "  " } });
		expect(getButton("Update League").disabled).toBe(true);
		fireEvent.change(name, { target: { value: "Bean Counters" } });
		fireEvent.click(getButton("Update League"));
		await waitFor(() => expect(getButton("Updated")).toBeDefined());
		expect(posted[0]?.body).toMatchObject({ leagueId: 5, name: "Bean Counters", startId: 3, privacy: "private" });
	});

	test("turn the options of a head-to-head league on until it starts [D2.9.275]", async () => {
		const league = { asCommissioner: true, finals: true } as const;
		const { posted } = fakeLeagues({
			...withUsers,
			"/fantasy/league/5": () => success(updateLeague, { league: buildLeague(league) }),
		});
		show(buildLeague(league), SettingsPage);
		const median = await screen.findByRole("radiogroup", { name: "Game against the median" });
		fireEvent.click(within(median).getByRole("radio", { name: "On" }));
		fireEvent.click(getButton("Update League"));
		const listBodies = () => posted.map(({ body }) => body as object).filter((body) => "medianGame" in body);
		await waitFor(() => expect(listBodies()).toMatchObject([{ medianGame: true }]));
		expect(listBodies()[0]).not.toHaveProperty("consolationGames");
		cleanup();
		show(buildLeague({ ...league, may: { changeStart: false } }), SettingsPage);
		await screen.findByRole("textbox", { name: /name/i });
		expect(screen.queryByRole("radiogroup", { name: "Game against the median" })).toBeNull();
	});

	test("send colours, starting round and privacy, with the button's progress (D2.1.16, D2.4.05)", async () => {
		let respond: (value: ReturnType<typeof refusal>) => void = () => undefined;
		const { posted } = fakeLeagues({ "/fantasy/league/5": () => new Promise((resolve) => (respond = resolve)) });
		show(buildLeague({ asCommissioner: true }), SettingsPage);
		fireEvent.click(screen.getByRole("radio", { name: "Plum" }));
		fireEvent.click(screen.getByRole("radio", { name: "Public" }));
		fireEvent.click(await screen.findByRole("button", { name: /Starting round/ }));
		fireEvent.click(await screen.findByRole("option", { name: "Round 4" }));
		fireEvent.click(getButton("Update League"));
		await waitFor(() => expect(getButton("Updating…")).toBeDefined());
		await waitFor(() =>
			expect(posted).toEqual([
				{
					path: "/fantasy/league/5",
					body: { leagueId: 5, name: "Café Ruck", startId: 4, privacy: "public", colour: "plum" },
				},
			]),
		);
		await act(async () => respond(refusal(409, "league-started", "The league has started")));
		expect((await screen.findByRole("alertdialog")).textContent).toContain("The league has started");
		fireEvent.click(getButton("Cancel"));
		await waitFor(() => expect(getButton("Failed")).toBeDefined());
	});

	test("disable the choice of privacy if it may no longer be changed (D2.5.23)", () => {
		fakeLeagues();
		show(buildLeague({ asCommissioner: true, may: { changePrivacy: false } }), SettingsPage);
		expect(screen.getByRole("radio", { name: "Public" })).toHaveProperty("disabled", true);
		expect(screen.getByText("Privacy can no longer be changed.")).toBeDefined();
	});

	test("remove a member after confirming, but never the commissioner (D2.2.103, D2.5.20)", async () => {
		const { posted } = fakeLeagues({
			...withUsers,
			"/fantasy/league/5/user/8": () => success(removeLeagueUser, { league: buildLeague({ asCommissioner: true }) }),
		});
		show(buildLeague({ asCommissioner: true }), SettingsPage);
		fireEvent.click(await screen.findByRole("button", { name: "Remove Bean Counters" }));
		expect(screen.queryByRole("button", { name: "Remove Kit Bag" })).toBeNull();
		const modal = await screen.findByRole("dialog", { name: "Remove Bean Counters?" });
		fireEvent.click(within(modal).getByRole("button", { name: "Remove user" }));
		await waitFor(() => expect(posted[0]?.path).toBe("/fantasy/league/5/user/8"));
	});

	test("have no button that removes a member once the league has started (D2.5.19)", async () => {
		fakeLeagues(withUsers);
		show(buildLeague({ asCommissioner: true, may: { removeUsers: false } }), SettingsPage);
		expect(await screen.findByText("Bean Counters")).toBeDefined();
		expect(screen.queryByRole("button", { name: /^Remove / })).toBeNull();
	});

	test("delete the league after confirming, and return to the league list (D2.2.42, D2.2.102)", async () => {
		const { posted } = fakeLeagues({ "/fantasy/league/5/delete": () => success(deleteLeague, { leagueId: 5 }) });
		const { getAddress } = show(buildLeague({ asCommissioner: true }), SettingsPage);
		fireEvent.click(getButton("Delete league"));
		const modal = await screen.findByRole("dialog", { name: "Delete this league?" });
		fireEvent.click(within(modal).getByRole("button", { name: "Delete league" }));
		await waitFor(() => expect(getAddress()).toBe("/leagues"));
		expect(posted[0]?.path).toBe("/fantasy/league/5/delete");
	});

	test.each([
		["regular", "You can delete it until it starts. This can't be undone."],
		["draft", "You can delete it until the draft begins. This can't be undone."],
	] as const)("say until when a league can be deleted: %s", (leagueClass, text) => {
		fakeLeagues(withUsers);
		show(buildLeague({ asCommissioner: true, class: leagueClass }), SettingsPage);
		expect(screen.getByText(text)).toBeDefined();
	});

	test("allow neither removing members nor deleting once the league has started", async () => {
		fakeLeagues(withUsers);
		show(
			buildLeague({ asCommissioner: true, status: "playing", may: { removeUsers: false, delete: false } }),
			SettingsPage,
		);
		await screen.findByText("Bean Counters");
		expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
		expect(getButton("Delete league").disabled).toBe(true);
	});

	test("post an announcement", async () => {
		const event = { id: 1, at: "2026-09-14T08:00:00.000Z", kind: "created", userId: 7, teamName: "Kit Bag" } as const;
		const { posted } = fakeLeagues({ "/fantasy/league/5/announce": () => success(announceToLeague, { event }) });
		show(buildLeague({ asCommissioner: true }), SettingsPage);
		fireEvent.change(screen.getByRole("textbox", { name: "Announcement" }), { target: { value: " Barbecue " } });
		fireEvent.click(getButton("Announce"));
		await waitFor(() => expect(posted[0]?.body).toEqual({ text: "Barbecue" }));
	});
});

test("the league modals take all texts from the locale file (D2.2.105)", async () => {
	markModalTexts();
	fakeLeagues({
		...withUsers,
		"/fantasy/league/5/leave": () => success(leaveLeague, { leagueId: 5 }),
		"/fantasy/league/5/delete": () => success(deleteLeague, { leagueId: 5 }),
		"/fantasy/league/5/user/8": () => success(removeLeagueUser, { league: buildLeague({ asCommissioner: true }) }),
	});
	const confirm = async (name: string, values: { title?: string; text: string; done: string }) => {
		const modal = await screen.findByRole("dialog", {
			name: [`${name}.title`, values.title].filter(Boolean).join(" "),
		});
		expect(within(modal).getByText(values.text)).toBeDefined();
		fireEvent.click(within(modal).getByRole("button", { name: `${name}.yes` }));
		expect(await screen.findByText(values.done)).toBeDefined();
		cleanup();
		act(() => toasts.clear());
	};
	for (const [status, text] of [
		["scheduled", "leave.text Café Ruck"],
		["playing", "leave.textStarted Café Ruck"],
	] as const) {
		show(buildLeague({ status }), AboutPage);
		fireEvent.click(getButton("Leave league"));
		await confirm("leave", { text, done: "leave.done Café Ruck" });
	}
	for (const [privacy, text] of [
		["public", "remove.text Bean Counters Café Ruck"],
		["private", "remove.textPrivate Bean Counters Café Ruck"],
	] as const) {
		show(buildLeague({ asCommissioner: true, privacy }), SettingsPage);
		const removeButton = await screen.findByRole("button", { name: "remove.spoken Bean Counters" });
		expect(removeButton.textContent).toBe("remove.button");
		fireEvent.click(removeButton);
		await confirm("remove", { title: "Bean Counters", text, done: "remove.done Bean Counters" });
	}
	show(buildLeague({ asCommissioner: true }), SettingsPage);
	fireEvent.click(getButton("delete.yes"));
	await confirm("delete", { text: "delete.text Café Ruck", done: "delete.done Café Ruck" });
});
