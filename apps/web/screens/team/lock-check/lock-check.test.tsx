import { type InstructionView, listInstructions } from "@first-bounce/contract/team/instructions";
import { updateTeam } from "@first-bounce/contract/team/team";
import { changeTeamCaptain } from "@first-bounce/contract/team/team-actions";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLineup, buildSeasonFiles, buildSquad } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { findButton, getCard, press, pressButton, renderBoard } from "../../../../../testing/web/render-board.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
import { buildSeasonModel } from "../../../api/season-model.ts";
import { Toasts } from "../../../components/toast/toasts.tsx";
// Loads what the screen imports on demand, so that it does not count towards the first test's timeout.
import "../../../components/toast/toast-region.tsx";
import "./lock-check-sheet.tsx";

const WAITING: InstructionView = {
	id: 1,
	playerId: 1,
	replacement: { kind: "swap", playerId: 17 },
	captainId: null,
	minimumScore: null,
	state: "waiting",
	ran: null,
	reasons: [],
	conflict: null,
};

const SAVED = {
	rollbackAvailable: false,
	receipt: { id: "R1", savedAt: "2026-09-11T05:00:00.000Z", action: "change-captain" },
};

/** Opens the lock check on the team screen. */
async function openCheck({
	instructions = [],
	isAllowed = true,
	details,
	status = "You're set. Pat Player6 is captain.",
	failures = 0,
	isStarted = false,
}: {
	readonly instructions?: readonly InstructionView[];
	readonly isAllowed?: boolean;
	readonly details?: Parameters<typeof buildSquad>[0];
	/** The text of the status button, which opens the check. */
	readonly status?: string;
	/** How many requests for the instructions are refused. */
	readonly failures?: number;
	/** Whether the team plays its second round, in which it is changed by trades. */
	readonly isStarted?: boolean;
}) {
	let failuresLeft = failures;
	const files = buildSeasonFiles(buildSquad(details));
	const rules = { instructions: { isAllowed, limit: 10, minutesBefore: 10 } };
	const buildSeason = (players = files.players) =>
		buildSeasonModel({ ...files, players, season: { ...files.season, rules } });
	const list = () =>
		failuresLeft-- > 0
			? refusal(403, "account-inactive", "This account is inactive")
			: success(listInstructions, { isAllowed, roundId: 2, limit: 10, instructions: [...instructions] });
	const api = await renderBoard({
		team: { ...buildTeam(1, buildLineup()), ...(isStarted && { startRoundId: 1 }) },
		season: buildSeason(),
		handlers: {
			"/fantasy/team/instructions": list,
			"/fantasy/team/instructions/add": list,
			"/fantasy/team/instructions/order": list,
			"/fantasy/team/instructions/replace": list,
			"/fantasy/team/update": () => success(updateTeam, { team: buildTeam(2, buildLineup()), ...SAVED }),
			"/fantasy/team/change-captain": () =>
				success(changeTeamCaptain, {
					team: { ...buildTeam(2, { ...buildLineup(), captainId: 1 }), startRoundId: 1 },
					...SAVED,
				}),
		},
	});
	await pressButton(status);
	const title = await screen.findByText("The coach's captains");
	const check = title.closest<HTMLElement>("[role=dialog]");
	if (!check) throw new Error("the check is not in a dialog");
	const showPlayers = (change: typeof details) => api.showSeason(buildSeason(buildSquad(change)));
	return { ...api, check, showPlayers };
}

test("instructions that fail to load can be retried", async () => {
	const { check } = await openCheck({ instructions: [WAITING], failures: 1 });
	await within(check).findByText("This account is inactive");
	await pressButton("Try again");
	await within(check).findByText("If Pat Player1 is out");
	expect(within(check).queryByText("This account is inactive")).toBeNull();
});

