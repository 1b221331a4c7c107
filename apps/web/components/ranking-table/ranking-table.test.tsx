import type { SuccessOf } from "@first-bounce/contract/call";
import type { RankingRow, showRankings } from "@first-bounce/contract/stats/rankings";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { countColumns } from "../../../../testing/web/table-columns.ts";
import type { TableView } from "./paging.ts";
import { RankingPages } from "./ranking-pages.tsx";
import { RankingTable } from "./ranking-table.tsx";

const DEFAULT_VIEW: TableView = { roundId: 0, order: "totalPoints", direction: "desc" };

const buildRow = (rank: number, change: Partial<RankingRow> = {}): RankingRow => ({
	userId: rank,
	teamId: rank,
	rank,
	previousRank: null,
	fullName: `Manager ${rank}.`,
	teamName: `Team ${rank}`,
	totalPoints: 5000 - rank,
	averagePoints: 1250.5,
	highestRoundPoints: 1400,
	overallRank: rank,
	roundPoints: 900 + rank,
	roundRank: rank,
	teamValue: 15_800_000,
	avatarVersion: 0,
	supportedSquadId: 8097,
	isCurrentLeagueUser: false,
	...change,
});
const page = [1, 2, 3].map((rank) => buildRow(rank));

function renderTable(
	data: Partial<SuccessOf<typeof showRankings>>,
	view: Partial<TableView> = {},
	getUrl: (row: RankingRow) => string | undefined = () => undefined,
) {
	const onChange = vi.fn();
	renderAt(
		"/rankings",
		<RankingTable
			clubs={new Map([[8097, { name: "Collingwood" }]])}
			view={{ ...DEFAULT_VIEW, ...view }}
			onChange={onChange}
			getUrl={getUrl}
			data={{ rankings: page, nextPage: null, currentUserRanking: null, isLive: false, total: 3, ...data }}
			isStale={false}
		/>,
	);
	const listRowTexts = () => screen.getAllByRole("row").map((row) => row.textContent ?? "");
	return { onChange, listRowTexts };
}

describe("the rankings table", () => {
	test("has the columns rank, value, highest, average, last round and total (D1.9.22)", () => {
		renderTable({});
		expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
			"Rank",
			"Team",
			"Value",
			"Highest",
			"Average",
			"Last round",
			"Total",
		]);
	});

	test("shows a team's average in whole points", () => {
		const { listRowTexts } = renderTable({});
		expect(listRowTexts()[1]).toContain("1,251");
		expect(listRowTexts()[1]).not.toContain("1,250.5");
	});

	test("shows the user's own team at the bottom otherwise", () => {
		const ownRow = buildRow(203, { teamName: "Kit Bag", isCurrentLeagueUser: true });
		const { listRowTexts } = renderTable({ currentUserRanking: ownRow });
		expect(listRowTexts()).toHaveLength(5);
		expect(listRowTexts().at(-1)).toContain("Kit Bag");
		expect(listRowTexts().at(-1)).toContain("You");
	});

	test("highlights the user's own team on its page, without repeating it", () => {
		const ownRow = buildRow(2, { isCurrentLeagueUser: true });
		const { listRowTexts } = renderTable({ rankings: [buildRow(1), ownRow, buildRow(3)], currentUserRanking: ownRow });
		expect(listRowTexts()).toHaveLength(4);
		expect(listRowTexts().filter((text) => text.includes("You"))).toHaveLength(1);
	});

	test("shows the movement since last round, none for new teams", () => {
		const { listRowTexts } = renderTable({
			rankings: [
				buildRow(1, { previousRank: 97 }),
				buildRow(2, { previousRank: 1 }),
				buildRow(3, { previousRank: 3 }),
				buildRow(4),
			],
		});
		expect(listRowTexts()[1]).toContain("up 96");
		expect(listRowTexts()[2]).toContain("down 1");
		expect(listRowTexts()[3]).toContain("no change");
		expect(listRowTexts()[4]).not.toMatch(/up|down|no change/);
	});

	test("links to each team in the shown round, except for former teams", () => {
		renderTable(
			{ rankings: [buildRow(1), buildRow(2, { teamName: "" })] },
			{},
			(ranking) => `/user/team/3/${ranking.userId}`,
		);
		expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/user/team/3/1"]);
	});

	test("shows a deleted user's team as a former team", () => {
		const { listRowTexts } = renderTable({ rankings: [buildRow(1, { teamName: "", fullName: "" })] });
		expect(listRowTexts()[1]).toContain("Former team");
	});

	test("marks the sorted column, which presses reverse or replace", () => {
		const { onChange } = renderTable({}, { order: "totalPoints", direction: "desc" });
		const total = screen.getByRole("columnheader", { name: "Total" });
		expect(total.getAttribute("aria-sort")).toBe("descending");
		fireEvent.click(within(total).getByRole("button"));
		expect(onChange).toHaveBeenLastCalledWith({ order: "totalPoints", direction: "asc" });
		fireEvent.click(screen.getByRole("button", { name: "Average" }));
		expect(onChange).toHaveBeenLastCalledWith({ order: "avgPoints", direction: "desc" });
	});

	test('calls the column "Round" while a round is live', () => {
		renderTable({ isLive: true });
		expect(screen.queryByRole("columnheader", { name: "Last round" })).toBeNull();
		expect(screen.getByRole("columnheader", { name: "Round" })).toBeDefined();
	});
});

test("the rows of a page that is loading span all seven columns", () => {
	renderAt(
		"/rankings",
		<RankingTable clubs={new Map()} view={DEFAULT_VIEW} onChange={vi.fn()} data={undefined} isStale={false} />,
	);
	expect([...new Set(countColumns(screen.getByRole("table")))]).toEqual([7]);
});

const Pages = () => {
	const [page, setPage] = useState(11);
	return <RankingPages page={page} total={120} onPage={setPage} />;
};

test("the focus stays at the pages when the pressed button is disabled", async () => {
	renderAt("/rankings", <Pages />);
	const next = screen.getByRole("button", { name: "Next page" });
	next.focus();
	fireEvent.click(next);
	expect(next).toHaveProperty("disabled", true);
	// A browser does this a moment later.
	await Promise.resolve();
	next.blur();
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("navigation")));
});
