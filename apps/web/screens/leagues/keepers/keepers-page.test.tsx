import { type KeepersView, saveKeepers, setKeeperDeadline, showKeepers } from "@first-bounce/contract/draft/keepers";
import { showLeague } from "@first-bounce/contract/leagues/league";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { buildDraftBoard, buildDraftLeague, fakeDraft } from "../../../../../testing/web/draft-fakes.ts";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { paths } from "../../../app/paths.ts";
import { publishDraftChange } from "../../../live/draft-events.ts";
import { LeagueScreen } from "../league/league-screen.tsx";

beforeEach(() => setWindowWidth(1280));

const squad = buildDraftLeague().squad;
const turns = buildDraftBoard().futurePicks;
const buildPlayer = (playerId: number, pickedRound: number | null, change: object = {}) => ({
	playerId,
	name: `Ada Player${playerId}`,
	pickedRound,
	yearsKept: 0,
	round: pickedRound === 1 ? null : (pickedRound ?? 5) - 1,
	yearsLeft: 2,
	problem: pickedRound === 1 ? ("first-round" as const) : null,
	...change,
});
const team = { colour: null, isRobot: false, isConfirmed: true, hasChosen: false, keepers: null };
const buildView = (change: Partial<KeepersView> = {}): KeepersView => ({
	version: 3,
	phase: "open",
	format: "keeper",
	most: 2,
	maxKeeperYears: 3,
	minDelists: 2,
	squad,
	deadline: "2026-09-11T05:00:00.000Z",
	hasOrder: true,
	picks: turns.map(({ overallPick, round, teamId, originalTeamId }) => ({
		overallPick,
		round,
		teamId,
		originalTeamId,
	})),
	teams: [
		{
			...team,
			teamId: 11,
			teamName: "Kit Bag",
			manager: { userId: 7, teamName: "Kit Bag", avatarVersion: 0 },
			isConfirmed: false,
			players: [
				buildPlayer(1, 1),
				buildPlayer(2, 4),
				buildPlayer(3, 4),
				buildPlayer(5, 3),
				{ ...buildPlayer(0, 2), playerId: null, name: "Retired Legend", round: null, problem: "gone" as const },
			],
		},
		{
			...team,
			teamId: 12,
			teamName: "Bosses",
			manager: { userId: 9, teamName: "Bosses", avatarVersion: 0 },
			hasChosen: true,
			players: [buildPlayer(6, 2)],
		},
		{ ...team, teamId: 13, teamName: "Robot 3", manager: null, isRobot: true, players: [] },
		{ ...team, teamId: 14, teamName: "", manager: null, players: [] },
	],
	myTeamId: 11,
	mayChooseFor: [11],
	mayManage: false,
	...change,
});

function open(view: KeepersView, handlers = {}) {
	const league = buildLeague({ class: "draft", draftStatus: "setup", hasKeepers: true });
	const fakes = fakeDraft({
		getBoard: () => buildDraftBoard({ draftStatus: "setup" }),
		handlers: {
			"/draft/keepers/5": () => success(showKeepers, view),
			"/draft/keepers/5/confirm": () => success(showKeepers, view),
			"/fantasy/league/5": () => success(showLeague, { league }),
			...handlers,
		},
	});
	renderAt(
		"/leagues/5/keepers",
		<Routes>
			<Route path={paths.league.pattern} element={<LeagueScreen />} />
		</Routes>,
	);
	return fakes;
}
const getSave = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
const findKeep = (name: string) => screen.findByRole("button", { name: `Keep ${name}` });

test("shows what each costs, and what moves up [D2.9.461]", async () => {
	const { posted } = open(buildView());
	expect(await screen.findByText("Can’t be kept: no round before the first")).toBeDefined();
	expect(screen.getByText("Not in the competition this season")).toBeDefined();
	expect(screen.queryByRole("button", { name: "Keep Retired Legend" })).toBeNull();
	const first = await findKeep("Ada Player2");
	expect(first.getAttribute("aria-pressed")).toBe("false");
	fireEvent.click(first);
	fireEvent.click(await findKeep("Ada Player3"));
	expect(first.getAttribute("aria-pressed")).toBe("true");
	expect(screen.getByText(/Costs round 2, because round 3 is taken/)).toBeDefined();
	expect(screen.getByText("2 of 2 kept")).toBeDefined();
	const board = screen.getByRole("table", { name: "Draft board" });
	expect(within(board).getAllByText("Kept")).toHaveLength(2);
	fireEvent.click(await findKeep("Ada Player5"));
	expect(screen.getByText("Keep 2 players at most.")).toBeDefined();
	expect(getSave().disabled).toBe(true);
	fireEvent.click(await findKeep("Ada Player5"));
	fireEvent.click(screen.getByRole("button", { name: "Save" }));
	await waitFor(() => expect(posted.map(({ body }) => body)).toContainEqual({ playerIds: [2, 3] }));
});

