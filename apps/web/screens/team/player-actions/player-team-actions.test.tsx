import { getUser } from "@first-bounce/contract/accounts/user";
import { showClock } from "@first-bounce/contract/clock";
import { listMyDraftTeams } from "@first-bounce/contract/draft/draft-lineup";
import { showCoachSettings } from "@first-bounce/contract/team/coach";
import type { Team } from "@first-bounce/contract/team/team";
import { showMyTeam, showTeamRank } from "@first-bounce/contract/team/team";
import { changeTeamCaptain } from "@first-bounce/contract/team/team-actions";
import { listTrades } from "@first-bounce/contract/team/trade";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, file, refusal, success } from "../../../../../testing/web/fake-api.ts";
import {
	buildLineup,
	buildPlayer,
	buildSeasonFiles,
	buildSquad,
	DAY,
	SATURDAY,
} from "../../../../../testing/web/player-season.ts";
import { buildUser, renderAt } from "../../../../../testing/web/render-at.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
import { callKey } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { getProblem } from "../../../components/error-modal/problem-store.ts";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { TeamScreen } from "../team-screen.tsx";
import { PlayerTeamActions } from "./player-team-actions.tsx";

/** Players 1 to 21 are the team, of whom 9 is injured; 30 can be bought, and 31 is too expensive. */
const PLAYERS = [
	...buildSquad((id) => (id === 9 ? { status: "injured" } : {})),
	buildPlayer(30),
	buildPlayer(31, { cost: 15_400_000 }),
];

const newTeam = buildTeam(0, null);
/** Round 1 is complete, so the team has started. */
const buildStartedTeam = (): Team => ({ ...buildTeam(3, buildLineup()), startRoundId: 1 });
/** The team starts in round 2, which has not begun. */
const buildSavedTeam = (): Team => buildTeam(3, buildLineup());

const RECEIPT = { id: "R1", savedAt: "2026-09-11T05:00:00.000Z", action: "change-captain" };

const COACH = { isHidden: false, aim: "season" as const, keepIds: [], banIds: [], waitIds: [] };

/** A phone, on which the team screen shows the team alone. */
beforeEach(() => {
	vi.stubGlobal("matchMedia", () => ({
		matches: false,
		addEventListener: () => undefined,
		removeEventListener: () => undefined,
	}));
});

/** Stands in for the stats centre with a player's details open. */
const StatsCentre = ({ id }: { readonly id: number }) => {
	const season = useSeason();
	const player = season.state === "ready" ? season.value.playerById.get(id) : undefined;
	return season.state === "ready" && player ? <PlayerTeamActions player={player} season={season.value} /> : null;
};

/** Opens a player in the stats centre. */
function openPlayer(
	id: number,
	team: Team,
	{
		showTeam = () => success(showMyTeam, { team, rollbackAvailable: false }),
		showTrades = () => success(listTrades, { team, rollbackAvailable: false, trades: [], tradesLeft: 2 }),
	} = {},
) {
	const files = buildSeasonFiles(PLAYERS);
	const now = new Date(SATURDAY - DAY).toISOString();
	const api = fakeApi({
		"/user": () => success(getUser, { user: buildUser() }),
		"/season/clock": () =>
			success(showClock, { seasonTime: now, wallTime: now, speed: 0, isDemo: false, playingRoundId: null }),
		"/json/fantasy/season.json": () => file(files.season),
		"/json/fantasy/squads.json": () => file(files.squads),
		"/json/fantasy/players.json": () => file(files.players),
		"/json/fantasy/rounds.json": () => file(files.rounds),
		"/fantasy/team/show-my": showTeam,
		"/draft/my-teams": () => success(listMyDraftTeams, { teams: [] }),
		"/fantasy/coach/show-my": () => success(showCoachSettings, COACH),
		"/fantasy/coach/player": (body) =>
			success(showCoachSettings, { ...COACH, waitIds: [(body as { playerId: number }).playerId] }),
		"/fantasy/trade/list": showTrades,
		"/fantasy/team/overall-rank": () =>
			success(showTeamRank, { overallRank: null, roundRank: null, roundPoints: 0, overallPoints: 0 }),
		"/fantasy/team/change-captain": () =>
			success(changeTeamCaptain, { team, rollbackAvailable: false, receipt: RECEIPT }),
	});
	const page = renderAt(
		"/stats-centre",
		<>
			<Routes>
				<Route path="/team" element={<TeamScreen />} />
				<Route path="*" element={<StatsCentre id={id} />} />
			</Routes>
			<Toasts />
		</>,
	);
	return { ...page, api };
}

