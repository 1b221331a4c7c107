import { listFreeAgents, showDraftPreferences } from "@first-bounce/contract/draft/draft";
import { resumeDraft, setAutopick } from "@first-bounce/contract/draft/draft-process";
import { showLeague } from "@first-bounce/contract/leagues/league";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
	buildDraftBoard,
	buildDraftLeague,
	buildLogEntry,
	fakeDraft,
} from "../../../../../../testing/web/draft-fakes.ts";
import { refusal, success } from "../../../../../../testing/web/fake-api.ts";
import { buildLeague, setWindowWidth } from "../../../../../../testing/web/league-fakes.ts";
import { stubWakeLock } from "../../../../../../testing/web/navigator.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { paths } from "../../../../app/paths.ts";
import { Toasts } from "../../../../components/toast/toasts.tsx";
import { publishDraftChange } from "../../../../live/draft-events.ts";
import { DraftScreen } from "../draft-screen.tsx";

const PICK = "/draft/draft-process/5/pick";
const PREFERENCES = "/draft/draft-process/5/preferences";
const BOARD = "/draft/draft-process/5/draft-board";
const BOSSES = { userId: 9, teamName: "Bosses", avatarVersion: 0 };

beforeEach(() => setWindowWidth(1280));
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	localStorage.clear();
	act(() => publishDraftChange({ kind: "connected" }));
});

const open = () =>
	renderAt(
		paths.draft.to(5),
		<>
			<Routes>
				<Route path={paths.draft.pattern} element={<DraftScreen />} />
				<Route path="*" element={<p>another page</p>} />
			</Routes>
			<Toasts />
		</>,
	);
const getCard = () => screen.findByRole("region", { name: "On the clock" });
const getQueue = async () => within(await screen.findByRole("region", { name: "Queue" }));
const openPick = async (name: string) => {
	fireEvent.click(await screen.findByRole("button", { name: `Draft ${name}` }));
	return within(await screen.findByRole("dialog"));
};

