import { changePlayer, type OperatorPlayer } from "@first-bounce/contract/operator/players";
import { listRounds } from "@first-bounce/contract/operator/season";
import { acceptSeasonChanges, type SeasonChange } from "@first-bounce/contract/operator/season/season-changes";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, success } from "../../../testing/fake-api.ts";
import { renderAt } from "../../../testing/render-at.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { AcceptDialog } from "./changes/accept-dialog.tsx";
import { PlayerDialog } from "./player-dialog.tsx";

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const player: OperatorPlayer = {
	id: 1001,
	firstName: "Ada",
	lastName: "Reef",
	squadId: 11,
	positions: ["DEF"],
	plannedPositions: [{ fromRound: 6, positions: ["MID", "FWD"] }],
	status: "uncertain",
	statusNote: "",
	birthday: null,
	price: 400_000,
	fromRound: 1,
	departedRound: null,
	photoVersion: 0,
	teams: 2,
};
const buildRound = (id: number, phase: "complete" | "soft-locked" | "open") => ({
	id,
	phase,
	publishedAt: null,
	publishesAt: null,
	hold: null,
	magicNumber: null,
	matches: [],
});
const rounds = () =>
	success(listRounds, {
		rounds: [buildRound(1, "complete"), buildRound(2, "soft-locked"), buildRound(3, "open"), buildRound(4, "open")],
	});

const positionChange: SeasonChange = {
	key: "players:1001:positions",
	version: "a",
	kind: "position",
	name: "Ada Reef",
	fields: [{ column: "positions", here: "DEF", file: "MID" }],
	isConflict: false,
	fromRound: 3,
	teams: 2,
	matches: null,
	block: null,
	isRefused: false,
};
const clubMove: SeasonChange = {
	...positionChange,
	key: "players:1002:squad_id",
	version: "b",
	kind: "club-move",
	fromRound: null,
};

const Player = () => {
	useOperatorTexts();
	return <PlayerDialog player={player} onClose={() => undefined} />;
};
const Accept = () => {
	useOperatorTexts();
	return <AcceptDialog changes={[positionChange, clubMove]} onClose={() => undefined} />;
};

async function chooseRoundFour(): Promise<void> {
	const choice = await screen.findByRole("combobox", { name: "Positions count from" });
	expect(
		within(choice)
			.getAllByRole("option")
			.map(({ textContent }) => textContent),
	).toEqual(["From round 3", "From round 4"]);
	fireEvent.change(choice, { target: { value: "4" } });
}

function save(button: string): void {
	const dialog = within(screen.getByRole("dialog"));
	fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: "the league said so" } });
	fireEvent.click(dialog.getByRole("button", { name: button }));
}

test("new positions count from the first round that has not begun, or from the one that the operator chooses (D2.9.57)", async () => {
	const { posted } = fakeApi({
		"/operator/rounds": rounds,
		"/operator/players/1001": () => success(changePlayer, { player }),
	});
	renderAt("/operator/players", <Player />);
	fireEvent.click(await screen.findByRole("radio", { name: "Positions" }));
	expect(await screen.findByText(/They count from round 3 and replace what was planned/)).toBeDefined();
	expect(screen.getByText("MID/FWD from round 6")).toBeDefined();
	fireEvent.click(screen.getByRole("checkbox", { name: "RUC" }));
	await chooseRoundFour();
	expect(screen.getByText(/They count from round 4 and replace/)).toBeDefined();
	save("Save");
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]?.body).toEqual({
		positions: ["DEF", "RUC"],
		positionsFromRound: 4,
		reason: "the league said so",
	});
});

test("accepted position changes of a fetch count from the chosen round; other changes have none (D2.9.57)", async () => {
	const { posted } = fakeApi({
		"/operator/rounds": rounds,
		"/operator/season-changes/accept": () =>
			success(acceptSeasonChanges, { season: 2027, fetchedAt: null, changes: [], finals: [] }),
	});
	renderAt("/operator/seasons", <Accept />);
	await chooseRoundFour();
	expect(screen.getByText(/Applies from round 4; earlier rounds keep the old positions/)).toBeDefined();
	save("Accept");
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]?.body).toEqual({
		changes: [
			{ key: "players:1001:positions", version: "a", fromRound: 4 },
			{ key: "players:1002:squad_id", version: "b" },
		],
		reason: "the league said so",
	});
});
