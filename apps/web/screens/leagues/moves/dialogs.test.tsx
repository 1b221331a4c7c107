import { agreeToUndo, correctSquads, undoTransaction } from "@first-bounce/contract/draft/squads";
import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { buildTransaction, fakeWaivers } from "../../../../../testing/web/waiver-fakes.ts";
import { paths } from "../../../app/paths.ts";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { LeagueScreen } from "../league/league-screen.tsx";

beforeEach(() => setWindowWidth(1280));

const UNDO = "/draft/squads/5/undo";
const CORRECT = "/draft/squads/5/correct";
const REASON = "A click too much";

const buildMove = (change: Partial<DraftTransaction>) =>
	buildTransaction("3", {
		kind: "free-agent",
		teamId: 11,
		moves: [{ playerId: 13, fromTeamId: null, toTeamId: 11, kind: "added" }],
		...change,
	});

function open(entry: DraftTransaction, handlers = {}) {
	const api = fakeWaivers({
		transactions: [entry],
		handlers,
		league: buildLeague({ class: "draft", draftStatus: "complete", startId: 1, asCommissioner: true }),
	});
	renderAt(
		paths.league.to(5, "moves"),
		<>
			<Routes>
				<Route path={paths.league.pattern} element={<LeagueScreen />} />
			</Routes>
			<Toasts />
		</>,
	);
	return api;
}

/** Opens a dialog by its button, which has the focus as if by keyboard. */
async function openDialog(button: string, title: string) {
	const opener = await screen.findByRole("button", { name: button });
	opener.focus();
	fireEvent.click(opener);
	return { opener, dialog: within(await screen.findByRole("dialog", { name: title })) };
}
type Dialog = Awaited<ReturnType<typeof openDialog>>["dialog"];
const giveReason = (dialog: Dialog, value = REASON) =>
	fireEvent.change(dialog.getByRole("textbox", { name: "Reason, for all members" }), { target: { value } });
async function expectClosed(opener: HTMLElement) {
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	await waitFor(() => expect(document.activeElement).toBe(opener));
}

describe("undoing a move", () => {
	test("says what goes back and until when, and needs a reason [D2.9.597]", async () => {
		const reply = success(undoTransaction, { transaction: buildTransaction("4", { kind: "undo" }), proposal: null });
		const { posted } = open(buildMove({ mayUndo: true, votesNeeded: 0 }), { [UNDO]: () => reply });
		const { dialog } = await openDialog("Undo", "Undo this move?");
		expect(dialog.getByText("Kit Bag added Pat Player13")).toBeDefined();
		expect(
			dialog.getByText(
				"Everyone goes back to where they were, and the reason stays in the log. It's possible until the next match starts.",
			),
		).toBeDefined();
		expect(dialog.queryByText(/Your own team/)).toBeNull();
		const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Undo it" });
		expect(confirm.disabled).toBe(true);
		giveReason(dialog, "  x ");
		expect(confirm.disabled).toBe(true);
		giveReason(dialog);
		fireEvent.submit(confirm.closest("form") as HTMLFormElement);
		expect(await screen.findByText("Undone.")).toBeDefined();
		expect(screen.queryByRole("dialog")).toBeNull();
		expect(posted).toEqual([{ path: UNDO, body: { changeId: "3", reason: REASON } }]);
	});

	test("of one's own team says who decides [D2.9.597]", async () => {
		const person = { userId: 7, teamName: "Kit Bag", avatarVersion: 0 };
		const proposal = { person, reason: REASON, agreed: 0, needed: 2, hasAgreed: null };
		open(buildMove({ mayUndo: true, votesNeeded: 2 }), {
			[UNDO]: () => success(undoTransaction, { transaction: null, proposal }),
		});
		const { dialog } = await openDialog("Undo", "Undo this move?");
		expect(
			dialog.getByText(
				"Your own team is part of it, so 2 other managers have to agree. A deputy can undo it without a vote: choose one under Settings.",
			),
		).toBeDefined();
		giveReason(dialog);
		fireEvent.click(dialog.getByRole("button", { name: "Ask the others" }));
		expect(await screen.findByText("The other managers vote on it now.")).toBeDefined();
	});

	test("that is refused says why, and gives the focus back [D2.9.597]", async () => {
		open(buildMove({ mayUndo: true, votesNeeded: 0 }), {
			[UNDO]: () => refusal(409, "undo-moved-again", "Pat Player13 has moved again since"),
		});
		const { opener, dialog } = await openDialog("Undo", "Undo this move?");
		giveReason(dialog);
		fireEvent.click(dialog.getByRole("button", { name: "Undo it" }));
		expect((await dialog.findByRole("alert")).textContent).toBe("Pat Player13 has moved again since");
		fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
		await expectClosed(opener);
	});

	test("is voted on by the others, who can take it back [D2.9.597]", async () => {
		const person = { userId: 9, teamName: "Bosses", avatarVersion: 0 };
		const proposal = { person, reason: REASON, agreed: 1, needed: 2, hasAgreed: true };
		const { posted } = open(buildMove({ proposal }), {
			[`${UNDO}/agree`]: () => refusal(409, "undo-after-lock", "A match has started since, so it stays"),
		});
		expect(await screen.findByText("Bosses wants this undone: A click too much")).toBeDefined();
		expect(screen.getByText("1 of 2 votes needed. It's possible until the next match starts.")).toBeDefined();
		fireEvent.click(screen.getByRole("button", { name: "Take my vote back" }));
		expect((await screen.findByText("A match has started since, so it stays")).closest('[role="alert"]')).toBeDefined();
		expect(posted).toEqual([{ path: `${UNDO}/agree`, body: { changeId: "3", agrees: false } }]);
		expect(agreeToUndo.path).toBe("/draft/squads/:id/undo/agree");
	});
});