test("hides others' choices, and confirms the place [D2.9.461]", async () => {
	const { posted } = open(buildView());
	expect(await screen.findByText("Has chosen")).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: "I’m in" }));
	await waitFor(() => expect(posted).toHaveLength(1));
});

test("chooses whom to delist in a dynasty league [D2.9.461]", async () => {
	open(buildView({ format: "dynasty", most: 2 }));
	const delist = await screen.findByRole("button", { name: "Delist Ada Player2" });
	expect(delist.getAttribute("aria-pressed")).toBe("false");
	expect(screen.getByText("Delist 1 more player.")).toBeDefined();
	fireEvent.click(delist);
	expect(screen.getByText("1 delisted, 1 needed")).toBeDefined();
	expect(getSave().disabled).toBe(false);
});

test("shows everybody's keepers once they are final [D2.9.461]", async () => {
	const view = buildView({ phase: "closed", mayChooseFor: [] });
	const teams = view.teams.map((one) => (one.teamId === 12 ? { ...one, keepers: [6] } : { ...one, keepers: [] }));
	open({ ...view, teams });
	expect(await screen.findByText("Keeps 1 player")).toBeDefined();
	expect(screen.getByText("Ada Player6")).toBeDefined();
	expect(screen.queryByRole("button", { name: /^Keep / })).toBeNull();
});

test("shows who is kept, not an unsaved choice, after the deadline", async () => {
	let view = buildView();
	open(view, { "/draft/keepers/5": () => success(showKeepers, view) });
	fireEvent.click(await findKeep("Ada Player2"));
	const board = within(screen.getByRole("table", { name: "Draft board" }));
	expect(board.getAllByText("Kept")).toHaveLength(1);
	view = buildView({
		version: 4,
		phase: "closed",
		mayChooseFor: [],
		teams: view.teams.map((one) => ({ ...one, keepers: one.teamId === 11 ? [3] : [] })),
	});
	act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 4 }));
	await waitFor(() => expect(screen.queryByRole("button", { name: /^Keep / })).toBeNull());
	const isKept = (name: string) => screen.getAllByText(name)[0]?.closest("li")?.hasAttribute("data-kept");
	expect([isKept("Pat Player2"), isKept("Pat Player3")]).toEqual([false, true]);
	expect(board.getByText("Kept").closest("td")?.textContent).toContain("Player3");
});

test("shows what was saved even if it cannot be loaded again", async () => {
	const view = buildView();
	const teams = view.teams.map((one) => (one.teamId === 11 ? { ...one, hasChosen: true, keepers: [2] } : one));
	const load = vi.fn(() => refusal(500, "internal", "The keepers are away"));
	load.mockImplementationOnce(() => success(showKeepers, view));
	open(view, {
		"/draft/keepers/5": (body: unknown) => (body ? success(saveKeepers, { ...view, teams }) : load()),
	});
	fireEvent.click(await findKeep("Ada Player2"));
	fireEvent.click(getSave());
	expect(await screen.findByRole("button", { name: "Saved" })).toBeDefined();
	expect((await findKeep("Ada Player2")).getAttribute("aria-pressed")).toBe("true");
});

test("a deadline typed in part is not sent as none", async () => {
	const { posted } = open(buildView({ mayManage: true }), {
		"/draft/keepers/5/deadline": () => success(setKeeperDeadline, buildView({ mayManage: true, deadline: null })),
	});
	fireEvent.click(await screen.findByRole("button", { name: "Change the deadline" }));
	const input = screen.getByLabelText<HTMLInputElement>(/Keepers are chosen until/);
	const submit = () => fireEvent.submit(input.form as HTMLFormElement);
	fireEvent.change(input, { target: { value: "" } });
	// jsdom knows no half-typed dates.
	const validity = { badInput: true };
	const reportValidity = vi.fn(() => false);
	Object.defineProperties(input, { validity: { value: validity }, reportValidity: { value: reportValidity } });
	submit();
	expect(reportValidity).toHaveBeenCalledOnce();
	validity.badInput = false;
	submit();
	await waitFor(() => expect(posted.map(({ body }) => body)).toEqual([{ deadline: null }]));
});
