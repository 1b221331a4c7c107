import { type InstructionView, listInstructions } from "@first-bounce/contract/team/instructions";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { buildSeasonModel } from "../../../api/season-model.ts";
import { buildLineup, buildSeasonFiles, buildSquad } from "../../../players/testing/season-builder.ts";
import { success } from "../../../testing/fake-api.ts";
import { buildTeam } from "../testing/builders.ts";
import { findButton, getCard, press, pressButton, renderBoard } from "../testing/render-board.tsx";

const WAITING: InstructionView = {
	id: 1,
	playerId: 1,
	replacement: { kind: "swap", playerId: 17 },
	captainId: null,
	state: "waiting",
	ran: null,
	reasons: [],
	conflict: null,
};

/** The team screen with its check open. */
async function openCheck({
	instructions = [],
	isAllowed = true,
}: {
	readonly instructions?: readonly InstructionView[];
	readonly isAllowed?: boolean;
}) {
	const files = buildSeasonFiles(buildSquad());
	const rules = { instructions: { isAllowed, limit: 10, minutesBefore: 10 } };
	const season = buildSeasonModel({ ...files, season: { ...files.season, rules } });
	const list = () => success(listInstructions, { isAllowed, roundId: 2, limit: 10, instructions: [...instructions] });
	const api = await renderBoard({
		team: buildTeam(1, buildLineup()),
		season,
		handlers: {
			"/fantasy/team/instructions": list,
			"/fantasy/team/instructions/order": list,
			"/fantasy/team/instructions/replace": list,
		},
	});
	await pressButton("You're set. Pat Player6 is captain.");
	const title = await screen.findByText("The coach's captains");
	const check = title.closest<HTMLElement>("[role=dialog]");
	if (!check) throw new Error("the check is not in a dialog");
	return { ...api, check };
}

test("instructions show their state, conflicts and reasons, and only those that did not run can be changed (D1.4.122, D1.4.124)", async () => {
	const at = "2026-09-11T05:00:00.000Z";
	const conflict = { withId: 1, reasons: ["Pat Player17 is not on your bench"] };
	const { check } = await openCheck({
		instructions: [
			WAITING,
			{ ...WAITING, id: 2, playerId: 2, conflict },
			{ ...WAITING, id: 3, playerId: 3, state: "done", ran: { cause: "team-announced", at, receiptId: "0199-a" } },
			{
				...WAITING,
				id: 4,
				playerId: 4,
				state: "failed",
				ran: { cause: "before-match", at, receiptId: null },
				reasons: ["Pat Player4 is locked"],
			},
			{ ...WAITING, id: 5, playerId: 5, state: "not-needed" },
		],
	});
	await within(check).findByText("If Pat Player1 is out");
	const rows = [...check.querySelectorAll("li")];
	const read = (index: number) => rows[index]?.textContent ?? "";
	const listButtons = (index: number) =>
		[...(rows[index]?.querySelectorAll("button") ?? [])].map((button) => button.textContent?.replace(/Move.*/, ""));
	expect(read(0)).toContain("If Pat Player1 is outWaitingSwap in Pat Player17");
	expect(read(1)).toContain("Conflicts with no. 1: Pat Player17 is not on your bench.");
	expect(read(2)).toMatch(/Done.*when her club's team was out.*Receipt 0199-a/);
	expect(read(3)).toMatch(/Not done.*shortly before her match.*Pat Player4 is locked\. Nothing has changed\./);
	expect(read(4)).toContain("Not needed");
	expect(listButtons(0)).toEqual(["", "", "Change", "Delete"]);
	expect(listButtons(2)).toEqual(["", ""]);
	expect(listButtons(3)).toEqual(["", "", "Delete"]);
});

test("an instruction moves down by a button (D1.4.122)", async () => {
	const { check, posted } = await openCheck({ instructions: [WAITING, { ...WAITING, id: 2, playerId: 2 }] });
	fireEvent.click(await within(check).findByLabelText("Move Pat Player1 down"));
	await waitFor(() =>
		expect(posted).toContainEqual({ path: "/fantasy/team/instructions/order", body: { ids: [2, 1] } }),
	);
});

test("each of two alternatives for one player can be changed (D1.4.122)", async () => {
	const alternative = { ...WAITING, id: 2, replacement: { kind: "swap" as const, playerId: 21 } };
	const { check, posted } = await openCheck({ instructions: [WAITING, alternative] });
	const [, second] = await within(check).findAllByLabelText("Change what happens if Pat Player1 is out");
	if (!second) throw new Error("the alternative cannot be changed");
	press(second);
	await pressButton("Save");
	await waitFor(() =>
		expect(posted).toContainEqual({
			path: "/fantasy/team/instructions/replace",
			body: { id: 2, playerId: 1, replacement: alternative.replacement, captainId: null },
		}),
	);
});

test("a season that does not allow instructions says so, and offers none in a player's menu (D1.4.122)", async () => {
	const { check } = await openCheck({ isAllowed: false });
	expect(within(check).getByText("This season does not allow it.")).toBeDefined();
	fireEvent.click(within(check).getByLabelText("Close"));
	press(getCard(1));
	await findButton("Make captain");
	expect(screen.queryByText("If she is out…")).toBeNull();
});

test("the coach's captains are named with their points and match, and nothing is to fix (D1.4.120, D1.4.121)", async () => {
	const { check } = await openCheck({});
	expect(within(check).getByText("Nothing to fix")).toBeDefined();
	expect(check.textContent).toMatch(/Captain: Pat Player1Most projected points on your field: 80\. Plays \w+ \d/);
	expect(check.textContent).toMatch(/Vice captain: Pat Player2Next best, 80 projected points\./);
});
