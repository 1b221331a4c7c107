import * as calls from "@first-bounce/contract/operator/draft-leagues";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DRAFT_PLAYERS } from "../../../../../testing/web/draft-fakes.ts";
import { fakeApi, file, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildSeasonFiles } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { buildTransaction, NEXT_RUN } from "../../../../../testing/web/waiver-fakes.ts";
import { RoleContext } from "../parts/role.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { DraftLeaguesSection } from "./draft-leagues.tsx";

const Section = ({ role }: { readonly role: OperatorRole }) => {
	useOperatorTexts();
	return (
		<RoleContext value={role}>
			<DraftLeaguesSection />
		</RoleContext>
	);
};

const LISTED: calls.ListedDraftLeague = {
	id: 5,
	name: "The Draft Club",
	format: "keeper",
	draftStatus: "live",
	teams: 2,
	size: 4,
	startsAt: null,
	troubles: ["overdue", "away"],
};
const buildSquad = (teamId: number, change: Partial<calls.OperatorDraftLeague["squads"][number]>) => ({
	teamId,
	teamName: "",
	isRobot: false,
	isVacant: false,
	isAway: false,
	misses: 0,
	playerIds: [],
	injuredPlayerId: null,
	...change,
});
const LEAGUE: calls.OperatorDraftLeague = {
	...LISTED,
	commissioner: "Kit Bag",
	deputies: 1,
	draft: { pauseReason: null, deadlineAt: null, activeTeamId: 12, picksMade: 3, picks: 16, problems: [] },
	squads: [
		buildSquad(11, { teamName: "Kit Bag", playerIds: [1, 2] }),
		buildSquad(12, { isVacant: true, isAway: true, misses: 2 }),
	],
	nextRun: null,
	tradeDeadline: null,
	keepersDueAt: null,
	unmatchedPlayers: [],
	findings: [],
	transactions: [],
};
const DRAFTED: calls.OperatorDraftLeague = {
	...LEAGUE,
	draftStatus: "complete",
	troubles: ["players-unmatched"],
	nextRun: NEXT_RUN,
	tradeDeadline: 9,
	unmatchedPlayers: ["Ada Adams"],
	findings: [{ kind: "not-owned", teamId: 11, playerId: 3, roundId: 2 }],
	transactions: [
		buildTransaction("8", {
			kind: "free-agent",
			moves: [{ playerId: 1, fromTeamId: null, toTeamId: 11, kind: "added" }],
			mayUndo: true,
		}),
	],
};

function open(league: calls.OperatorDraftLeague, role: OperatorRole = "match-day", handlers = {}) {
	const files = buildSeasonFiles(DRAFT_PLAYERS);
	const api = fakeApi({
		"/operator/draft-leagues": () => success(calls.listDraftLeagues, { leagues: [LISTED], nextBefore: null }),
		"/operator/draft-leagues/5": () => success(calls.showOperatorDraftLeague, { league }),
		"/json/fantasy/season.json": () => file(files.season),
		"/json/fantasy/squads.json": () => file(files.squads),
		"/json/fantasy/players.json": () => file(files.players),
		"/json/fantasy/rounds.json": () => file(files.rounds),
		...handlers,
	});
	return { ...renderAt("/operator/draft-leagues", <Section role={role} />), ...api };
}

const openLeague = async () => fireEvent.click(await screen.findByRole("button", { name: "View The Draft Club" }));

test("a league in trouble is listed and opened [D2.9.590]", async () => {
	const { getAddress } = open(LEAGUE);
	const row = (await screen.findByText("The Draft Club")).closest("tr");
	expect(row?.textContent).toContain("Clock overdueTeams away");
	await openLeague();
	expect(
		await screen.findByText("Away after two missed picks, with a short clock: Team 2.", { exact: false }),
	).toBeDefined();
	expect(getAddress()).toBe("/operator/draft-leagues?league=5");
	expect(screen.getByText("Kit Bag · 1 deputy")).toBeDefined();
	expect(screen.getByText("3/16")).toBeDefined();
	expect(screen.getByRole("button", { name: "Pause the draft" })).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: "All leagues" }));
	expect(await screen.findByRole("button", { name: "View The Draft Club" })).toBeDefined();
});

