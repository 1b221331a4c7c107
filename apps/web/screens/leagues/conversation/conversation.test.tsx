import type { SuccessOf } from "@first-bounce/contract/call";
import * as call from "@first-bounce/contract/leagues/conversation";
import type { League } from "@first-bounce/contract/leagues/league";
import { addWebhook, listWebhooks, updateWebhook } from "@first-bounce/contract/leagues/webhooks";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { notSignedIn, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, fakeLeagues, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { LeagueContext } from "../league/use-league.ts";
import { Webhooks } from "../webhooks/webhooks.tsx";
import { ConversationPage } from "./conversation.tsx";

const BASE = "/fantasy/league/5/conversation";
const KEY = "0192f0c4-5b0e-7c3a-9d53-1f2e3d4c5b6a";
type Page = SuccessOf<typeof call.showConversation>;
type Message = Page["messages"][number];

beforeEach(() => {
	setWindowWidth(1280);
	localStorage.clear();
	// jsdom has no popovers.
	HTMLElement.prototype.showPopover ??= () => undefined;
	HTMLElement.prototype.hidePopover ??= () => undefined;
});

const buildText = (id: number, content: string, change: Partial<Extract<Message, { kind: "text" }>> = {}): Message => ({
	id,
	version: id,
	kind: "text",
	at: "2026-09-12T05:00:00.000Z",
	author: { userId: 9, teamName: "Bosses" },
	text: content,
	mentions: [],
	replyTo: null,
	reactions: [],
	pinned: null,
	isOnlyPinned: false,
	key: KEY,
	...change,
});
const buildTeam = (teamId: number, teamName: string) => ({ teamId, userId: teamId, teamName });
const RESULTS: Message = {
	id: 3,
	version: 3,
	kind: "card",
	at: "2026-09-12T05:00:00.000Z",
	roundId: 2,
	text: null,
	reactions: [],
	card: {
		type: "results",
		best: { ...buildTeam(8, "Bean Counters"), points: 1_012 },
		matchUps: [
			{
				home: { ...buildTeam(7, "Kit Bag"), points: 950 },
				away: { ...buildTeam(8, "Bean Counters"), points: 1_012 },
				isGrandFinal: false,
				isSemiFinal: false,
				isConsolation: false,
			},
		],
		elimination: null,
		median: null,
	},
};
const OPEN = { isLocked: false, mutedUntil: null };

function show(messages: readonly Message[], change: Partial<Page> = {}, handlers = {}, league: League = buildLeague()) {
	const page = { messages: [...messages], pinned: [], hasOlder: false, version: 9, state: OPEN, readId: 0, ...change };
	const fake = fakeLeagues({
		[BASE]: () => success(call.showConversation, page),
		[`${BASE}/changes`]: () =>
			success(call.listConversationChanges, { messages: [], isComplete: true, version: 9, state: page.state }),
		[`${BASE}/read`]: () => success(call.markConversationRead, { unread: 0 }),
		[`${BASE}/muted`]: () => success(call.listMutedMembers, { members: [] }),
		[`${BASE}/settings`]: () => success(call.showConversationSettings, { hasCards: true, postsRecap: false }),
		[`${BASE}/recap`]: () => success(call.showRecap, { recap: null }),
		...handlers,
	});
	renderAt(
		"/leagues/5/chat",
		<LeagueContext value={league}>
			<ConversationPage />
			<Toasts />
			<ErrorModal />
		</LeagueContext>,
	);
	return fake;
}
const findLog = () => screen.findByRole("log", { name: "Messages" });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the chat", () => {
	test("says that it is empty, and has a field for a message [D2.7.66]", async () => {
		show([]);
		expect(await screen.findByText("No messages yet")).toBeDefined();
		expect(screen.getByRole("textbox", { name: "Message" })).toBeDefined();
	});

	test("says why it could not be loaded, and offers to retry [D2.7.66]", async () => {
		show([], {}, { [BASE]: () => refusal(403, "league-members-only", "Only members of this league may do this") });
		// The error modal says so too, and hides the page from assistive technology until it is closed.
		expect((await screen.findAllByText("Only members of this league may do this")).length).toBeGreaterThan(0);
		expect(await screen.findByRole("button", { name: "Try again", hidden: true })).toBeDefined();
	});

	test("says why the user could not be loaded", async () => {
		vi.spyOn(console, "warn").mockReturnValue();
		show([], {}, { "/user": () => refusal(500, "internal", "The account is away") });
		expect(await screen.findByRole("button", { name: "Try again", hidden: true })).toBeDefined();
		expect((await screen.findAllByText("The account is away")).length).toBeGreaterThan(0);
	});

	test("has no message field for members while the commissioner has locked it [D2.7.66]", async () => {
		show([buildText(1, "Quiet")], { state: { isLocked: true, mutedUntil: null } });
		expect(await screen.findByText("The chat is locked. Only the commissioner and deputies can post.")).toBeDefined();
		expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
	});

	test("has no message field for a muted member, and says why [D2.7.66]", async () => {
		show([buildText(1, "Quiet")], { state: { isLocked: false, mutedUntil: "2026-09-19T05:00:00.000Z" } });
		expect(await screen.findByText(/^You're muted until .* You can still read\.$/)).toBeDefined();
		expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
	});

	test("shows markup, scripts and unsafe addresses as plain text [D2.7.51]", async () => {
		const hostile =
			'<img src=x onerror="alert(1)"> <script>alert(1)</script> javascript:alert(1) https://a:b@evil.test';
		show([buildText(1, hostile), buildText(2, "See https://afl.com.au/aflw.")]);
		const log = await findLog();
		expect(within(log).getByText(hostile)).toBeDefined();
		expect(log.querySelectorAll("img, script")).toHaveLength(0);
		const links = within(log).getAllByRole("link");
		expect(links.map((link) => [link.getAttribute("href"), link.getAttribute("rel")])).toEqual([
			["https://afl.com.au/aflw", "nofollow ugc noopener noreferrer"],
		]);
	});

	test("hides a removed message, also where a reply quotes it [D2.7.53]", async () => {
		const replyTo = { id: 1, author: { userId: 9, teamName: "Bosses" }, text: null };
		show([{ id: 1, version: 4, kind: "removed" }, buildText(2, "Not on", { replyTo })]);
		const log = await findLog();
		expect(within(log).getAllByRole("listitem")).toHaveLength(1);
		expect(within(log).getByText("Message removed")).toBeDefined();
	});
});

describe("pinned messages", () => {
	const pinned = { at: "2026-09-12T06:00:00.000Z", by: { userId: 9, teamName: "Bosses" } };
	const pinCall = (id: number, message: Message) => ({
		[`${BASE}/message/${id}/pin`]: () => success(call.pinMessage, { message }),
	});
	const commissioner = buildLeague({ asCommissioner: true });

	test("are one line above the chat, which opens to all of them [D2.7.80]", async () => {
		const dues = buildText(40, "Dues by Friday, <@7>", { pinned, mentions: [{ userId: 7, teamName: "Kit Bag" }] });
		const drinks = buildText(1, "Drinks at the Rose", { pinned, isOnlyPinned: true });
		show([buildText(2, "Me first")], { pinned: [dues, drinks] });
		const list = await screen.findByRole("list", { name: "Pinned messages", hidden: true });
		const panel = list.closest("details");
		expect([panel?.open, panel?.querySelector("summary")?.textContent]).toEqual([
			false,
			"2 pinned messagesDues by Friday, @Kit Bag",
		]);
		expect(within(list).getAllByText("Pinned by Bosses")).toHaveLength(2);
		expect(within(list).getByText("Drinks at the Rose")).toBeDefined();
		expect(within(await findLog()).queryByText("Drinks at the Rose")).toBeNull();
	});

	test("appear at once when the commissioner pins a message [D2.7.80]", async () => {
		const message = buildText(1, "Draft night is Tuesday");
		const changed = { ...message, version: 10, pinned } as Message;
		const { posted } = show([message], {}, pinCall(1, changed), commissioner);
		fireEvent.click(await screen.findByRole("button", { name: "Message from Bosses" }));
		fireEvent.click(await screen.findByRole("menuitem", { name: "Pin for everyone", hidden: true }));
		expect(await screen.findByText("Pinned for everyone in the league.")).toBeDefined();
		expect(screen.getByRole("list", { name: "Pinned messages", hidden: true })).toBeDefined();
		expect(posted.find(({ path }) => path.endsWith("/pin"))?.body).toEqual({ isPinned: true });
	});

	test("disappear when the commissioner unpins the last one [D2.7.80]", async () => {
		const message = buildText(1, "Draft night is Tuesday", { pinned });
		const changed = { ...message, version: 10, pinned: null } as Message;
		const { posted } = show([message], { pinned: [message] }, pinCall(1, changed), commissioner);
		fireEvent.click(within(await findLog()).getByRole("button", { name: "Message from Bosses" }));
		fireEvent.click(await screen.findByRole("menuitem", { name: "Unpin", hidden: true }));
		await waitFor(() => expect(screen.queryByRole("list", { name: "Pinned messages", hidden: true })).toBeNull());
		expect(within(await findLog()).getByText("Draft night is Tuesday")).toBeDefined();
		expect(posted.find(({ path }) => path.endsWith("/pin"))?.body).toEqual({ isPinned: false });
	});

	test("are pinned by the commissioner only [D2.7.80]", async () => {
		show([buildText(1, "Mine")]);
		fireEvent.click(await screen.findByRole("button", { name: "Message from Bosses" }));
		expect(await screen.findByRole("menuitem", { name: "Reply", hidden: true })).toBeDefined();
		expect(screen.queryByRole("menuitem", { name: "Pin for everyone", hidden: true })).toBeNull();
	});
});

describe("a message", () => {
	test("is sent once, with a retry button if that failed [D2.7.66]", async () => {
		let isDown = true;
		const { posted } = show(
			[buildText(1, "Hello")],
			{},
			{
				[`${BASE}/send`]: () =>
					isDown
						? refusal(503, "unavailable", "Please try again soon")
						: success(call.sendMessage, {
								message: buildText(5, "On my way", { author: { userId: 7, teamName: "Kit Bag" } }),
							}),
			},
		);
		fireEvent.change(await screen.findByRole("textbox", { name: "Message" }), { target: { value: " On my way " } });
		press("Send");
		expect(await screen.findByText("Please try again soon")).toBeDefined();
		isDown = false;
		press("Try again");
		await waitFor(() => expect(screen.queryByRole("list", { name: "Unsent messages" })).toBeNull());
		expect(within(await findLog()).getAllByText("On my way")).toHaveLength(1);
		const sent = posted.filter(({ path }) => path.endsWith("/send")).map(({ body }) => body as { key: string });
		expect(sent).toHaveLength(2);
		expect(sent[0]).toEqual(sent[1]);
	});

	test("that is being written is kept when the page is loaded again", async () => {
		show([]);
		fireEvent.change(await screen.findByRole("textbox", { name: "Message" }), { target: { value: "See you at" } });
		cleanup();
		show([]);
		expect(await screen.findByDisplayValue("See you at")).toBeDefined();
		fireEvent.change(screen.getByRole("textbox", { name: "Message" }), { target: { value: "" } });
		expect(sessionStorage.length).toBe(0);
	});

	test("cannot be longer than 1,000 characters, and says by how many [D2.7.51]", async () => {
		show([]);
		fireEvent.change(await screen.findByRole("textbox", { name: "Message" }), { target: { value: "a".repeat(1_002) } });
		expect(screen.getByText("2 characters too long")).toBeDefined();
		expect((screen.getByRole("button", { name: "Send" }) as HTMLButtonElement).disabled).toBe(true);
	});

	test("keeps the focus when its list of reactions is closed by Escape", async () => {
		show([buildText(1, "We won")]);
		const menu = await screen.findByRole("button", { name: "Message from Bosses" });
		fireEvent.click(menu);
		fireEvent.click(await screen.findByRole("menuitem", { name: "React", hidden: true }));
		fireEvent.keyDown(await screen.findByRole("button", { name: "React with 👍" }), { key: "Escape" });
		expect(screen.queryByRole("button", { name: "React with 🏆" })).toBeNull();
		expect(document.activeElement).toBe(menu);
	});

	test("keeps the focus when the pressed emoji disappears", async () => {
		const message = buildText(1, "We won");
		const reacted = { ...message, version: 10, reactions: [{ emoji: "🏆", count: 1, isOwn: true }] } as Message;
		const { posted } = show(
			[message],
			{},
			{ [`${BASE}/message/1/react`]: () => success(call.reactToMessage, { message: reacted }) },
		);
		const menu = await screen.findByRole("button", { name: "Message from Bosses" });
		fireEvent.click(menu);
		fireEvent.click(await screen.findByRole("menuitem", { name: "React", hidden: true }));
		fireEvent.click(await screen.findByRole("button", { name: "React with 🏆" }));
		expect(document.activeElement).toBe(menu);
		const own = await screen.findByRole("button", { name: "🏆 1 reaction" });
		own.focus();
		fireEvent.click(own);
		await waitFor(() => expect(posted).toHaveLength(2));
		expect(document.activeElement).toBe(menu);
	});

	test("of today shows its time only [D2.9.902]", async () => {
		const today = new Date();
		today.setHours(9, 5, 0, 0);
		show([
			buildText(1, "We won", { at: "2025-09-12T05:00:00.000Z" }),
			buildText(2, "Again", { at: today.toISOString() }),
		]);
		const times = within(await findLog()).getAllByText(/\d\d/, { selector: "time" });
		expect(times.map(({ textContent }) => textContent)).toEqual([
			expect.stringMatching(/^1[12] Sept? 2025, \d/),
			expect.stringMatching(/^9:05\sam$/),
		]);
	});

	test("offers common reactions in one press and one stop of Tab [D2.9.860]", async () => {
		const message = buildText(1, "We won", { reactions: [{ emoji: "👍", count: 1, isOwn: false }] });
		const react = () => success(call.reactToMessage, { message: message as Message });
		const { posted } = show([message], {}, { [`${BASE}/message/1/react`]: react });
		const offered = await within(await screen.findByRole("toolbar", { name: "React" })).findAllByRole("button");
		expect(offered.map(({ textContent }) => textContent)).toEqual(["😂", "🔥", "👏"]);
		act(() => offered[0]?.focus());
		fireEvent.keyDown(offered[0] as HTMLElement, { key: "ArrowRight" });
		expect(document.activeElement).toBe(offered[1]);
		fireEvent.click(offered[1] as HTMLElement);
		const reacted = { path: `${BASE}/message/1/react`, body: { emoji: "🔥", isOn: true } };
		await waitFor(() => expect(posted).toContainEqual(reacted));
	});

	test("gets a reaction with one press, and hides once reported [D2.7.54]", async () => {
		const liked = buildText(1, "We won", { reactions: [{ emoji: "👍", count: 1, isOwn: false }] });
		const { posted } = show(
			[liked],
			{},
			{
				[`${BASE}/message/1/react`]: () =>
					success(call.reactToMessage, {
						message: { ...liked, version: 10, reactions: [{ emoji: "👍", count: 2, isOwn: true }] } as Message,
					}),
				[`${BASE}/message/1/report`]: () => success(call.reportMessage, { reported: true }),
			},
		);
		fireEvent.click(await screen.findByRole("button", { name: "👍 1 reaction" }));
		expect((await screen.findByRole("button", { name: "👍 2 reactions" })).getAttribute("aria-pressed")).toBe("true");
		press("Message from Bosses");
		fireEvent.click(await screen.findByRole("menuitem", { name: "Report", hidden: true }));
		expect(await screen.findByText("Reported. You won't see this message again.")).toBeDefined();
		expect(screen.queryByText("We won")).toBeNull();
		expect(posted.map(({ path }) => path)).toEqual(
			expect.arrayContaining([`${BASE}/message/1/react`, `${BASE}/message/1/report`]),
		);
	});
});

describe("a card", () => {
	test("links to match-ups and managers, and cannot be reported [D2.7.58]", async () => {
		show([RESULTS]);
		const log = await findLog();
		expect(within(log).getByRole("link", { name: "Kit Bag 950–1,012 Bean Counters" }).getAttribute("href")).toBe(
			"/leagues/5/matchup/2/0",
		);
		expect(within(log).getByRole("link", { name: "Bean Counters" }).getAttribute("href")).toBe("/user/team/2/8");
		press("Options for Round 2: results");
		expect((await screen.findAllByRole("menuitem", { hidden: true })).map((item) => item.textContent)).toEqual([
			"React",
		]);
	});

	test("marks the higher-placed team as the winner of a drawn final [D2.1.43]", async () => {
		const sides = {
			home: { ...buildTeam(7, "Kit Bag"), points: 950 },
			away: { ...buildTeam(8, "Bean Counters"), points: 950 },
		};
		const buildCard = (id: number, isSemiFinal: boolean): Message => ({
			...RESULTS,
			id,
			card: {
				type: "results",
				best: null,
				matchUps: [{ ...sides, isGrandFinal: false, isSemiFinal, isConsolation: false }],
				elimination: null,
				median: null,
			},
		});
		show([buildCard(3, true), buildCard(4, false)]);
		const names = within(await findLog()).getAllByText("Kit Bag");
		expect(names.map(({ dataset }) => dataset.won)).toEqual(["true", "false"]);
	});

	test("links the only semi-final of three teams by its index", async () => {
		const sides = {
			home: { ...buildTeam(7, "Kit Bag"), points: 950 },
			away: { ...buildTeam(8, "Beans"), points: 900 },
		};
		const semiFinal = { ...sides, index: 1, isGrandFinal: false, isSemiFinal: true, isConsolation: false };
		show([
			{ ...RESULTS, card: { type: "results", best: null, matchUps: [semiFinal], elimination: null, median: null } },
		]);
		const link = within(await findLog()).getByRole("link", { name: /Semi-final/ });
		expect(link.getAttribute("href")).toBe("/leagues/5/matchup/2/1");
	});

	test("names consolation games and the teams above the median [D2.9.278]", async () => {
		const matchUp = {
			home: { ...buildTeam(7, "Kit Bag"), points: 950 },
			away: { ...buildTeam(8, "Bean Counters"), points: 950 },
			isGrandFinal: false,
			isSemiFinal: false,
			isConsolation: true,
		};
		const card = { type: "results" as const, best: null, elimination: null };
		const regular = { ...matchUp, away: { ...matchUp.away, points: 900 }, isConsolation: false };
		show([
			{ ...RESULTS, card: { ...card, matchUps: [matchUp], median: null } },
			{ ...RESULTS, id: 4, card: { ...card, matchUps: [regular], median: 925 } },
			{ ...RESULTS, id: 6, card: { ...card, matchUps: [{ ...matchUp, isConsolation: false }], median: 950 } },
		]);
		const log = await findLog();
		expect(log.textContent).toContain("Consolation: Kit Bag 950–950 Bean Counters");
		expect(within(log).getAllByText("Kit Bag")[0]?.dataset.won).toBe("true");
		expect(log.textContent).toContain("Above the median (925)Kit Bag 950");
		expect(log.textContent).toContain("League median950");
	});

	test("names who is out, and after a correction who is back [D2.1.72, D2.1.74]", async () => {
		const kit = buildTeam(7, "Kit Bag");
		const beans = { ...buildTeam(8, "Bean Counters"), points: 880 };
		const elimination = { out: [{ ...beans, reason: "lowest" as const }], alive: 6, winner: null };
		show([
			{ ...RESULTS, card: { type: "results", best: null, matchUps: [], elimination, median: null } },
			{ ...RESULTS, id: 4, card: { type: "correction", back: [kit], out: [beans] } },
		]);
		const log = (await findLog()).textContent;
		expect(log).toContain("OutBean Counters 8806 teams left");
		expect(log).toContain("Round 2: correction");
		expect(log).toContain("Back inKit Bag Out insteadBean Counters 880");
	});

	test("can be hidden for everyone by the commissioner [D2.7.58]", async () => {
		const hide = { [`${BASE}/message/3/remove`]: () => success(call.removeMessage, { removed: true }) };
		show([RESULTS], {}, hide, buildLeague({ asCommissioner: true }));
		await findLog();
		press("Options for Round 2: results");
		fireEvent.click(await screen.findByRole("menuitem", { name: "Hide for everyone", hidden: true }));
		expect(await screen.findByText("Hidden for everyone.")).toBeDefined();
		expect(screen.queryByText("Round 2: results")).toBeNull();
	});
});

test("the commissioner can post the prepared recap unchanged, with one press [D2.7.60]", async () => {
	const recap = { roundId: 2, text: "Top score: Bean Counters, 1,012" };
	const { posted } = show(
		[],
		{},
		{
			[`${BASE}/recap`]: (body: unknown) =>
				body === undefined
					? success(call.showRecap, { recap })
					: success(call.postRecap, { message: { ...RESULTS, id: 12 } as Message }),
		},
		buildLeague({ asCommissioner: true }),
	);
	expect(await screen.findByText("Top score: Bean Counters, 1,012")).toBeDefined();
	press("Post to chat");
	await waitFor(() => expect(screen.queryByText("Your Round 2 recap is ready")).toBeNull());
	expect(posted).toContainEqual({ path: `${BASE}/recap`, body: { roundId: 2, text: null } });
	await waitFor(() => expect(posted).toContainEqual({ path: `${BASE}/read`, body: { messageId: 12 } }));
});

test.each([
	["the muted members", `${BASE}/muted`, "No one is muted."],
	["the settings of cards", `${BASE}/settings`, "Post results, trades and records"],
	["the recap", `${BASE}/recap`, "Top score: Bean Counters, 1,012"],
])("the commissioner can load %s again after an error", async (_, failing, text) => {
	let isFailing = true;
	const recap = { roundId: 2, text: "Top score: Bean Counters, 1,012" };
	const results: Readonly<Record<string, () => ReturnType<typeof refusal>>> = {
		[`${BASE}/muted`]: () => success(call.listMutedMembers, { members: [] }),
		[`${BASE}/settings`]: () => success(call.showConversationSettings, { hasCards: true, postsRecap: false }),
		[`${BASE}/recap`]: () => success(call.showRecap, { recap }),
	};
	const handler = () =>
		isFailing ? refusal(422, "unavailable", "It is being updated") : (results[failing] ?? notSignedIn)();
	show([], {}, { ...results, [failing]: handler }, buildLeague({ asCommissioner: true }));
	expect(await screen.findByText("It is being updated")).toBeDefined();
	expect(screen.queryByText(text)).toBeNull();
	isFailing = false;
	press("Try again");
	expect(await screen.findByText(text)).toBeDefined();
	expect(screen.queryByText("It is being updated")).toBeNull();
});

test("a member can be unmuted by others, except after an operator", async () => {
	const own = { userId: 7, teamName: "Kit Bag", mutedUntil: "2026-09-19T05:00:00.000Z" };
	const muted = { userId: 9, teamName: "Bosses", mutedUntil: "2026-09-19T05:00:00.000Z" };
	const mutedByOperator = { ...own, userId: 8, teamName: "Loudhailers", isByOperator: true };
	show(
		[buildText(1, "We won")],
		{},
		{
			[`${BASE}/muted`]: () => success(call.listMutedMembers, { members: [] }),
			[`${BASE}/mute`]: () => success(call.muteMember, { members: [own, muted, mutedByOperator] }),
		},
		buildLeague({ asCommissioner: true }),
	);
	expect(await screen.findByText("No one is muted.")).toBeDefined();
	press("Message from Bosses");
	fireEvent.click(await screen.findByRole("menuitem", { name: "Mute for 7 days", hidden: true }));
	expect(await screen.findByText("Bosses is muted for 7 days.")).toBeDefined();
	const list = within(await screen.findByRole("list", { name: "Muted members", hidden: true }));
	expect(list.getByRole("button", { name: "Unmute", hidden: true })).toBeDefined();
	expect(list.getByText(/^Loudhailers was muted by an operator, until /)).toBeDefined();
});

test("a webhook's address is masked, or refused with the reason [D2.7.61]", async () => {
	let isWrong = true;
	const webhook = {
		id: 4,
		service: "discord" as const,
		mask: "…6789",
		sendsCards: true,
		sendsRecap: true,
		isOff: true,
	};
	fakeLeagues({
		[`${BASE}/webhooks`]: (body) => {
			if (body === undefined) return success(listWebhooks, { webhooks: [] });
			return isWrong
				? refusal(422, "webhook-address", "Paste the webhook address that Discord or Slack gave you")
				: success(addWebhook, { webhooks: [webhook] });
		},
	});
	renderAt(
		"/leagues/5/settings",
		<LeagueContext value={buildLeague({ asCommissioner: true })}>
			<Webhooks />
		</LeagueContext>,
	);
	const field = await screen.findByRole("textbox", { name: "Webhook address" });
	fireEvent.change(field, { target: { value: "https://evil.example/hook" } });
	press("Add");
	expect(await screen.findByText("Paste the webhook address that Discord or Slack gave you")).toBeDefined();
	isWrong = false;
	fireEvent.change(field, { target: { value: "https://discord.com/api/webhooks/1/x6789" } });
	press("Add");
	expect(await screen.findByRole("heading", { name: "Discord …6789" })).toBeDefined();
	expect(screen.getByText(/^Switched off, because posts could not be delivered/)).toBeDefined();
	expect((field as HTMLInputElement).value).toBe("");
});

test("two quick changes of a webhook's checkboxes are both kept [D2.7.63]", async () => {
	const webhook = { id: 4, service: "slack" as const, mask: "…6789", sendsCards: true, sendsRecap: true, isOff: false };
	let saved = webhook;
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	const { posted } = fakeLeagues({
		[`${BASE}/webhooks`]: () => success(listWebhooks, { webhooks: [webhook] }),
		[`${BASE}/webhook/4`]: async (body) => {
			saved = { ...saved, ...(body as Partial<typeof webhook>) };
			const webhooks = [saved];
			await released;
			return success(updateWebhook, { webhooks });
		},
	});
	renderAt(
		"/leagues/5/settings",
		<LeagueContext value={buildLeague({ asCommissioner: true })}>
			<Webhooks />
		</LeagueContext>,
	);
	const isChecked = (name: string) => (screen.getByRole("checkbox", { name }) as HTMLInputElement).checked;
	fireEvent.click(await screen.findByRole("checkbox", { name: "Results, records and trades" }));
	await waitFor(() => expect(isChecked("Results, records and trades")).toBe(false));
	fireEvent.click(screen.getByRole("checkbox", { name: "Recaps" }));
	await waitFor(() => expect(isChecked("Recaps")).toBe(false));
	release();
	await waitFor(() =>
		expect(posted.map(({ body }) => body)).toEqual([
			{ sendsCards: false, sendsRecap: true },
			{ sendsCards: false, sendsRecap: false },
		]),
	);
	expect([isChecked("Results, records and trades"), isChecked("Recaps")]).toEqual([false, false]);
});
