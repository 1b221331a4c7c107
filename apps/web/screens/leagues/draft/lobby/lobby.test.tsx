import { changeDraftTeam, type DraftLeague } from "@first-bounce/contract/draft/draft";
import type { DraftBoard } from "@first-bounce/contract/draft/draft-board";
import {
	changeDraftSettings,
	fillWithRobots,
	scheduleDraft,
	setDraftOrder,
	startDraft,
} from "@first-bounce/contract/draft/draft-process";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
	buildDraftBoard,
	buildDraftLeague,
	buildLogEntry,
	fakeDraft,
} from "../../../../../../testing/web/draft-fakes.ts";
import { refusal, success } from "../../../../../../testing/web/fake-api.ts";
import { setWindowWidth } from "../../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { paths } from "../../../../app/paths.ts";
import { Toasts } from "../../../../components/toast/toasts.tsx";
import { DraftScreen } from "../draft-screen.tsx";
import { DraftSettingsCard } from "../settings/draft-settings-card.tsx";

beforeEach(() => setWindowWidth(1280));

const RUN: DraftLeague["may"] = {
	run: true,
	changeSettings: true,
	convert: false,
	drawOrder: true,
	reverseLastLadder: false,
	start: false,
	undo: false,
	reset: false,
	addRobots: false,
};
const buildLobby = (change: Partial<DraftBoard> = {}): DraftBoard => ({
	...buildDraftBoard({ draftStatus: "setup", activePick: null, deadline: null }),
	futurePicks: [],
	log: [],
	...change,
});
const DAY_MS = 86_400_000;

function openLobby(
	league: Partial<DraftLeague> = {},
	board: Partial<DraftBoard> = {},
	handlers: Parameters<typeof fakeDraft>[0]["handlers"] = {},
) {
	const api = fakeDraft({
		getBoard: () => buildLobby(board),
		league: buildDraftLeague({ draftStatus: "setup", order: null, ...league }),
		handlers: handlers ?? {},
	});
	const { unmount } = renderAt(
		"/leagues/5/draft",
		<>
			<Routes>
				<Route path={paths.draft.pattern} element={<DraftScreen />} />
			</Routes>
			<Toasts />
		</>,
	);
	return { ...api, unmount };
}
const saved = (league: Partial<DraftLeague> = {}) => ({ league: buildDraftLeague(league) });