describe("the room follows the draft", () => {
	test("asks for what is newer than its version [D2.9.330]", async () => {
		let board = buildDraftBoard();
		const { queries } = fakeDraft({ getBoard: () => board });
		open();
		expect((await getCard()).textContent).toContain("You're up");
		const listAsked = () => queries.filter(({ path }) => path === BOARD).map(({ query }) => query.since);
		expect(listAsked()).toEqual(["0"]);
		const whole = buildDraftBoard({ made: [1] });
		board = {
			...whole,
			isWhole: false,
			futurePicks: [],
			log: [buildLogEntry(2, { action: "pick", teamId: 11, overallPick: 1, playerId: 1, madeBy: "manager" })],
		};
		act(() => publishDraftChange({ kind: "version", leagueId: 6, version: 99 }));
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 11 }));
		await waitFor(async () => expect((await getCard()).textContent).toContain("Bosses"));
		expect((await getCard()).textContent).toContain("6 picks until you");
		expect(listAsked()).toEqual(["0", "10"]);
		expect(screen.getByText("Pick 1: Kit Bag took Pat Player1", { selector: "[aria-live=polite]" })).toBeDefined();
		const row = screen.getByRole("row", { name: /^1/ });
		expect(within(row).getByRole("link", { name: /Pat Player1/ }).textContent).toBe("Player1");
	});

	test("says that it reconnects, and shows the truth at once [D2.9.331]", async () => {
		let board = buildDraftBoard({ made: [1, 2] });
		fakeDraft({ getBoard: () => board });
		open();
		expect((await getCard()).textContent).toContain("Robot 3");
		act(() => publishDraftChange({ kind: "lost" }));
		expect(screen.getByText(/^Reconnecting/)).toBeDefined();
		board = buildDraftBoard({ made: [1, 2, 3] });
		act(() => publishDraftChange({ kind: "connected" }));
		await waitFor(async () => expect((await getCard()).textContent).toContain("Robot 4"));
		expect(screen.queryByText(/^Reconnecting/)).toBeNull();
	});

	test("counts down by the server's clock on a device five minutes wrong [D2.9.332]", async () => {
		vi.useFakeTimers({ now: Date.parse("2026-09-12T05:05:00.000Z"), toFake: ["Date"] });
		fakeDraft({
			getBoard: () => buildDraftBoard({ serverTime: "2026-09-12T05:00:00.000Z", deadline: "2026-09-12T05:00:42.000Z" }),
		});
		open();
		expect((await screen.findByRole("timer")).textContent).toBe("0:42");
		vi.setSystemTime(Date.parse("2026-09-12T05:05:33.000Z"));
		await waitFor(() => expect(screen.getByRole("timer").textContent).toBe("0:09"));
		expect(screen.getByRole("timer").dataset.short).toBe("true");
		vi.setSystemTime(Date.parse("2026-09-12T05:05:43.000Z"));
		await waitFor(() => expect(screen.getByRole("timer").textContent).toBe("0:00Time's up"));
	});

	test("takes half of a slow request from the time left", async () => {
		vi.useFakeTimers({ now: Date.parse("2026-09-12T05:00:00.000Z"), toFake: ["Date"] });
		fakeDraft({
			getBoard: () => {
				vi.setSystemTime(Date.parse("2026-09-12T05:00:10.000Z"));
				return buildDraftBoard({ serverTime: "2026-09-12T05:00:05.000Z", deadline: "2026-09-12T05:00:42.000Z" });
			},
		});
		open();
		expect((await screen.findByRole("timer")).textContent).toBe("0:32");
	});

	test("loads the free players again after a reset", async () => {
		let board = buildDraftBoard();
		const { requests } = fakeDraft({ getBoard: () => board });
		open();
		await screen.findByRole("button", { name: "Draft Pat Player1" });
		const countLoads = () => requests.filter((request) => request === "GET /draft/free-agents/list/5").length;
		const before = countLoads();
		board = buildDraftBoard({ version: 11, log: [buildLogEntry(3, { action: "reset" })] });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 11 }));
		await waitFor(() => expect(countLoads()).toBe(before + 1));
	});

	test("keeps the search while another part is on screen", async () => {
		setWindowWidth(390);
		fakeDraft({ getBoard: () => buildDraftBoard() });
		open();
		const search = await screen.findByRole("textbox", { name: "Find a player" });
		fireEvent.change(search, { target: { value: "Player12" } });
		fireEvent.click(screen.getByRole("button", { name: "Queue" }));
		expect(screen.queryByRole("textbox", { name: "Find a player" })).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: "Players" }));
		expect(screen.getByRole("textbox", { name: "Find a player" })).toHaveProperty("value", "Player12");
	});

	test("reads out that one is up, and says so in the title [D2.9.333]", async () => {
		let board = buildDraftBoard({ made: [1, 2, 3, 4, 5, 6] });
		fakeDraft({ getBoard: () => board });
		open();
		expect(await screen.findByText("You're next", { selector: "[aria-live=assertive]" })).toBeDefined();
		await waitFor(() => expect(document.title).toContain("Next up – Café Ruck"));
		board = buildDraftBoard({ made: [1, 2, 3, 4, 5, 6, 7] });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 17 }));
		expect(await screen.findByText("You're up: pick 8", { selector: "[aria-live=assertive]" })).toBeDefined();
		await waitFor(() => expect(document.title).toContain("You're up! Café Ruck"));
	});

	test("says who paused it, and why a clock has started again [D2.9.334]", async () => {
		let board = buildDraftBoard({
			draftStatus: "paused",
			deadline: null,
			timeLeft: 31_000,
			pauseReason: "commissioner",
			log: [buildLogEntry(2, { action: "paused", by: BOSSES })],
		});
		fakeDraft({ getBoard: () => board });
		open();
		expect(await screen.findByText("Paused by Bosses. The clock is stopped.")).toBeDefined();
		expect(screen.getByRole("timer").textContent).toBe("0:31");
		expect(screen.queryByRole("button", { name: "Draft Pat Player1" })).toBeNull();
		board = { ...board, version: 12, pauseReason: "upgrade" };
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 12 }));
		expect(await screen.findByText(/^Paused for an update/)).toBeDefined();
		board = buildDraftBoard({ version: 13, log: [buildLogEntry(3, { action: "restarted" })] });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 13 }));
		expect(await screen.findByText(/nobody was autopicked/)).toBeDefined();
		board = buildDraftBoard({ version: 14, log: [buildLogEntry(4, { action: "resumed", pauseReason: "upgrade" })] });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 14 }));
		expect(await screen.findByText(/^The draft goes on after a pause of the whole site/)).toBeDefined();
		fireEvent.click(screen.getByRole("radio", { name: "Log" }));
		expect(screen.getByText("The draft goes on after an update of the site")).toBeDefined();
	});

	test("dates what is not of today in its log", async () => {
		const at = (year: number, month: number, day: number) => new Date(year, month, day, 21, 15).toISOString();
		const now = new Date();
		const log = [
			{ ...buildLogEntry(2, { action: "paused", by: BOSSES }), at: at(2025, 2, 3) },
			{
				...buildLogEntry(3, { action: "resumed", by: BOSSES }),
				at: at(now.getFullYear(), now.getMonth(), now.getDate()),
			},
		];
		fakeDraft({ getBoard: () => buildDraftBoard({ log }) });
		open();
		fireEvent.click(await screen.findByRole("radio", { name: "Log" }));
		const entries = within(screen.getByRole("region", { name: "Log" })).getAllByRole("listitem");
		expect(entries.slice(0, 2).map((entry) => entry.querySelector("time")?.textContent)).toEqual([
			"9:15 pm",
			"3 Mar 2025, 9:15 pm",
		]);
	});
});