test("instructions show state, conflicts and reasons, editable until run (D1.4.122, D1.4.124)", async () => {
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
			{
				...WAITING,
				id: 5,
				playerId: 5,
				replacement: null,
				captainId: 6,
				minimumScore: 100,
				state: "not-needed",
				ran: { cause: "match-complete", at, receiptId: null },
				reasons: ["Pat Player5 scored 90, and your loop needs 100"],
			},
		],
	});
	await within(check).findByText("If Pat Player1 is out");
	const rows = [...check.querySelectorAll("li")];
	const read = (index: number) => rows[index]?.textContent ?? "";
	const listButtons = (index: number) =>
		[...(rows[index]?.querySelectorAll("button") ?? [])].map((button) => button.textContent?.replace(/Move.*/, ""));
	expect(rows.map((row) => row.textContent?.slice(0, 21))).toEqual([
		"1.If Pat Player1 is o",
		"2.If Pat Player2 is o",
		"3.If Pat Player3 is o",
		"4.If Pat Player4 is o",
		"5.If Pat Player5 scor",
	]);
	expect(read(0)).toContain("If Pat Player1 is outOn standbySwap in Pat Player17");
	expect(read(1)).toContain("Conflicts with no. 1: Pat Player17 is not on your bench.");
	expect(read(2)).toMatch(/Done.*when her club announced its team.*Receipt 0199-a/);
	expect(read(3)).toMatch(/Not done.*shortly before her match.*Pat Player4 is locked\. Nothing has changed\./);
	expect(read(4)).toMatch(/Pat Player5 scores 100 or moreNot needed.*scored 90, and your loop needs 100/);
	expect(listButtons(0)).toEqual(["", "", "Change", "Delete"]);
	expect(listButtons(2)).toEqual(["", ""]);
	expect(listButtons(3)).toEqual(["", "", "Delete"]);
});

test("an instruction can be moved down with a button (D1.4.122)", async () => {
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

test("an instruction for a former captain no longer names another captain (D1.4.122)", async () => {
	const instructions: InstructionView[] = [
		{ ...WAITING, captainId: 8 },
		{ ...WAITING, id: 2, playerId: 2, replacement: null, captainId: 8 },
	];
	const { check, posted } = await openCheck({ instructions });
	press(await within(check).findByLabelText("Change what happens if Pat Player2 is out"));
	expect((await findButton("Save")).hasAttribute("disabled")).toBe(true);
	expect(screen.getByRole("radio", { name: "Swap" }).getAttribute("aria-checked")).toBe("true");
	await pressButton("Cancel");
	await pressButton("Change what happens if Pat Player1 is out");
	await pressButton("Save");
	await waitFor(() =>
		expect(posted).toContainEqual({
			path: "/fantasy/team/instructions/replace",
			body: { id: 1, playerId: 1, replacement: WAITING.replacement, captainId: null },
		}),
	);
});

test("after a fix, the focus moves to the next issue (D1.4.120)", async () => {
	const getDetails = (id: number) => ({ squadId: id === 6 ? 1 : 3, status: id === 7 ? "injured" : "playing" }) as const;
	const { check } = await openCheck({ details: getDetails, status: "Fix" });
	expect(within(check).getByRole("heading", { name: "2 things to fix" })).toBeDefined();
	const fix = await findButton("Make Pat Player1 vice captain");
	fix.focus();
	press(fix);
	expect(fix.isConnected).toBe(false);
	expect(document.activeElement?.textContent).toBe("Swap captain and vice");
	expect(within(check).getByRole("heading", { name: "2 things to fix" })).toBeDefined();
});

test("a loop is written with the score that the coach suggests [D2.9.834]", async () => {
	// Vice captain 7 plays on Saturday, captain 6 and defender 5, who is injured, on Sunday; defender 1 has a bye.
	const details = (id: number) => ({
		squadId: id === 7 ? 1 : id === 1 ? 5 : 3,
		status: id === 5 || id === 1 ? ("injured" as const) : ("playing" as const),
		stats: { projectedPoints: id === 6 ? 92.3 : id === 5 || id === 1 ? 0 : 80 },
	});
	const { check, posted } = await openCheck({ details, status: "Fix" });
	const steps = await within(check).findByText("Gets the armband");
	expect(steps.closest("ol")?.textContent).toBe(
		"93 or more Pat Player7Gets the armband Pat Player5Points double Pat Player7",
	);
	const field = within(check).getByLabelText<HTMLInputElement>("Least points for Pat Player7");
	expect(field.value).toBe("93");
	expect(within(check).getByText(/^The coach says 93: .* Worth about 4 points on average\.$/)).toBeDefined();
	fireEvent.change(field, { target: { value: "600" } });
	expect(await within(check).findByText("Enter a whole number from 1 to 500.")).toBeDefined();
	fireEvent.change(field, { target: { value: "110" } });
	expect(within(check).queryByText(/^Enter a whole number/)).toBeNull();
	await pressButton("Save the loop");
	await waitFor(() =>
		expect(posted).toContainEqual({
			path: "/fantasy/team/instructions/add",
			body: { playerId: 7, replacement: null, captainId: 5, minimumScore: 110 },
		}),
	);
});

test("a loop's captain who may play after all is no longer chosen [D2.9.834]", async () => {
	const getDetails = (injured: readonly number[]) => (id: number) => ({
		squadId: id === 7 ? 1 : 3,
		status: injured.includes(id) ? ("injured" as const) : ("playing" as const),
		stats: { projectedPoints: injured.includes(id) ? 0 : 80, chanceToPlay: injured.includes(id) ? 0 : 1 },
	});
	const { check, posted, showPlayers } = await openCheck({ details: getDetails([4, 5]), status: "Fix" });
	press(await within(check).findByRole("button", { name: /Who gets the armband/, hidden: true }));
	press(await screen.findByRole("option", { name: "Pat Player5" }));
	showPlayers(getDetails([4]));
	await pressButton("Save the loop");
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]?.body).toMatchObject({ playerId: 7, captainId: 4 });
});