describe("the lobby of a draft", () => {
	test("lists every reason why the draft cannot start, with what mends it [D2.9.357]", async () => {
		openLobby({
			size: 6,
			may: RUN,
			problems: [
				{ code: "teams-missing", missing: 2 },
				{ code: "order-missing" },
				{ code: "limit-below-places", line: "RUC", places: 3, limit: 2 },
				{ code: "players-missing", line: "RUC", needed: 42, known: 26 },
				{ code: "no-round-left" },
			],
		});
		const list = (await screen.findByRole("heading", { name: "Before the draft can start" })).closest("div");
		const items = within(list as HTMLElement).getAllByRole("listitem");
		expect(items.map(({ textContent }) => textContent)).toEqual([
			"2 spots are freeFill spots",
			"The draft order isn't setSet the order",
			"Ruck: the limit of 2 is below the 3 spots of a squadChange the squad",
			"Ruck: the league needs 42 players, and there are 26Change the squad",
			"There is no round left to play this season",
		]);
		expect(screen.getByRole("button", { name: "Start the draft" })).toHaveProperty("disabled", true);
		Element.prototype.scrollIntoView = vi.fn();
		fireEvent.click(screen.getByRole("link", { name: "Set the order" }));
		expect(document.activeElement?.id).toBe("teams");
	});

	test("counts down in the server's time, whatever the device's clock says [D2.9.358]", async () => {
		const serverTime = new Date(Date.now() + 300_000);
		const draftStart = new Date(serverTime.getTime() + 2 * DAY_MS + 3_600_000).toISOString();
		openLobby(
			{ draftStatus: "scheduled", draftStart },
			{
				draftStatus: "scheduled",
				draftStart,
				serverTime: serverTime.toISOString(),
			},
		);
		const timer = await screen.findByRole("timer");
		expect(timer.textContent).toMatch(/^2d (01:00|00:59)/);
		expect(screen.getByText("Everything is set. The draft starts by itself.")).toBeDefined();
	});

	test("shows who is here, robots, teams without a manager and free places [D2.9.359]", async () => {
		const { seats } = buildLobby();
		const [own, bosses, robot, other] = seats;
		if (!own || !bosses || !robot || !other) throw new Error("Four seats");
		openLobby({ size: 6 }, { seats: [{ ...own, isPresent: false }, bosses, robot, { ...other, isRobot: false }] });
		const kitBag = (await screen.findByText("Kit Bag")).closest("li");
		expect(kitBag?.textContent).toContain("Here");
		expect(screen.getByText("Bosses").closest("li")?.textContent).toContain("Not here");
		expect(screen.getByText("Robot 3").closest("li")?.textContent).toContain("Robot");
		expect(screen.getByText("Team 4").closest("li")?.textContent).toContain("No manager");
		expect(screen.getByText("2 free spots")).toBeDefined();
		expect(screen.getByText("1 here")).toBeDefined();
		// A member who does not run the draft gets no controls.
		expect(screen.queryByRole("button", { name: "Draw the order" })).toBeNull();
		expect(screen.queryByRole("button", { name: "Start the draft" })).toBeNull();
	});

	test("fills with robots, draws and starts, in the log by name [D2.9.360]", async () => {
		const by = { userId: 9, teamName: "Bosses", avatarVersion: 0 };
		const { posted } = openLobby(
			{ size: 6, may: { ...RUN, addRobots: true, start: true } },
			{
				log: [
					buildLogEntry(1, { action: "robots-added", by, count: 2 }),
					buildLogEntry(2, { action: "order-drawn", by }),
				],
			},
			{
				"/draft/draft-process/5/robots": () => success(fillWithRobots, saved()),
				"/draft/draft-process/5/order": () => success(setDraftOrder, saved()),
				"/draft/draft-process/5/start": () => success(startDraft, { version: 3 }),
			},
		);
		fireEvent.click(await screen.findByRole("button", { name: "Fill 2 spots with robots" }));
		expect(await screen.findByText(/2 robots have joined/)).toBeDefined();
		fireEvent.click(screen.getByRole("button", { name: "Draw the order" }));
		expect(await screen.findByText("The order has been drawn.")).toBeDefined();
		fireEvent.click(screen.getByRole("button", { name: "Start the draft" }));
		const question = await screen.findByRole("dialog", { name: "Start the draft now?" });
		expect(question.textContent).toContain("1 manager isn't here.");
		fireEvent.click(within(question).getByRole("button", { name: "Start the draft" }));
		await waitFor(() => expect(posted).toHaveLength(3));
		expect(posted[1]?.body).toEqual({ method: "draw" });
		expect(screen.getByText("Bosses added 2 robots")).toBeDefined();
		expect(screen.getByText("Bosses drew the order")).toBeDefined();
	});

	test("sets the order by hand with buttons [D2.9.361]", async () => {
		const { posted } = openLobby(
			{ may: { ...RUN, reverseLastLadder: true } },
			{},
			{
				"/draft/draft-process/5/order": () => success(setDraftOrder, saved()),
			},
		);
		expect(await screen.findByRole("button", { name: "Last season's ladder, reversed" })).toBeDefined();
		fireEvent.click(screen.getByRole("button", { name: "Set by hand" }));
		const dialog = within(await screen.findByRole("dialog", { name: "Order of the first round" }));
		fireEvent.click(dialog.getByRole("button", { name: "Move Robot 3 up" }));
		expect(dialog.getByText("Robot 3 is now 2 of 4")).toBeDefined();
		expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Move Robot 3 up" }));
		fireEvent.click(dialog.getByRole("button", { name: "Move Kit Bag down" }));
		fireEvent.click(dialog.getByRole("button", { name: "Save" }));
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]?.body).toEqual({ method: "manual", teamIds: [13, 11, 12, 14] });
	});

	test("recomputes the draw from its published values [D2.9.362]", async () => {
		vi.stubGlobal("isSecureContext", true);
		onTestFinished(() => void vi.unstubAllGlobals());
		const lastDraw = {
			seedHash: "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
			seed: "a".repeat(64),
			moment: "b".repeat(64),
			teamIds: [11, 12, 13, 14],
		};
		// The same steps in Python give this order.
		const page = openLobby({ order: { method: "draw", teamIds: [11, 14, 13, 12] }, lastDraw });
		expect(await screen.findByText(/the seed is the published one, and the order is the same/)).toBeDefined();
		page.unmount();
		openLobby({ order: { method: "draw", teamIds: [12, 13, 14, 11] }, lastDraw });
		expect(await screen.findByText("Recomputed on this device, the values don't give this order.")).toBeDefined();
	});

	test("shows a refused date at its field, and removes the date [D2.9.363]", async () => {
		const draftStart = new Date(Date.now() + DAY_MS).toISOString();
		let isRefused = true;
		const { posted } = openLobby(
			{ may: RUN, draftStart },
			{ draftStart, draftStatus: "scheduled" },
			{
				"/draft/draft-process/5/schedule": () =>
					isRefused
						? refusal(422, "draft-schedule-past", "The start must lie in the future")
						: success(scheduleDraft, saved()),
			},
		);
		fireEvent.click(await screen.findByRole("button", { name: "Change the date" }));
		const field = screen.getByLabelText(/Date and time of the draft/);
		fireEvent.change(field, { target: { value: "2020-01-01T19:30" } });
		fireEvent.click(screen.getByRole("button", { name: "Save" }));
		expect(await screen.findByText("The start must lie in the future")).toBeDefined();
		expect(field.getAttribute("aria-invalid")).toBe("true");
		isRefused = false;
		fireEvent.change(field, { target: { value: "" } });
		expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
		fireEvent.click(screen.getByRole("button", { name: "Remove date" }));
		expect(await screen.findByText("The draft date was removed.")).toBeDefined();
		expect(posted[1]?.body).toEqual({ draftStart: null });
	});

	test("names the time zone of the chosen date, not of today", async () => {
		vi.useFakeTimers({ now: Date.parse("2026-09-28T05:00:00.000Z"), toFake: ["Date"] });
		const Format = Intl.DateTimeFormat;
		vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function inMelbourne(locale, options) {
			return new Format(locale, { ...options, timeZone: options?.timeZone ?? "Australia/Melbourne" });
		});
		openLobby({ may: RUN });
		fireEvent.click(await screen.findByRole("button", { name: "Set a date" }));
		const input = screen.getByLabelText("Date and time of the draft (AEST)");
		// Daylight saving begins on 4 October.
		fireEvent.change(input, { target: { value: "2026-10-05T19:00" } });
		expect(await screen.findByLabelText("Date and time of the draft (AEDT)")).toBe(input);
	});

	test("changes the draft's settings, and the name and colours of one's team [D2.9.364]", async () => {
		const { posted } = openLobby(
			{ may: RUN },
			{},
			{
				"/draft/draft-process/5/settings": () => success(changeDraftSettings, saved()),
				"/draft/league/5/team": () => success(changeDraftTeam, { version: 4 }),
			},
		);
		fireEvent.click(await screen.findByRole("button", { name: "Change" }));
		fireEvent.click(screen.getByRole("radio", { name: "Slow" }));
		fireEvent.click(screen.getByRole("button", { name: "Save" }));
		expect(await screen.findByText("Draft settings saved.")).toBeDefined();
		// The rest stays as it is, even if another one who runs the league has changed it meanwhile.
		expect(posted[0]?.body).toEqual({
			clock: "slow",
			pickTurnTime: 14_400,
			nightPause: { from: "23:00", to: "07:00" },
		});
		fireEvent.click(screen.getByRole("button", { name: "Name and colours" }));
		const dialog = within(await screen.findByRole("dialog", { name: "Your team in this league" }));
		fireEvent.change(dialog.getByRole("textbox", { name: "Team name" }), { target: { value: "Pick Axes" } });
		fireEvent.click(dialog.getByRole("radio", { name: "Plum" }));
		fireEvent.click(dialog.getByRole("button", { name: "Save" }));
		await waitFor(() => expect(posted[1]?.body).toEqual({ name: "Pick Axes", colour: "plum" }));
	});

	test("settings are shown as locked once the draft has started [D2.9.364]", async () => {
		fakeDraft({ getBoard: () => buildDraftBoard() });
		renderAt(
			"/leagues/5/settings",
			<DraftSettingsCard league={buildDraftLeague({ clock: "slow", pickTurnTime: 7_200 })} />,
		);
		expect(await screen.findByText("Locked: the draft has started.")).toBeDefined();
		expect(screen.getByText("2 hours")).toBeDefined();
		expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
	});

	test("has the member's queue ready before the start [D2.9.365]", async () => {
		const { posted } = openLobby();
		fireEvent.click(await screen.findByRole("button", { name: "Prepare your queue" }));
		expect(await screen.findByRole("heading", { level: 2, name: "Your queue" })).toBeDefined();
		expect(await screen.findByText(/Player1\b/)).toBeDefined();
		fireEvent.click(screen.getByRole("button", { name: "Back to the draft" }));
		expect(await screen.findByText("No draft date yet")).toBeDefined();
		expect(posted).toEqual([]);
	});

	test("keeps the focus when a part of it closes", async () => {
		openLobby({ may: RUN });
		const press = async (name: string) => {
			const button = await screen.findByRole("button", { name });
			button.focus();
			fireEvent.click(button);
		};
		const getPage = () => screen.getByRole("heading", { level: 1 }).closest("[tabindex='-1']");
		await press("Set a date");
		await press("Cancel");
		await waitFor(() => expect(document.activeElement).toBe(getPage()));
		await press("Prepare your queue");
		await press("Back to the draft");
		await waitFor(() => expect(document.activeElement).toBe(getPage()));
	});
});

test("the address of a mock draft that was deleted offers no retry", async () => {
	const unknown = () => refusal(404, "league-unknown", "There is no such league");
	openLobby({}, {}, { "/fantasy/league/5": unknown, "/draft/league/5": unknown });
	expect(await screen.findByRole("heading", { level: 1, name: "There is no such league" })).toBeDefined();
	expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
