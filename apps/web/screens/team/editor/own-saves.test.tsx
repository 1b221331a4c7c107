import { setTimeout } from "node:timers/promises";
import { showMyTeam, type Team, updateTeam } from "@first-bounce/contract/team/team";
import { changeTeamCaptain } from "@first-bounce/contract/team/team-actions";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLineup, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { chooseAction, getGround, renderBoard } from "../../../../../testing/web/render-board.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
import { useCall } from "../../../api/use-call.ts";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { TeamBoard } from "../team-board.tsx";

const season = buildSeason(buildSquad());
const RECEIPT = { id: "R1", savedAt: "2026-09-11T05:00:00.000Z", action: "update" };

const OwnTeam = () => {
	const shown = useCall(showMyTeam, {}).data;
	return shown ? <TeamBoard shown={shown} season={season} /> : null;
};

/** A server that answers the first change when told to, and refuses changes of an older version, as the real one does. */
function createServer(team: Team) {
	const server = { team, isStale: false };
	const first = Promise.withResolvers<void>();
	let changes = 0;
	const change = async (version: number, apply: () => Team) => {
		if (changes++ === 0) await first.promise;
		if (version === server.team.version) {
			server.team = { ...apply(), version: version + 1 };
			return true;
		}
		server.isStale = true;
		return false;
	};
	const stale = () => refusal(409, "stale-version", "Your team was changed");
	const handlers = {
		"/fantasy/team/show-my": () => success(showMyTeam, { team: server.team, rollbackAvailable: false }),
		"/fantasy/team/update": async (body: unknown) => {
			const { captainId, viceCaptainId, version } = body as Pick<Team, "captainId" | "viceCaptainId" | "version">;
			const isSaved = await change(version, () => ({ ...server.team, captainId, viceCaptainId }));
			if (!isSaved) return stale();
			return success(updateTeam, { team: server.team, rollbackAvailable: false, receipt: RECEIPT });
		},
		"/fantasy/team/change-captain": async (body: unknown) => {
			const { type, newId, version } = body as { type: "captain" | "viceCaptain"; newId: number; version: number };
			const isSaved = await change(version, () => ({ ...server.team, [`${type}Id`]: newId }));
			if (!isSaved) return stale();
			return success(changeTeamCaptain, { team: server.team, rollbackAvailable: false, receipt: RECEIPT });
		},
	};
	return { server, handlers, answerFirst: () => act(async () => first.resolve()) };
}

/** Makes player 8 captain, leaves the screen during the save, and opens it again. */
async function leaveDuringSave(team: Team) {
	const fake = createServer(team);
	const first = await renderBoard({ team, season, handlers: fake.handlers });
	await chooseAction(8, "Make captain");
	await waitFor(() => expect(first.posted).toHaveLength(1), { timeout: 2_000 });
	first.unmount();
	const page = renderAt(
		"/team",
		<>
			<OwnTeam />
			<Toasts />
			<ErrorModal />
		</>,
		first.queryClient,
	);
	await waitFor(() => expect(getGround()).toBeDefined());
	return { ...fake, ...page, posted: first.posted };
}
const editing = buildTeam(1, buildLineup());
const started = { ...editing, startRoundId: 1 };

test.each([
	["edit", editing, "/fantasy/team/update"],
	["action", started, "/fantasy/team/change-captain"],
])("an %s after a return during a save follows that save", async (_, team, path) => {
	const { posted, server, answerFirst } = await leaveDuringSave(team);
	await chooseAction(9, "Make vice captain");
	await answerFirst();
	await waitFor(() => expect(posted).toHaveLength(2), { timeout: 2_000 });
	expect(posted).toMatchObject([
		{ path, body: { version: 1 } },
		{ path, body: { version: 2 } },
	]);
	await waitFor(() => expect(server.team).toMatchObject({ version: 3, captainId: 8, viceCaptainId: 9 }));
	expect([server.isStale, screen.queryByText("Restore my changes")]).toEqual([false, null]);
});

test.each(["during the save", "after it"])("an edit after a return is saved when she leaves again %s", async (when) => {
	const { posted, server, answerFirst, unmount } = await leaveDuringSave(editing);
	await chooseAction(9, "Make vice captain");
	if (when === "after it") await answerFirst();
	unmount();
	await answerFirst();
	await waitFor(() => expect(server.team).toMatchObject({ version: 3, captainId: 8, viceCaptainId: 9 }));
	expect([posted.length, server.isStale]).toEqual([2, false]);
	await waitFor(() => expect(localStorage.getItem("team_draft:7")).toBeNull());
});

test("a line-up being saved is not sent again when she leaves again", async () => {
	const { posted, server, answerFirst, unmount } = await leaveDuringSave(editing);
	unmount();
	await answerFirst();
	await waitFor(() => expect(server.team.version).toBe(2));
	await setTimeout(200);
	expect(posted).toHaveLength(1);
	expect(localStorage.getItem("team_draft:7")).toBeNull();
});

test("a change from elsewhere is still not overwritten", async () => {
	const { server, answerFirst } = await leaveDuringSave(editing);
	await answerFirst();
	await waitFor(() => expect(server.team.version).toBe(2));
	server.team = { ...server.team, captainId: 10, version: 3 };
	await chooseAction(9, "Make vice captain");
	await screen.findByText("Restore my changes", {}, { timeout: 3_000 });
	expect(server.team).toMatchObject({ version: 3, captainId: 10 });
});

test("actions queued before a return are sent before those after it", async () => {
	const fake = createServer(started);
	const first = await renderBoard({ team: started, season, handlers: fake.handlers });
	await chooseAction(8, "Make captain");
	await waitFor(() => expect(first.posted).toHaveLength(1), { timeout: 2_000 });
	await chooseAction(9, "Make vice captain");
	first.unmount();
	renderAt("/team", <OwnTeam />, first.queryClient);
	await waitFor(() => expect(getGround()).toBeDefined());
	await chooseAction(10, "Make vice captain");
	await fake.answerFirst();
	await waitFor(() => expect(fake.server.team.version).toBe(4));
	expect(fake.server.team).toMatchObject({ captainId: 8, viceCaptainId: 10 });
});
