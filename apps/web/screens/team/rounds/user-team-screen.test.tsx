import { showUserTeamHistory, type TeamHistory } from "@first-bounce/contract/team/team-history";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { describe, expect, test, vi } from "vitest";
import { fakeApi, refusal, success } from "../../../../../testing/web/fake-api.ts";
import {
	buildLineup,
	buildSeasonFiles,
	fakeClock,
	fakeSeasonFiles,
	SATURDAY,
} from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { paths } from "../../../app/paths.ts";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { DraftRoundScreen } from "../draft/draft-round-screen.tsx";
import { UserTeamScreen } from "./user-team-screen.tsx";

type Respond = () => ReturnType<typeof refusal> | Promise<ReturnType<typeof refusal>>;

const open = (respond: Respond, path = "/user/team/1/999999") => {
	fakeApi({
		...fakeClock(SATURDAY),
		...fakeSeasonFiles(buildSeasonFiles([])),
		"/fantasy/team-history/get-by-round-and-user/1/999999": respond,
	});
	renderAt(
		path,
		<>
			<Routes>
				<Route path="/user/team/:roundId/:userId" element={<UserTeamScreen />} />
			</Routes>
			<ErrorModal />
		</>,
	);
};

function buildHistory(roundId: number): TeamHistory {
	const { field: lineup, bench, emergency, utilityId, captainId, viceCaptainId } = buildLineup();
	return {
		roundId,
		teamId: 7,
		userId: 999_999,
		teamName: "Kit Bag",
		avatarVersion: 0,
		supportedSquadId: null,
		lineup,
		bench,
		emergency,
		utility: utilityId,
		captain: captainId,
		viceCaptain: viceCaptainId,
		value: null,
		salaryCap: null,
		points: 1_200,
		substitutions: {},
		hidden: 0,
		isLive: false,
	} as TeamHistory;
}

describe("a team that cannot be shown", () => {
	test("opens a modal with title, first message and only Cancel (D1.8.09, D1.8.10, D1.8.11, D1.8.12, D1.2.61)", async () => {
		open(() => refusal(404, "team-unknown", "There is no such team"));
		const modal = within(await screen.findByRole("alertdialog", { name: "That team cannot be shown" }));
		expect(modal.getByText("There is no such team")).toBeDefined();
		expect(modal.getAllByRole("button").map((button) => button.textContent)).toEqual(["Cancel"]);
		fireEvent.click(modal.getByRole("button"));
		await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
	});

	test("shows a general message when the server sent none (D1.8.11)", async () => {
		open(() => ({ status: 500, body: { success: null, errors: [] } }));
		const modal = within(await screen.findByRole("alertdialog"));
		expect(modal.getByText("Something went wrong on our side. Please try again.")).toBeDefined();
	});

	test("loads again after a failure once Try again is pressed", async () => {
		let requests = 0;
		open(() => {
			requests++;
			return refusal(500, "server-error", "The database is away");
		});
		const alert = await screen.findByRole("alert", { hidden: true });
		expect(within(alert).getByRole("heading", { hidden: true }).textContent).toBe("Something went wrong");
		const before = requests;
		fireEvent.click(within(alert).getByText("Try again"));
		await waitFor(() => expect(requests).toBeGreaterThan(before));
	});

	test.each([
		[
			"a refused team",
			"/user/team/1/999999",
			() => refusal(404, "team-unknown", "There is no such team"),
			"There is no such team",
		],
		["an incomplete link", "/user/team/x/999999", () => refusal(500, "none", "none"), "This link is incomplete."],
		[
			"a round without a fixture",
			"/user/team/1/999999",
			() => success(showUserTeamHistory, { teamHistory: buildHistory(99) }),
			"This round is not in the season's fixture.",
		],
	])("has a page of its own for %s", async (_, path, respond, text) => {
		open(respond, path);
		const heading = await screen.findByRole("heading", { level: 1, hidden: true });
		expect(heading.textContent).toBe("That team cannot be shown");
		expect(heading.nextElementSibling?.textContent).toBe(text);
		const link = screen.getByRole("link", { name: "Rankings", hidden: true });
		expect(link.getAttribute("href")).toBe("/rankings");
	});

	test.each([
		["/team/draft/12/1/9", "There is no such team"],
		["/team/draft/12/x/9", "This link is incomplete."],
	])("has a page of its own in a draft league: %s", async (path, text) => {
		fakeApi({
			...fakeClock(SATURDAY),
			...fakeSeasonFiles(buildSeasonFiles([])),
			"/draft/league/12/team/9/1": () => refusal(404, "team-unknown", "There is no such team"),
		});
		renderAt(
			path,
			<Routes>
				<Route path={paths.draftRound.pattern} element={<DraftRoundScreen />} />
			</Routes>,
		);
		const heading = await screen.findByRole("heading", { level: 1 });
		expect([heading.textContent, heading.nextElementSibling?.textContent]).toEqual(["That team cannot be shown", text]);
	});

	test("says that a link is incomplete without a connection too", async () => {
		vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
		open(() => refusal(500, "none", "none"), "/user/team/x/999999");
		expect((await screen.findByRole("heading", { level: 1 })).nextElementSibling?.textContent).toBe(
			"This link is incomplete.",
		);
	});

	test("shows a skeleton while it loads", async () => {
		open(() => new Promise(() => undefined));
		expect((await screen.findByRole("status", { name: "Loading" })).children.length).toBeGreaterThan(0);
	});
});