test("a loop that waits shows what it is expected to add [D2.9.928]", async () => {
	const details = (id: number) => ({
		squadId: id === 7 ? 1 : 3,
		status: id === 5 ? ("injured" as const) : ("playing" as const),
		stats: { projectedPoints: id === 6 ? 92.3 : id === 5 ? 0 : 80 },
	});
	const loop = { ...WAITING, playerId: 7, replacement: null, captainId: 5, minimumScore: 93 };
	const { check } = await openCheck({
		instructions: [
			loop,
			{ ...loop, id: 2, minimumScore: 60 },
			{ ...loop, id: 3, minimumScore: 95, state: "not-needed" },
		],
		details,
		status: "Fix",
	});
	await within(check).findByText("If Pat Player7 scores 93 or more");
	// With 60 points it would often give away more than it brings.
	expect(
		within(check)
			.getAllByText(/^Worth about/)
			.map(({ textContent }) => textContent),
	).toEqual(["Worth about 4 points on average."]);
});

test("a line-up is prepared for a loop [D2.9.883]", async () => {
	// Vice captain 7 plays on Saturday, everybody else on Sunday; the defender on the bench is injured.
	const details = (id: number) => ({
		squadId: id === 7 ? 1 : 3,
		status: id === 17 ? ("injured" as const) : ("playing" as const),
		stats: { projectedPoints: id === 6 ? 92.3 : id === 17 ? 0 : 80 },
	});
	const { check, posted } = await openCheck({ details, isAllowed: false });
	expect(
		within(check).getByText(
			/^A loop could add about 4 points: Pat Player7 as vice captain, Pat Player6 as captain, and Pat Player17, who/,
		),
	).toBeDefined();
	await pressButton("Prepare the loop");
	await waitFor(() =>
		expect(posted.map(({ body }) => body)).toMatchObject([
			{
				captainId: 6,
				viceCaptainId: 7,
				emergency: [1, 18, 19, 20],
				lineup: { DEF: [17, 2, 3, 4, 5] },
				bench: { DEF: [1] },
			},
		]),
	);
});

test("where instructions are forbidden, check and menu say so (D1.4.122)", async () => {
	const { check } = await openCheck({ isAllowed: false });
	expect(within(check).getByText("This season does not allow it.")).toBeDefined();
	fireEvent.click(within(check).getByLabelText("Close"));
	press(getCard(1));
	await findButton("Make captain");
	expect(screen.queryByText("If she is out…")).toBeNull();
});

test("the coach's captains are named, with nothing to fix (D1.4.120, D1.4.121)", async () => {
	const { check } = await openCheck({});
	expect(within(check).getByText("Nothing to fix")).toBeDefined();
	expect(check.textContent).toMatch(/Captain: Pat Player1Most projected points on your field: 80\. Plays \w+ \d/);
	expect(check.textContent).toMatch(/Vice captain: Pat Player2Next best, 80 projected points\./);
});

test("Cancel closes the form of an instruction and shows the check again (D1.4.122)", async () => {
	const { check } = await openCheck({ instructions: [WAITING] });
	press(await within(check).findByLabelText("Change what happens if Pat Player1 is out"));
	await findButton("Save");
	await pressButton("Cancel");
	expect(await screen.findByText("The coach's captains")).toBeDefined();
	expect(screen.queryByText("Save")).toBeNull();
});