test("a search looks in all leagues of the season [D2.9.590]", async () => {
	const { queries: asked } = open(LEAGUE);
	const box = await screen.findByRole("searchbox", { name: "Name, code or id" });
	fireEvent.change(box, { target: { value: "club" } });
	await waitFor(() => expect(asked.at(-1)?.query).toEqual({ show: "all", search: "club" }));
});

test("a pause is confirmed with a reason [D2.9.591]", async () => {
	const { posted } = open(LEAGUE, "owner", {
		"/operator/draft-leagues/5/draft": () => success(calls.changeLeagueDraft, { league: LEAGUE }),
	});
	await openLeague();
	fireEvent.click(await screen.findByRole("button", { name: "Pause the draft" }));
	const dialog = within(await screen.findByRole("dialog"));
	expect(dialog.getByText(/Only an operator can resume the draft/)).toBeDefined();
	fireEvent.change(dialog.getByRole("textbox", { name: "Reason" }), { target: { value: "Wrong order" } });
	fireEvent.click(dialog.getByRole("button", { name: "Pause the draft" }));
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	expect(posted).toEqual([
		{ path: "/operator/draft-leagues/5/draft", body: { action: "pause", reason: "Wrong order" } },
	]);
});

test("a move is undone, or why not is read in the dialog [D2.9.592]", async () => {
	const { posted } = open(DRAFTED, "match-day", {
		"/operator/draft-leagues/5/undo": () => refusal(409, "undo-after-lock", "A match has started since, so it stays"),
	});
	await openLeague();
	expect(await screen.findByText(/No certain match in this season’s list: Ada Adams/)).toBeDefined();
	expect(screen.getByRole("link", { name: "Find the players" }).getAttribute("href")).toBe("/operator/players");
	expect(await screen.findByText("Kit Bag · Pat Player3 · Round 2: in a line-up, but not in the squad")).toBeDefined();
	expect(screen.getByText("First bounce of round 9")).toBeDefined();
	const button = screen.getByRole("button", { name: "Undo: Kit Bag added Pat Player1" });
	button.focus();
	fireEvent.click(button);
	const dialog = within(await screen.findByRole("dialog", { name: "Undo this move?" }));
	fireEvent.change(dialog.getByRole("textbox", { name: "Reason" }), { target: { value: "Both asked for it" } });
	fireEvent.click(dialog.getByRole("button", { name: "Undo" }));
	expect(await dialog.findByText("A match has started since, so it stays")).toBeDefined();
	expect(posted).toEqual([
		{ path: "/operator/draft-leagues/5/undo", body: { changeId: "8", reason: "Both asked for it" } },
	]);
	fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	await waitFor(() => expect(document.activeElement).toBe(button));
});

test("squads are corrected by moving players by name [D2.9.592]", async () => {
	const { posted } = open(DRAFTED, "match-day", {
		"/operator/draft-leagues/5/correct": () => success(calls.correctByOperator, { league: DRAFTED }),
	});
	await openLeague();
	fireEvent.click(await screen.findByRole("button", { name: "Correct squads" }));
	const dialog = within(await screen.findByRole("dialog", { name: "Correct squads" }));
	fireEvent.change(dialog.getByRole("searchbox", { name: "Find a player" }), { target: { value: "player2" } });
	fireEvent.click(await dialog.findByRole("button", { name: "Pat Player2" }));
	fireEvent.change(dialog.getByRole("textbox", { name: "Reason" }), { target: { value: "Entered twice" } });
	fireEvent.click(dialog.getByRole("button", { name: "Save the correction" }));
	await waitFor(() =>
		expect(posted).toEqual([
			{
				path: "/operator/draft-leagues/5/correct",
				body: { reason: "Entered twice", moves: [{ playerId: 2, toTeamId: null }] },
			},
		]),
	);
});

test.for(["viewer", "moderator"] as const)("a %s sees the league without buttons [D2.9.593]", async (role) => {
	open(DRAFTED, role);
	await openLeague();
	expect(await screen.findByText("Kit Bag added Pat Player1")).toBeDefined();
	expect(screen.queryByRole("button", { name: /Undo/ })).toBeNull();
	expect(screen.queryByRole("button", { name: "Correct squads" })).toBeNull();
});