const findActions = async () => within(await screen.findByRole("region", { name: "My team" }));
const press = async (name: string) => fireEvent.click(await (await findActions()).findByRole("button", { name }));

test("a fitting player's details lead to the team, unsaved (D1.2.16)", async () => {
	const { api, getAddress } = openPlayer(30, newTeam);
	await press("Add to team");
	await screen.findByText("Player30");
	expect(getAddress()).toMatch(/^\/team\?from=stats-center/);
	expect(api.posted).toEqual([]);
});

test("the details of an affordable player lead to an unsaved trade (D1.2.16)", async () => {
	const { api } = openPlayer(30, buildStartedTeam());
	await press("Trade in");
	await screen.findByText("Pick who goes out");
	expect(api.posted).toEqual([]);
});

test.each([
	["not started", buildSavedTeam],
	["started", buildStartedTeam],
])("the team screen asks before a new captain of a team %s (D1.2.16)", async (_, team) => {
	const { api } = openPlayer(8, team());
	await press("Make captain");
	const dialog = within(await screen.findByRole("dialog", { name: "Make Pat Player8 captain?" }));
	expect(dialog.getByText("She replaces Pat Player6.")).toBeDefined();
	fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	expect(api.posted).toEqual([]);
});

test("a captain confirmed from the stats centre is sent (D1.2.16)", async () => {
	const { api } = openPlayer(8, buildStartedTeam());
	await press("Make captain");
	const dialog = within(await screen.findByRole("dialog", { name: "Make Pat Player8 captain?" }));
	fireEvent.click(dialog.getByRole("button", { name: "Make captain" }));
	const body = { type: "captain", newId: 8, version: 3 };
	await expect.poll(() => api.posted).toEqual([{ path: "/fantasy/team/change-captain", body }]);
});

test.each([
	["who is too expensive", 31, buildStartedTeam, "You can't afford Pat Player31"],
	["on the bench", 18, buildStartedTeam, "Pat Player18 is in your team"],
	["who is injured", 9, buildSavedTeam, "Pat Player9 is in your team"],
	["who is captain", 6, buildSavedTeam, "Pat Player6 is in your team"],
])("a player %s has no action, and the reason is shown (D1.2.16)", async (_, id, team, reason) => {
	openPlayer(id, team());
	const bar = await findActions();
	await bar.findByText(reason);
	expect(bar.queryAllByRole("button")).toEqual([]);
});

test("if the team cannot be loaded, only actions are missing", async () => {
	const { api, queryClient } = openPlayer(30, newTeam, {
		showTeam: () => refusal(500, "server-error", "Something went wrong"),
	});
	await expect.poll(() => queryClient.getQueryState(callKey(showMyTeam, {}))?.status).toBe("error");
	expect(api.requests).toContain("GET /fantasy/team/show-my");
	expect((await findActions()).queryAllByRole("button")).toEqual([]);
	expect(getProblem()).toBeNull();
});

test("if the saved trades cannot be loaded, the reason is shown", async () => {
	openPlayer(30, buildStartedTeam(), {
		showTrades: () => refusal(403, "account-inactive", "This account is inactive"),
	});
	await (await findActions()).findByText("This account is inactive");
	expect((await findActions()).queryAllByRole("button")).toEqual([]);
	expect(getProblem()).toBeNull();
});

test("a player can be waited for or, in the team, kept", async () => {
	const findCoach = async () => within(await screen.findByRole("region", { name: "Coach" }));
	const { api, unmount } = openPlayer(30, buildStartedTeam());
	const button = (await findCoach()).getByRole("button", { name: "Add to targets" });
	fireEvent.click(button);
	await expect
		.poll(() => api.posted)
		.toEqual([{ path: "/fantasy/coach/player", body: { playerId: 30, list: "wait" } }]);
	expect(button.getAttribute("aria-pressed")).toBe("true");
	expect((await findCoach()).queryByRole("button", { name: "Never trade her out" })).toBeNull();
	unmount();
	openPlayer(8, buildStartedTeam());
	expect((await findCoach()).getByRole("button", { name: "Never trade her out" })).toBeTruthy();
	expect((await findCoach()).queryByRole("button", { name: "Add to targets" })).toBeNull();
});
