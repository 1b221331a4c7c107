import { type DraftLeague, showDraftRecap } from "@first-bounce/contract/draft/draft";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import {
	buildDraftBoard,
	buildDraftLeague,
	DRAFT_PLAYERS,
	fakeDraft,
} from "../../../../../../testing/web/draft-fakes.ts";
import { file, refusal, success } from "../../../../../../testing/web/fake-api.ts";
import { buildSeason, buildSeasonFiles } from "../../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { paths } from "../../../../app/paths.ts";
import { DraftScreen } from "../draft-screen.tsx";
import { buildRoomModel } from "../model/draft-room.ts";
import { formatDraftCsv } from "./format-draft-csv.ts";

const MADE = [1, 2, 3, 4, 5, 6, 8, 7, 9, 10, 11, 12, 14, 13, 16, 15];
const board = buildDraftBoard({ made: MADE, draftStatus: "complete", activePick: null, deadline: null });
/** Pick 7 was Player8, ranked 11th; pick 8 was Player7, ranked 3rd. */
const RANKS: Readonly<Record<number, number>> = { 7: 11, 8: 3 };
const picks = board.completedPicks.map((pick) => {
	const projectedRank = RANKS[pick.overallPick] ?? pick.overallPick;
	return { ...pick, projectedPoints: 900.4, projectedRank, difference: pick.overallPick - projectedRank };
});
const facts = {
	picks,
	teams: [
		{ teamId: 11, projectedPoints: 3_601.6, bestPick: 8 },
		{ teamId: 12, projectedPoints: 3_500, bestPick: null },
	],
};

test("a complete draft shows its facts and leads to the line-up [D2.9.340]", async () => {
	const may = { ...buildDraftLeague().may, reset: true };
	const { posted } = fakeDraft({
		getBoard: () => board,
		league: buildDraftLeague({ draftStatus: "complete", completedAt: "2026-09-12T05:00:00.000Z", may }),
		handlers: {
			"/draft/draft-process/5/recap": () => success(showDraftRecap, facts),
			"/draft/draft-process/5/reset": () => refusal(422, "draft-reset-name", "Type the league's name"),
		},
	});
	renderAt(
		paths.draft.to(5),
		<Routes>
			<Route path={paths.draft.pattern} element={<DraftScreen />} />
		</Routes>,
	);
	const first = await screen.findByRole("row", { name: /^Kit Bag 3/ });
	expect(first.textContent).toBe("Kit Bag3,602Pat Player7, pick 8");
	const steals = within(screen.getByRole("heading", { name: "Steals" }).closest("section") ?? document.body);
	expect(steals.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
		"5 spotsPat Player7Pick 8, ranked 3 · Kit Bag",
	]);
	const reaches = within(screen.getByRole("heading", { name: "Reaches" }).closest("section") ?? document.body);
	expect(reaches.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
		"4 spotsPat Player8Pick 7, ranked 11 · Bosses",
	]);
	expect(screen.getByRole("link", { name: "Set your first line-up" })).toBeDefined();
	expect(screen.getByRole("link", { name: "Download JSON" }).getAttribute("href")).toBe(
		"/api/en/draft/draft-process/5/recap",
	);
	fireEvent.click(screen.getByText("Reset draft", { selector: "summary" }));
	fireEvent.change(screen.getByLabelText("Type “Café Ruck” to confirm"), { target: { value: "Café" } });
	fireEvent.click(screen.getByRole("button", { name: "Reset draft" }));
	expect((await screen.findByRole("alert")).textContent).toBe("Type the league's name");
	await waitFor(() => expect(posted).toEqual([{ path: "/draft/draft-process/5/reset", body: { name: "Café" } }]));
});

test("keepers count neither as steals nor as reaches", async () => {
	const kept = picks.map((pick) => ([7, 8].includes(pick.overallPick) ? { ...pick, keptYears: 1 } : pick));
	await openHeader({}, "scheduled", { ...facts, picks: kept });
	expect(screen.queryByRole("heading", { name: "Steals" })).toBeNull();
	expect(screen.queryByRole("heading", { name: "Reaches" })).toBeNull();
});

/** Opens the recap and returns what its header says after league and time, once it is drawn. */
async function openHeader(
	league: Partial<DraftLeague>,
	roundStatus: "scheduled" | "playing",
	shown = facts,
): Promise<string> {
	fakeDraft({
		getBoard: () => board,
		league: buildDraftLeague({ draftStatus: "complete", completedAt: "2026-09-12T05:00:00.000Z", ...league }),
		handlers: {
			"/json/fantasy/rounds.json": () => file(buildSeasonFiles(DRAFT_PLAYERS, roundStatus).rounds),
			"/draft/draft-process/5/recap": () => success(showDraftRecap, shown),
		},
	});
	renderAt(
		paths.draft.to(5),
		<Routes>
			<Route path={paths.draft.pattern} element={<DraftScreen />} />
		</Routes>,
	);
	const title = await screen.findByRole("heading", { name: "Draft complete" });
	return title.nextElementSibling?.textContent?.split(" · ").at(-1) ?? "";
}

test("a mock draft says that it counts nowhere [D2.9.492]", async () => {
	expect(await openHeader({ isMock: true }, "scheduled")).toBe("mock draft, counts nowhere");
	expect(screen.queryByRole("link", { name: "Set your first line-up" })).toBeNull();
});

test("a draft after the last round promises no points [D2.9.492]", async () => {
	expect(await openHeader({}, "playing")).toBe("no round is left this season");
	expect(screen.queryByRole("link", { name: "Set your first line-up" })).toBeNull();
});

test("the CSV has the columns with which a draft is entered", () => {
	const season = buildSeason(DRAFT_PLAYERS);
	const csv = formatDraftCsv(picks.slice(0, 4), { model: buildRoomModel(board, 11), season });
	expect(csv.split("\r\n")).toEqual([
		"team,player,pick,round,position,club,madeBy,projectedPoints,projectedRank",
		"Kit Bag,Pat Player1,1,1,DEF,C1,manager,900,1",
		"Bosses,Pat Player2,2,1,MID,C1,manager,900,2",
		"Robot 3,Pat Player3,3,1,FWD,C1,manager,900,3",
		"14,Pat Player4,4,1,DEF,C1,manager,900,4",
	]);
});
