import { enterDraft } from "@first-bounce/contract/draft/draft-process";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildDraftBoard, buildDraftLeague, fakeDraft } from "../../../../../../testing/web/draft-fakes.ts";
import { success } from "../../../../../../testing/web/fake-api.ts";
import { buildLeague, setWindowWidth } from "../../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { dismissProblem, getProblem } from "../../../../components/error-modal/problem-store.ts";
import { LeagueContext } from "../../league/use-league.ts";
import { EnterPage } from "./enter-page.tsx";

beforeEach(() => setWindowWidth(1280));
afterEach(() => localStorage.clear());

const ENTER = "/draft/draft-process/5/enter";
type Answer = Parameters<typeof success<typeof enterDraft>>[1];
const right: Answer = {
	isEntered: false,
	picks: [
		{ overallPick: 1, teamId: 11, playerId: 1 },
		{ overallPick: 2, teamId: 12, playerId: 2 },
	],
	errors: [],
	version: 1,
};

function open(answer: (body: unknown) => Answer, mayEnter = true) {
	const league = buildDraftLeague({ draftStatus: "setup" });
	const api = fakeDraft({
		getBoard: () => ({ ...buildDraftBoard({ draftStatus: "setup", activePick: null }), futurePicks: [], log: [] }),
		league: { ...league, may: { ...league.may, run: mayEnter, changeSettings: mayEnter } },
		handlers: { [ENTER]: (body) => success(enterDraft, answer(body)) },
	});
	return {
		...api,
		...renderAt(
			"/leagues/5/draft/enter",
			<LeagueContext value={buildLeague({ class: "draft" })}>
				<Routes>
					<Route path="/leagues/5/draft/enter" element={<EnterPage />} />
					<Route path="*" element={<p>the draft</p>} />
				</Routes>
			</LeagueContext>,
		),
	};
}
const pick = (name: string) => {
	const field = screen.getByRole("searchbox", { name: "Player" });
	fireEvent.change(field, { target: { value: name } });
	fireEvent.submit(field);
};

describe("entering a draft that was held elsewhere", () => {
	test("by choosing players follows the order, and survives a reload [D2.9.367]", async () => {
		const { posted, unmount } = open(() => right);
		expect(await screen.findByRole("heading", { name: "Pick 1 of 16" })).toBeDefined();
		expect(screen.getByRole("button", { name: /Team/ }).textContent).toContain("Kit Bag");
		pick("player1");
		expect(screen.getByRole("heading", { name: "Pick 2 of 16" })).toBeDefined();
		expect(screen.getByRole("button", { name: /Team/ }).textContent).toContain("Bosses");
		pick("player2");
		pick("player3");
		fireEvent.click(screen.getByRole("button", { name: "Take back the last pick" }));
		expect(screen.getByRole("heading", { name: "Pick 3 of 16" })).toBeDefined();
		unmount();
		open(() => right);
		expect(await screen.findByRole("heading", { name: "Pick 3 of 16" })).toBeDefined();
		expect(posted).toEqual([]);
	});

	test("shows each team's squad before it is saved [D2.9.368]", async () => {
		const { posted, getAddress } = open((body) =>
			(body as { isPreview: boolean }).isPreview ? right : { ...right, isEntered: true },
		);
		await screen.findByRole("heading", { name: "Pick 1 of 16" });
		pick("player1");
		pick("player2");
		expect(screen.queryByRole("button", { name: "Save the draft" })).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: "Check the picks" }));
		expect(await screen.findByText("2 picks, no errors.")).toBeDefined();
		const squad = within(screen.getByRole("heading", { level: 3, name: "Bosses" }).closest("li") as HTMLElement);
		expect(squad.getByRole("listitem").textContent).toBe("2 Player2");
		fireEvent.click(screen.getByRole("button", { name: "Save the draft" }));
		await waitFor(() => expect(getAddress()).toBe("/leagues/5/draft"));
		expect(posted.map(({ body }) => body)).toEqual([
			{ csv: "11,1\n12,2", isPreview: true },
			{ csv: "11,1\n12,2", isPreview: false },
		]);
	});

	test("shows errors by line, and checks again after a change [D2.9.369]", async () => {
		open(() => ({
			...right,
			picks: [],
			errors: [
				{ line: 2, code: "draft-entry-player", message: "No player has this name or id: Nobody" },
				{ line: 0, code: "draft-entry-count", message: "The league has 16 picks, and 2 were entered" },
			],
		}));
		fireEvent.click(await screen.findByRole("radio", { name: "Paste or upload" }));
		const text = screen.getByRole("textbox", { name: "Picks" });
		fireEvent.change(text, { target: { value: "Kit Bag, Pia One\nBosses, Nobody" } });
		fireEvent.click(screen.getByRole("button", { name: "Check the picks" }));
		expect(await screen.findByText("Please fix 2 things")).toBeDefined();
		const items = within(screen.getByRole("alert")).getAllByRole("listitem");
		expect(items.map(({ textContent }) => textContent)).toEqual([
			"Line 2: Bosses, Nobody No player has this name or id: Nobody",
			"The league has 16 picks, and 2 were entered",
		]);
		fireEvent.change(text, { target: { value: "Kit Bag, Pia One" } });
		expect(screen.queryByText("Please fix 2 things")).toBeNull();
	});

	test("reads a file, and is for those who run the draft only [D2.9.369]", async () => {
		const own = open(() => right);
		fireEvent.click(await screen.findByRole("radio", { name: "Paste or upload" }));
		const file = new File(["team;player\r\nKit Bag;Pia One\r\n"], "draft.csv", { type: "text/csv" });
		fireEvent.change(screen.getByLabelText("Choose a CSV file", { selector: "input" }), { target: { files: [file] } });
		await waitFor(() =>
			expect(screen.getByRole("textbox", { name: "Picks" })).toHaveProperty("value", "team;player\nKit Bag;Pia One"),
		);
		// Such as one that Excel has open.
		const locked = Object.assign(new File(["x"], "locked.csv"), {
			arrayBuffer: () => Promise.reject(new DOMException()),
		});
		fireEvent.change(screen.getByLabelText("Choose a CSV file", { selector: "input" }), {
			target: { files: [locked] },
		});
		await waitFor(() => expect(getProblem()?.message).toMatch(/^locked\.csv cannot be read\./));
		dismissProblem();
		expect(screen.getByRole("textbox", { name: "Picks" })).toHaveProperty("value", "team;player\nKit Bag;Pia One");
		own.unmount();
		open(() => right, false);
		expect(await screen.findByText(/Only those who run the draft can enter picks/)).toBeDefined();
	});
});