describe("a pick", () => {
	test("names the pick on the clock and a key [D2.9.335]", async () => {
		const { posted } = fakeDraft({
			getBoard: () => buildDraftBoard(),
			handlers: { [PICK]: () => refusal(409, "draft-paused", "The draft is paused") },
		});
		open();
		const dialog = await openPick("Pat Player2");
		expect(dialog.getByText("Pick 1 · Round 1")).toBeDefined();
		fireEvent.click(dialog.getByRole("button", { name: "Draft Player2" }));
		expect((await dialog.findByRole("alert")).textContent).toBe("The draft is paused");
		fireEvent.click(dialog.getByRole("button", { name: "Draft Player2" }));
		await waitFor(() => expect(posted).toHaveLength(2));
		const [first, second] = posted.map(({ body }) => body as { readonly key: string });
		expect(first).toEqual({ overallPick: 1, playerId: 2, key: expect.stringMatching(/^[\da-f]{8}-/) });
		expect(second).toEqual(first);
	});

	test("a late confirmation never makes the next pick [D2.9.336]", async () => {
		let board = buildDraftBoard({ own: { autopick: "if-missed" } });
		const { posted } = fakeDraft({ getBoard: () => board });
		open();
		const dialog = await openPick("Pat Player2");
		board = buildDraftBoard({ made: [3] });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 11 }));
		expect(await dialog.findByText("The draft has moved on from pick 1. Nothing was picked.")).toBeDefined();
		expect(dialog.queryByRole("button", { name: "Draft Player2" })).toBeNull();
		board = buildDraftBoard({ made: [3, 2] });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 12 }));
		expect(await dialog.findByText("Bosses took her with pick 2. Nothing was picked for you.")).toBeDefined();
		expect(posted).toEqual([]);
	});

	test("whose answer is lost is shown as made, and the focus follows", async () => {
		let board = buildDraftBoard();
		fakeDraft({
			getBoard: () => board,
			handlers: { [PICK]: () => refusal(502, "bad-gateway", "The server can't be reached") },
		});
		open();
		const dialog = await openPick("Pat Player2");
		fireEvent.click(dialog.getByRole("button", { name: "Draft Player2" }));
		expect((await dialog.findByRole("alert")).textContent).toBe("The server can't be reached");
		board = buildDraftBoard({ made: [2] });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 11 }));
		expect(await screen.findByText("Pat Player2 drafted with pick 1")).toBeDefined();
		expect(screen.queryByRole("dialog")).toBeNull();
		await waitFor(async () => expect(document.activeElement).toBe(await getCard()));
	});

	test("of a full position says why it cannot be made", async () => {
		// Kit Bag has two defenders and is up again with pick 9.
		fakeDraft({ getBoard: () => buildDraftBoard({ made: [1, 2, 3, 5, 6, 8, 9, 4] }) });
		open();
		await screen.findByRole("button", { name: "Draft Pat Player11" });
		expect(screen.queryByRole("button", { name: "Draft Pat Player7" })).toBeNull();
		expect(screen.getAllByText("No spot left at her position").length).toBe(6);
	});

	test("that was skipped can be made at any time", async () => {
		fakeDraft({ getBoard: () => buildDraftBoard({ skipped: [1] }) });
		open();
		expect(await screen.findByText("Pick 1 is still open. Make it whenever you like.")).toBeDefined();
		expect((await openPick("Pat Player2")).getByText("Pick 1 · Round 1")).toBeDefined();
	});
});

