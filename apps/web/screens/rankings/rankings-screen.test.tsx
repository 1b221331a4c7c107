import { getUser } from "@first-bounce/contract/accounts/user";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildRankingRow, fakeLeagues, setWindowWidth } from "../../../../testing/web/league-fakes.ts";
import { buildUser, renderAt } from "../../../../testing/web/render-at.tsx";
import { ErrorModal } from "../../components/error-modal/error-modal.tsx";
import { RankingsScreen } from "./rankings-screen.tsx";

const RANKINGS = "/fantasy/ranks/open-league";

beforeEach(() => setWindowWidth(1280));
const open = (path = "/rankings") =>
	renderAt(
		path,
		<>
			<RankingsScreen />
			<ErrorModal />
		</>,
	);

const buildRow = (rank: number) => buildRankingRow(rank, { userId: 100 + rank });
const answerPage = () =>
	success(showRankings, {
		rankings: [buildRow(1), buildRow(2)],
		nextPage: null,
		currentUserRanking: null,
		isLive: false,
		total: 2,
	});

describe("the rankings", () => {
	test("load ten teams of all rounds, the highest total first (D1.9.17, D1.9.18)", async () => {
		const { queries } = fakeLeagues({ [RANKINGS]: answerPage });
		open();
		await screen.findByText("Team 1");
		expect(queries.find(({ path }) => path === RANKINGS)?.query).toEqual({
			page: "1",
			limit: "10",
			order: "totalPoints",
			direction: "desc",
			roundId: "0",
		});
	});

	test("tell a manager that her team is not ranked yet (D2.9.231)", async () => {
		const unranked = "Your team isn't ranked yet. It joins the rankings when its first round starts.";
		fakeLeagues({ [RANKINGS]: answerPage });
		const manager = open();
		expect(await screen.findByText(unranked)).toBeDefined();
		manager.unmount();
		const user = buildUser({ isOperator: true, fantasyTeamName: null });
		const account = Promise.withResolvers<ReturnType<typeof success>>();
		fakeLeagues({ [RANKINGS]: answerPage, "/user": () => account.promise });
		open();
		await screen.findByText("Team 1");
		expect(screen.queryByText(unranked), "while the account is loading").toBeNull();
		account.resolve(success(getUser, { user }));
		await waitFor(() => expect(document.querySelector("header [aria-hidden='true']")).toBeNull());
		expect(screen.queryByText(unranked), "without a team").toBeNull();
	});

	test("link a row to its team in the shown round (D1.1.17)", async () => {
		fakeLeagues(
			{ [RANKINGS]: answerPage },
			{ rounds: ["complete", "complete", "scheduled", "scheduled", "scheduled"] },
		);
		const all = open();
		expect((await screen.findByRole("link", { name: /Team 2/ })).getAttribute("href")).toBe("/user/team/2/102");
		all.unmount();
		fakeLeagues(
			{ [RANKINGS]: answerPage },
			{ rounds: ["complete", "complete", "scheduled", "scheduled", "scheduled"] },
		);
		open("/rankings?round=1");
		expect((await screen.findByRole("link", { name: /Team 2/ })).getAttribute("href")).toBe("/user/team/1/102");
	});

	test("link a row to its team in the round being played (D1.1.17)", async () => {
		fakeLeagues({ [RANKINGS]: answerPage }, { rounds: ["complete", "playing", "scheduled", "scheduled", "scheduled"] });
		open();
		expect((await screen.findByRole("link", { name: /Team 1/ })).getAttribute("href")).toBe("/user/team/2/101");
	});

	test("offer no rounds before the first one has begun", async () => {
		fakeLeagues({ [RANKINGS]: answerPage }, { rounds: ["scheduled", "scheduled"] });
		open();
		await screen.findByText("Team 1");
		expect(screen.getByLabelText("Order by")).toBeDefined();
		expect(screen.queryByText("By round")).toBeNull();
	});

	test("link to the past seasons (D1.9.92)", async () => {
		fakeLeagues({ [RANKINGS]: answerPage });
		open();
		expect((await screen.findByRole("link", { name: "Past seasons" })).getAttribute("href")).toBe("/past-seasons");
	});

	test("open the error modal with the server's message when failing (D1.8.13)", async () => {
		fakeLeagues({ [RANKINGS]: () => refusal(503, "busy", "The rankings are being updated") });
		open();
		const modal = within(await screen.findByRole("alertdialog", { name: "Something went wrong" }));
		expect(modal.getByText("The rankings are being updated")).toBeDefined();
		modal.getByRole("button", { name: "Cancel" }).click();
		await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
		expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
	});
});