describe("correcting squads", () => {
	async function choosePlayer(dialog: Dialog, search: string, name: string) {
		fireEvent.change(dialog.getByRole("searchbox", { name: "Find a player" }), { target: { value: search } });
		fireEvent.click(await dialog.findByRole("button", { name }));
	}

	test("moves players to teams, all with one reason [D2.9.598]", async () => {
		const reply = success(correctSquads, { transaction: buildTransaction("4", { kind: "correction" }) });
		const { posted } = open(buildMove({}), { [CORRECT]: () => reply });
		const { dialog } = await openDialog("Correct squads", "Correct squads");
		expect(
			dialog.getByText(
				"Move players to the teams where they belong. Squads stay within their spots, and locked players stay where they are. For your own team, a deputy or the site's operator has to do it.",
			),
		).toBeDefined();
		const save = dialog.getByRole<HTMLButtonElement>("button", { name: "Save the correction" });
		giveReason(dialog);
		expect(save.disabled).toBe(true);
		await choosePlayer(dialog, "player13", "Pat Player13");
		await choosePlayer(dialog, "player5", "Pat Player5");
		await choosePlayer(dialog, "player6", "Pat Player6");
		fireEvent.click(dialog.getByRole("button", { name: "Leave Pat Player6 where she is" }));
		fireEvent.click(dialog.getByRole("button", { name: /Pat Player13 belongs to/ }));
		expect((await screen.findAllByRole("option")).map(({ textContent }) => textContent)).toEqual([
			"Kit Bag",
			"Bosses",
			"Robot 3",
			"No team",
		]);
		fireEvent.click(screen.getByRole("option", { name: "Bosses" }));
		await waitFor(() => expect(save.disabled).toBe(false));
		fireEvent.click(save);
		expect(await screen.findByText("Squads corrected.")).toBeDefined();
		expect(posted).toEqual([
			{
				path: CORRECT,
				body: {
					moves: [
						{ playerId: 13, toTeamId: 12 },
						{ playerId: 5, toTeamId: null },
					],
					reason: REASON,
				},
			},
		]);
	});

	test("finds a player whatever the order, accents and apostrophes typed", async () => {
		open(buildMove({}));
		const { dialog } = await openDialog("Correct squads", "Correct squads");
		await choosePlayer(dialog, "pláyer1'3 PAT", "Pat Player13");
	});

	test("that is refused keeps what was chosen [D2.9.598]", async () => {
		open(buildMove({}), { [CORRECT]: () => refusal(422, "squad-full", "A squad has at most 4 players") });
		const { opener, dialog } = await openDialog("Correct squads", "Correct squads");
		await choosePlayer(dialog, "player13", "Pat Player13");
		giveReason(dialog);
		fireEvent.click(dialog.getByRole("button", { name: "Save the correction" }));
		expect((await dialog.findByRole("alert")).textContent).toBe("A squad has at most 4 players");
		expect(dialog.getByRole("button", { name: /Pat Player13 belongs to/ })).toBeDefined();
		fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
		await expectClosed(opener);
	});
});