describe("one's own seat", () => {
	test("moves a queued player by keyboard, and saves the queue [D2.9.337]", async () => {
		const { posted } = fakeDraft({ getBoard: () => buildDraftBoard(), queue: [4, 5, 6] });
		open();
		const queue = await getQueue();
		const findHandle = (place: number) =>
			queue.findByRole("button", { name: `Move Pat Player6, number ${place}. Use the arrow keys` });
		(await findHandle(3)).focus();
		fireEvent.keyDown(await findHandle(3), { key: "Home" });
		expect(await queue.findByText("Pat Player6 is now 1 of 3")).toBeDefined();
		fireEvent.keyDown(await findHandle(1), { key: "ArrowDown" });
		expect(document.activeElement).toBe(await findHandle(2));
		await waitFor(() => expect(posted.at(-1)?.body).toEqual({ queue: [4, 6, 5] }));
	});

	test("a key that moves nobody does not take the focus later", async () => {
		let board = buildDraftBoard({ made: [1] });
		fakeDraft({ getBoard: () => board, queue: [4, 5, 6] });
		open();
		const queue = await getQueue();
		const first = await queue.findByRole("button", { name: "Move Pat Player4, number 1. Use the arrow keys" });
		first.focus();
		fireEvent.keyDown(first, { key: "ArrowUp" });
		const search = screen.getByRole("textbox", { name: "Find a player" });
		search.focus();
		board = buildDraftBoard({ made: [1, 5] });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 12 }));
		await waitFor(() => expect(queue.queryByText("Pat Player5")).toBeNull());
		expect(document.activeElement).toBe(search);
	});

	test("a removed player leaves the focus on the next one", async () => {
		const { posted } = fakeDraft({ getBoard: () => buildDraftBoard(), queue: [4, 5, 6] });
		open();
		const queue = await getQueue();
		const remove = await queue.findByRole("button", { name: "Remove Pat Player5" });
		remove.focus();
		fireEvent.click(remove);
		await waitFor(() => expect(document.activeElement).toBe(queue.getByRole("button", { name: "Remove Pat Player6" })));
		await waitFor(() => expect(posted.map(({ body }) => body)).toEqual([{ queue: [4, 6] }]));
	});

	test("says why the queue could not be loaded, without a skeleton", async () => {
		fakeDraft({
			getBoard: () => buildDraftBoard(),
			handlers: { [PREFERENCES]: () => refusal(500, "internal", "The queue is away") },
		});
		open();
		const queue = await getQueue();
		const alert = await queue.findByRole("alert");
		expect(alert.textContent).toContain("The queue is away");
		expect(alert.parentElement?.querySelector("[aria-hidden=true][style]")).toBeNull();
	});

	test("says why the players could not be loaded, without a heading", async () => {
		let isAway = true;
		const freeAgents = success(listFreeAgents, { version: 1, players: [] });
		fakeDraft({
			getBoard: () => buildDraftBoard(),
			handlers: {
				"/draft/free-agents/list/5": () => (isAway ? refusal(500, "internal", "The players are away") : freeAgents),
			},
		});
		open();
		const pool = within(await screen.findByRole("region", { name: "Players" }));
		expect((await pool.findByRole("alert")).textContent).toContain("The players are away");
		expect(pool.queryByRole("heading")).toBeNull();
		expect((await getQueue()).queryByRole("heading")).toBeNull();
		isAway = false;
		fireEvent.click(pool.getByRole("button", { name: "Try again" }));
		expect(await pool.findByText("0 players")).toBeDefined();
	});

	test("saves the queue again that a lost connection kept", async () => {
		let isLost = true;
		const saved = { queue: [4, 6], ranking: [], doNotDraft: [] };
		const { posted } = fakeDraft({
			getBoard: () => buildDraftBoard(),
			league: buildDraftLeague({ isMock: true }),
			handlers: {
				[PREFERENCES]: (body) =>
					body && isLost
						? refusal(502, "bad-gateway", "The server can't be reached")
						: success(showDraftPreferences, body ? saved : { ...saved, queue: [4, 5, 6] }),
			},
		});
		open();
		const queue = await getQueue();
		fireEvent.click(await queue.findByRole("button", { name: "Remove Pat Player5" }));
		expect(await queue.findByText(/^Not saved yet/)).toBeDefined();
		expect(queue.queryByText("Pat Player5")).toBeNull();
		isLost = false;
		act(() => void dispatchEvent(new Event("online")));
		await waitFor(() => expect(queue.queryByText(/^Not saved yet/)).toBeNull());
		expect(posted.map(({ body }) => body)).toEqual([{ queue: [4, 6] }, { queue: [4, 6] }]);
	});

	test("one save waits for the other, and a load replaces neither", async () => {
		const saves: (() => void)[] = [];
		const saved = { queue: [4, 5, 6], ranking: [], doNotDraft: [] };
		const { posted, requests } = fakeDraft({
			getBoard: () => buildDraftBoard(),
			league: buildDraftLeague({ isMock: true }),
			handlers: {
				[PREFERENCES]: async (body) => {
					if (body) await new Promise<void>((resolve) => saves.push(resolve));
					return success(showDraftPreferences, saved);
				},
			},
		});
		open();
		const queue = await getQueue();
		fireEvent.click(await queue.findByRole("button", { name: "Remove Pat Player5" }));
		await waitFor(() => expect(posted).toHaveLength(1));
		fireEvent.click(queue.getByRole("button", { name: "Remove Pat Player6" }));
		act(() => void dispatchEvent(new Event("focus")));
		await waitFor(() => expect(requests.filter((request) => request === `GET ${PREFERENCES}`)).toHaveLength(2));
		act(() => void dispatchEvent(new Event("online")));
		expect(posted).toHaveLength(1);
		act(() => saves[0]?.());
		await waitFor(() => expect(posted).toHaveLength(2));
		expect(posted[1]?.body).toEqual({ queue: [4] });
		act(() => saves[1]?.());
	});

	test("turns autopick off by one press, and ends an absence [D2.9.338]", async () => {
		let board = buildDraftBoard({ own: { autopick: "on" } });
		const { posted } = fakeDraft({
			getBoard: () => board,
			handlers: {
				"/draft/draft-process/5/autopick": () => success(setAutopick, { version: 11 }),
				"/draft/draft-process/5/back": () => success(setAutopick, { version: 12 }),
			},
		});
		open();
		fireEvent.click(await screen.findByRole("button", { name: "Pick myself" }));
		await waitFor(() =>
			expect(posted).toEqual([{ path: "/draft/draft-process/5/autopick", body: { mode: "if-missed" } }]),
		);
		board = buildDraftBoard({ version: 11, own: { isAway: true } });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 11 }));
		expect(await screen.findByText("You missed two picks, so your clock is down to 10 seconds.")).toBeDefined();
		fireEvent.click(screen.getByRole("button", { name: "I'm back" }));
		await waitFor(() => expect(posted.at(-1)?.path).toBe("/draft/draft-process/5/back"));
	});
});