test("a replacement is found by name, and marked when saved (D1.4.122)", async () => {
	const { check, posted } = await openCheck({
		instructions: [WAITING],
		details: (id) => (id === 21 ? { status: "uncertain", position: ["DEF"] } : {}),
	});
	press(await within(check).findByLabelText("Change what happens if Pat Player1 is out"));
	await findButton("Save");
	const search = document.querySelector<HTMLInputElement>("input[role=combobox]");
	if (!search) throw new Error("players cannot be searched");
	expect(search.labels?.[0]?.textContent).toBe("Who comes in");
	search.focus();
	fireEvent.change(search, { target: { value: "player21" } });
	const options = await waitFor(() => {
		const found = [...document.querySelectorAll("[role=option]")];
		expect(found).toHaveLength(1);
		return found;
	});
	expect(options.map(({ textContent }) => textContent?.trim())).toEqual(["Pat Player21Not named yet · 80 proj."]);
	press(options[0] as HTMLElement);
	await pressButton("Save");
	const body = { id: 1, playerId: 1, replacement: { kind: "swap", playerId: 21 }, captainId: null };
	await waitFor(() => expect(posted).toContainEqual({ path: "/fantasy/team/instructions/replace", body }));
	await waitFor(() => expect(document.querySelector("li[data-saved]")?.textContent).toContain("If Pat Player1 is out"));
});

test("the form says why an impossible instruction cannot be saved (D1.4.122)", async () => {
	const { check } = await openCheck({ instructions: [WAITING] });
	press(await within(check).findByLabelText("Change what happens if Pat Player1 is out"));
	press(await screen.findByText("Emergency"));
	await screen.findByText(/^Nobody else on your bench can cover her\./);
	const save = await findButton("Save");
	expect(save.hasAttribute("disabled")).toBe(true);
	const explanation = document.getElementById(save.getAttribute("aria-describedby") ?? "");
	expect(explanation?.textContent).toBe("Choose another change above to save.");
});

test("another kind of change forgets the player who was chosen (D1.4.122)", async () => {
	const instruction: InstructionView = { ...WAITING, playerId: 6, replacement: { kind: "swap", playerId: 18 } };
	const { check } = await openCheck({ instructions: [instruction] });
	press(await within(check).findByLabelText("Change what happens if Pat Player6 is out"));
	await findButton("Save");
	const getSearch = () => document.querySelector<HTMLInputElement>("input[role=combobox]");
	expect(getSearch()?.value).toBe("Pat Player18");
	press(await screen.findByRole("radio", { name: "Trade" }));
	await waitFor(() => expect(getSearch()?.value ?? "").toBe(""));
	press(screen.getByRole("radio", { name: "Captain only" }));
	expect(await screen.findByText("Choose a captain to save.")).toBeDefined();
});

test("the check offers a single captain button, beside the issue (D1.4.120, D1.4.121)", async () => {
	const getDetails = (id: number) => (id === 6 ? { status: "injured" as const, stats: { projectedPoints: 0 } } : {});
	const { check } = await openCheck({ details: getDetails, status: "Fix" });
	const buttons = [...check.querySelectorAll("button")].map(({ textContent }) => textContent ?? "");
	expect(buttons.filter((text) => /captain/i.test(text))).toEqual(["Make Pat Player1 captain"]);
	expect(check.textContent).toContain("Captain: Pat Player1");
});

test.each([
	["a team that has not started", false],
	["a started team", true],
])("in %s, one press makes the coach's players captain and vice captain (D1.4.121)", async (_, isStarted) => {
	const getDetails = (id: number) =>
		id === 6 || id === 7 ? { status: "injured" as const, stats: { projectedPoints: 0 } } : {};
	const { check, posted } = await openCheck({ details: getDetails, status: "Fix", isStarted });
	press(within(check).getByText("Make Pat Player1 captain"));
	const expected = isStarted
		? [
				{ path: "/fantasy/team/change-captain", body: { type: "captain", newId: 1, version: 1 } },
				{ path: "/fantasy/team/change-captain", body: { type: "viceCaptain", newId: 2, version: 2 } },
			]
		: [{ path: "/fantasy/team/update", body: expect.objectContaining({ captainId: 1, viceCaptainId: 2 }) }];
	await waitFor(() => expect(posted).toEqual(expected), { timeout: 4_000 });
});

test("a trade that was started from the check can be cancelled (D1.4.120)", async () => {
	// Both ruck players are out.
	const getDetails = (id: number) =>
		id === 11 || id === 19 ? { status: "injured" as const, stats: { projectedPoints: 0 } } : {};
	renderAt("/team", <Toasts />);
	const { check } = await openCheck({ details: getDetails, status: "Fix", isStarted: true });
	press(within(check).getByText("Trade out"));
	const toast = await screen.findByText("Pat Player11 is going out. Pick who comes in.");
	expect(screen.getByText("Pick who comes in")).toBeDefined();
	fireEvent.click(within(toast.closest("[role=alertdialog]") as HTMLElement).getByText("Cancel"));
	await waitFor(() => expect(screen.queryByText("Pick who comes in")).toBeNull());
});
