import type { TeamHistory } from "@first-bounce/contract/team/team-history";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { countColumns } from "../../../../../testing/web/table-columns.ts";
import type { PoolStat } from "../../../players/player-format.ts";
import type { TeamView } from "../board/use-team-view.ts";
import { HistoryBoard } from "./history-board.tsx";

const CURRENT_STATUSES: Readonly<Record<number, PlayerStatus>> = {
	1: "injured",
	2: "not-playing",
	3: "emergency",
	4: "uncertain",
};
const season = buildSeason(
	buildSquad((id) => ({ status: CURRENT_STATUSES[id] ?? "playing" })),
	"playing",
);

/** The board is the same for the user's own team and for other teams. */
function show(roundId: number, view: TeamView, stat: PoolStat = "avgPoints", change: Partial<TeamHistory> = {}) {
	const round = season.rounds.find(({ id }) => id === roundId);
	if (!round) throw new Error("There is no such round");
	const { field: lineup, bench, emergency, utilityId, captainId, viceCaptainId } = buildLineup();
	const history = {
		roundId,
		teamId: 7,
		userId: 7,
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
		isLive: roundId === 2,
		...change,
	} as TeamHistory;
	const { container, getAddress } = renderAt(
		"/",
		<HistoryBoard history={history} round={round} season={season} view={view} stat={stat} />,
	);
	return { dots: container.querySelectorAll("[data-status]").length, text: container.textContent ?? "", getAddress };
}
const AVAILABILITY = /Injured|Not playing|Emergency|Not named yet|Playing/;

test.each(["field", "list"] as const)("a complete round shows no availability: %s (D1.2.97)", (view) => {
	const { dots, text } = show(1, view);
	expect(text).toContain("Player6");
	expect([dots, AVAILABILITY.exec(text)]).toEqual([0, null]);
});

test.each(["field", "list"] as const)(
	"the current round shows everyone's availability, also to screen readers: %s",
	(view) => {
		const { dots, text } = show(2, view);
		expect(dots).toBe(21);
		for (const status of ["Injured", "Not playing", "Not named yet", "Playing"]) expect(text).toContain(status);
	},
);

test("the cards of a past round open no menu (D1.2.19, D1.4.93, D1.4.94)", async () => {
	const { getAddress } = show(1, "field");
	vi.useFakeTimers();
	const cards = screen.getAllByRole("listitem");
	expect(cards).toHaveLength(21);
	for (const card of cards) {
		expect(within(card).getAllByRole("button")).toHaveLength(1);
		expect(card.querySelector("[aria-haspopup]")).toBeNull();
		fireEvent.pointerEnter(within(card).getByRole("button"), { pointerType: "mouse", clientX: 5, clientY: 5 });
	}
	act(() => void vi.advanceTimersByTime(1_000));
	expect(screen.queryByRole("menu")).toBeNull();
	fireEvent.click(screen.getByRole("button", { name: /Player6,/ }));
	expect(getAddress()).toBe("/?player=6");
	expect(screen.queryByRole("menu")).toBeNull();
});

test("every card of a past round shows the selected stat (D1.2.98)", () => {
	const { text } = show(1, "field", "selections");
	expect(text.match(/10% owned/g)).toHaveLength(21);
	expect(text).not.toContain("Avg");
});

test("every row of a past round's list spans its five columns", () => {
	show(1, "list");
	const columns = countColumns(document.querySelector("table") as HTMLTableElement);
	expect([columns.length > 21, ...new Set(columns)]).toEqual([true, 5]);
});

test.each(["field", "list"] as const)("a spot without a player is empty unless someone is hidden: %s", (view) => {
	expect(show(1, view, "avgPoints", { utility: 0 }).text).toMatch(/Empty$/);
	expect(show(2, view, "avgPoints", { utility: 0, hidden: 1 }).text).toMatch(/Not locked yet$/);
});