test("whoever is no member sees how to join", async () => {
	fakeDraft({
		getBoard: () => buildDraftBoard(),
		handlers: { "/fantasy/league/5": () => success(showLeague, { league: buildLeague({ isMember: false }) }) },
	});
	const { getAddress } = open();
	await waitFor(() => expect(getAddress()).toBe("/leagues/join/CAFE22"));
});

test("keeps the screen awake, and plays a sound only if turned on [D2.9.333]", async () => {
	const requested: string[] = [];
	const sounds: string[] = [];
	stubWakeLock((kind) => requested.push(kind));
	onTestFinished(() => stubWakeLock(null));
	const param = { value: 0, setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
	const node = {
		frequency: param,
		gain: param,
		connect: () => node,
		start: () => sounds.push("note"),
		stop: () => undefined,
	};
	class FakeAudio {
		currentTime = 0;
		destination = node;
		createOscillator = () => node;
		createGain = () => node;
		close = () => Promise.resolve();
	}
	vi.stubGlobal("AudioContext", FakeAudio);
	let board = buildDraftBoard();
	fakeDraft({ getBoard: () => board });
	open();
	expect((await getCard()).textContent).toContain("You're up");
	expect(requested).toEqual(["screen"]);
	expect(sounds).toEqual([]);
	fireEvent.click(screen.getByRole("button", { name: "Autopick if missed" }));
	fireEvent.click(await screen.findByRole("checkbox", { name: /^Play a sound/ }));
	expect(sounds).toEqual(["note", "note"]);
	board = buildDraftBoard({ made: [1, 2, 3, 4, 5, 6, 7] });
	act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 17 }));
	await waitFor(() => expect(sounds).toHaveLength(4));
});

test("lets the screen sleep during a slow draft", async () => {
	const requested: string[] = [];
	stubWakeLock((kind) => requested.push(kind));
	onTestFinished(() => stubWakeLock(null));
	fakeDraft({ getBoard: () => buildDraftBoard(), league: buildDraftLeague({ clock: "slow", pickTurnTime: 7_200 }) });
	open();
	await getCard();
	expect(requested).toEqual([]);
});

describe("the commissioner", () => {
	const may = { ...buildDraftLeague().may, run: true, undo: true, reset: true };
	const league = buildDraftLeague({ may });

	test("undoes what she sees, once the draft is paused [D2.9.339]", async () => {
		const { posted } = fakeDraft({
			league,
			getBoard: () =>
				buildDraftBoard({
					made: [1, 2],
					version: 20,
					draftStatus: "paused",
					deadline: null,
					timeLeft: 60_000,
					log: [buildLogEntry(4, { action: "undone", undone: "pick", overallPick: 2, teamId: 12 })],
				}),
			handlers: {
				"/draft/draft-process/5/undo": () => refusal(409, "draft-changed", "The draft has moved on"),
				"/draft/draft-process/5/resume": () => success(resumeDraft, { version: 21 }),
			},
		});
		open();
		fireEvent.click(await screen.findByRole("button", { name: "Run draft" }));
		const drawer = within(await screen.findByRole("dialog"));
		expect(drawer.getByText("Undo takes back: Pick 1: Kit Bag took Pat Player1")).toBeDefined();
		fireEvent.click(drawer.getByRole("button", { name: "Undo last" }));
		expect((await drawer.findByRole("alert")).textContent).toBe("The draft has moved on");
		expect(posted).toEqual([{ path: "/draft/draft-process/5/undo", body: { version: 20 } }]);
		fireEvent.click(drawer.getByRole("button", { name: "Resume" }));
		await waitFor(() => expect(drawer.queryByRole("alert")).toBeNull());
	});

	test.each([
		["operator", "Only the site’s operator can resume this draft. It goes on after the maintenance."],
		["upgrade", "The draft goes on by itself once the update of the site is done."],
	] as const)("offers no resumption of a pause for %s, and says who resumes [D2.9.491]", async (pauseReason, text) => {
		const pause = { draftStatus: "paused", pauseReason, deadline: null, timeLeft: 60_000 } as const;
		fakeDraft({ league, getBoard: () => buildDraftBoard({ made: [1], ...pause }) });
		open();
		fireEvent.click(await screen.findByRole("button", { name: "Run draft" }));
		const drawer = within(await screen.findByRole("dialog"));
		expect(drawer.getByText(text)).toBeDefined();
		expect(drawer.queryByRole("button", { name: "Resume" })).toBeNull();
		expect(drawer.getByRole("button", { name: "Undo last" })).toHaveProperty("disabled", false);
	});

	test("may resume after a restore [D2.9.491]", async () => {
		const pause = { draftStatus: "paused", pauseReason: "restore", deadline: null, timeLeft: 60_000 } as const;
		fakeDraft({ league, getBoard: () => buildDraftBoard({ made: [1], ...pause }) });
		open();
		fireEvent.click(await screen.findByRole("button", { name: "Run draft" }));
		expect(within(await screen.findByRole("dialog")).getByRole("button", { name: "Resume" })).toBeDefined();
	});

	test("picks for the team on the clock [D2.9.339]", async () => {
		const { posted } = fakeDraft({
			league,
			getBoard: () => buildDraftBoard({ made: [1] }),
			handlers: {
				"/draft/draft-process/5/pick-for": () => refusal(409, "draft-player-taken", "She was taken with pick 2"),
			},
		});
		open();
		fireEvent.click(await screen.findByRole("button", { name: "Run draft" }));
		fireEvent.click(await screen.findByRole("button", { name: "Pick 2 for Bosses" }));
		expect(await screen.findByText("You're choosing pick 2 for Bosses.")).toBeDefined();
		const dialog = await openPick("Pat Player5");
		expect(dialog.getByText("Pick 2 · Round 1 · for Bosses")).toBeDefined();
		fireEvent.click(dialog.getByRole("button", { name: "Draft Player5" }));
		expect((await dialog.findByRole("alert")).textContent).toBe("She was taken with pick 2");
		expect(posted.map(({ path }) => path)).toEqual(["/draft/draft-process/5/pick-for"]);
	});

	test("picks for a team no longer once its turn is over", async () => {
		let board = buildDraftBoard({ made: [1] });
		fakeDraft({ league, getBoard: () => board });
		open();
		fireEvent.click(await screen.findByRole("button", { name: "Run draft" }));
		fireEvent.click(await screen.findByRole("button", { name: "Pick 2 for Bosses" }));
		expect(await screen.findByText("You're choosing pick 2 for Bosses.")).toBeDefined();
		board = buildDraftBoard({ made: [1, 5] });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 12 }));
		await waitFor(async () => expect((await getCard()).textContent).toContain("Robot 3"));
		board = buildDraftBoard({ made: [1], version: 13 });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 13 }));
		await waitFor(async () => expect((await getCard()).textContent).toContain("Bosses"));
		expect(screen.queryByText("You're choosing pick 2 for Bosses.")).toBeNull();
	});

	test("skips, exchanges picks and changes the clock [D2.9.339]", async () => {
		const changed = () => success(setAutopick, { version: 12 });
		const { posted } = fakeDraft({
			league,
			getBoard: () => buildDraftBoard({ made: [1] }),
			handlers: {
				"/draft/draft-process/5/skip": changed,
				"/draft/draft-process/5/exchange": changed,
				"/draft/draft-process/5/clock": changed,
			},
		});
		open();
		fireEvent.click(await screen.findByRole("button", { name: "Run draft" }));
		fireEvent.click(await screen.findByRole("button", { name: "Skip pick 2 of Bosses" }));
		await waitFor(() => expect(posted.at(-1)?.body).toEqual({ overallPick: 2 }));
		fireEvent.click(screen.getByRole("button", { name: "Swap picks" }));
		for (const [field, option] of [
			["first", "2 · Bosses"],
			["second", "8 · Kit Bag"],
		] as const) {
			const select = document.querySelector(`[data-field=${field}]`);
			if (!(select instanceof HTMLElement)) throw new Error(`There is no field ${field}`);
			fireEvent.click(within(select).getByRole("button"));
			fireEvent.click(await screen.findByRole("option", { name: option }));
		}
		fireEvent.click(await screen.findByRole("button", { name: "Swap owners" }));
		await waitFor(() => expect(posted.at(-1)?.body).toEqual({ overallPick: 2, otherOverallPick: 8, version: 11 }));
		fireEvent.click(screen.getByRole("button", { name: "Change clock" }));
		fireEvent.click(screen.getByRole("radio", { name: "Slow" }));
		fireEvent.click(screen.getByRole("checkbox", { name: "Stop the clock at night" }));
		const [, submit] = screen.getAllByRole("button", { name: "Change clock" });
		if (submit) fireEvent.click(submit);
		await waitFor(() =>
			expect(posted.at(-1)?.body).toEqual({
				clock: "slow",
				pickTurnTime: 14_400,
				nightPause: null,
			}),
		);
	});
});
