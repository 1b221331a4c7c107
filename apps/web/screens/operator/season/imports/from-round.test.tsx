import { changePlayer, type OperatorPlayer } from "@first-bounce/contract/operator/players";
import { listRounds } from "@first-bounce/contract/operator/season";
import {
	acceptSeasonChanges,
	listSeasonChanges,
	type SeasonChange,
} from "@first-bounce/contract/operator/season/season-changes";
import { showSeasonFetch } from "@first-bounce/contract/operator/season/season-fetch";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, file, refusal, success } from "../../../../../../testing/web/fake-api.ts";
import { buildPlayer, buildSeasonFiles } from "../../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { callKey } from "../../../../api/use-call.ts";
import { useOperatorTexts } from "../../use-operator-texts.ts";
import { PlayerDialog } from "../player-dialog.tsx";
import { AcceptDialog, FetchedChanges } from "./fetched-changes.tsx";

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const player: OperatorPlayer = {
	id: 1001,
	firstName: "Ada",
	lastName: "Reef",
	formerSquads: [],
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
const answerRounds = () =>
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

const details: SeasonChange = {
	...clubMove,
	key: "players:1001",
	version: "c",
	kind: "player-details",
	fields: [{ column: "first_name", here: "Ada", file: "Adah" }],
};
const otherDetails: SeasonChange = { ...details, key: "players:1003", version: "d", name: "Bea Cliff" };

const Player = () => {
	useOperatorTexts();
	return <PlayerDialog player={player} onClose={() => undefined} />;
};
const AllChanges = () => {
	useOperatorTexts();
	return <FetchedChanges />;
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

test("new positions count from the first or the chosen round (D2.9.57)", async () => {
	const { posted } = fakeApi({
		"/operator/rounds": answerRounds,
		"/operator/players/1001": () => success(changePlayer, { player }),
	});
	renderAt("/operator/players", <Player />);
	fireEvent.click(await screen.findByRole("radio", { name: "Positions" }));
	expect(await screen.findByText(/The new positions count from round 3 and replace any change planned/)).toBeDefined();
	expect(screen.getByText("MID/FWD from round 6")).toBeDefined();
	fireEvent.click(screen.getByRole("checkbox", { name: "RUC" }));
	await chooseRoundFour();
	expect(screen.getByText(/The new positions count from round 4 and replace/)).toBeDefined();
	save("Save");
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]?.body).toEqual({
		positions: ["DEF", "RUC"],
		positionsFromRound: 4,
		reason: "the league said so",
	});
});

test("a new club counts from this round or an earlier one", async () => {
	const files = buildSeasonFiles([buildPlayer(1001)]);
	const { posted } = fakeApi({
		"/json/fantasy/season.json": () => file(files.season),
		"/json/fantasy/squads.json": () => file(files.squads),
		"/json/fantasy/players.json": () => file(files.players),
		"/json/fantasy/rounds.json": () => file(files.rounds),
		"/operator/rounds": answerRounds,
		"/operator/players/1001": () => success(changePlayer, { player }),
	});
	renderAt("/operator/players", <Player />);
	fireEvent.click(await screen.findByRole("radio", { name: "Club" }));
	expect(
		screen.getByText(/she plays and locks with her new club; earlier rounds keep the old one\. 2 teams/),
	).toBeDefined();
	const from = await screen.findByRole("combobox", { name: "Counts from" });
	await within(from).findByRole("option", { name: "From round 1" });
	expect(
		within(from)
			.getAllByRole("option")
			.map(({ textContent }) => textContent),
	).toEqual(["From round 1", "From round 2"]);
	const clubs = screen.getByRole("combobox", { name: "Club" });
	await within(clubs).findByRole("option", { name: "Club 3" });
	fireEvent.change(clubs, { target: { value: "3" } });
	fireEvent.change(from, { target: { value: "1" } });
	save("Save");
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]?.body).toEqual({ squadId: 3, squadFromRound: 1, reason: "the league said so" });
});

test("accepted position changes of a fetch count from a chosen round (D2.9.57)", async () => {
	const { posted } = fakeApi({
		"/operator/rounds": answerRounds,
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

test("if rounds cannot be loaded, nothing can be saved", async () => {
	let isDown = true;
	fakeApi({ "/operator/rounds": () => (isDown ? refusal(503, "busy", "The game is being updated") : answerRounds()) });
	renderAt("/operator/players", <Player />);
	fireEvent.click(await screen.findByRole("radio", { name: "Positions" }));
	const dialog = within(screen.getByRole("dialog"));
	fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: "the league said so" } });
	expect((await dialog.findByRole("alert")).textContent).toContain("The game is being updated");
	expect(dialog.queryByText(/No round is left/)).toBeNull();
	expect(dialog.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
	isDown = false;
	fireEvent.click(dialog.getByRole("button", { name: "Try again" }));
	expect(await dialog.findByText(/The new positions count from round 3/)).toBeDefined();
	expect(dialog.getByRole("button", { name: "Save" })).toHaveProperty("disabled", false);
});

test("if the chosen round begins, a later one must be chosen", async () => {
	let isThirdOpen = true;
	fakeApi({
		"/operator/rounds": () =>
			success(listRounds, {
				rounds: [buildRound(3, isThirdOpen ? "open" : "soft-locked"), buildRound(4, "open"), buildRound(5, "open")],
			}),
	});
	const { queryClient } = renderAt("/operator/players", <Player />);
	fireEvent.click(await screen.findByRole("radio", { name: "Positions" }));
	const dialog = within(screen.getByRole("dialog"));
	fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: "the league said so" } });
	const choice = await dialog.findByRole("combobox", { name: "Positions count from" });
	fireEvent.change(choice, { target: { value: "4" } });
	fireEvent.change(choice, { target: { value: "3" } });
	isThirdOpen = false;
	await queryClient.invalidateQueries({ queryKey: callKey(listRounds) });
	expect(await dialog.findByText("Round 3 has begun. Choose a later round.")).toBeDefined();
	expect(dialog.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
	fireEvent.change(choice, { target: { value: "5" } });
	expect(await dialog.findByText(/The new positions count from round 5/)).toBeDefined();
	expect(dialog.getByRole("button", { name: "Save" })).toHaveProperty("disabled", false);
});

test.each([
	["Names and birthdays: Accept all 2", ["players:1001", "players:1003"]],
	["Accept everything (3)", ["players:1001", "players:1003", "players:1002:squad_id"]],
])("changes are accepted together with one press and a reason: %s (D2.9.55)", async (button, keys) => {
	const changes = [details, otherDetails, clubMove];
	const { posted } = fakeApi({
		"/operator/rounds": answerRounds,
		"/operator/season-changes": () =>
			success(listSeasonChanges, { season: 2027, fetchedAt: "2027-08-20T09:00:00.000Z", changes, finals: [] }),
		"/operator/season-fetch": () => success(showSeasonFetch, { isAvailable: true, fetch: null }),
		"/operator/season-changes/accept": () =>
			success(acceptSeasonChanges, { season: 2027, fetchedAt: null, changes: [], finals: [] }),
	});
	renderAt("/operator/seasons", <AllChanges />);
	fireEvent.click(await screen.findByRole("button", { name: button }));
	await screen.findByRole("dialog");
	save("Accept");
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]?.body).toMatchObject({ changes: keys.map((key) => ({ key })), reason: "the league said so" });
});

test("changes appear as soon as the fetch that found them ends", async () => {
	let changes: SeasonChange[] = [];
	let state: "running" | "done" = "running";
	const fetch = { season: 2027, competition: 3, rules: "official" as const, progress: [], summary: [], questions: [] };
	const answerFetch = () =>
		success(showSeasonFetch, {
			isAvailable: true,
			fetch: { ...fetch, state, positions: [], draft: [], problem: null, startedAt: "2027-08-20T09:00:00.000Z" },
		});
	fakeApi({
		"/operator/season-changes": () =>
			success(listSeasonChanges, { season: 2027, fetchedAt: "2027-08-20T09:00:00.000Z", changes, finals: [] }),
		"/operator/season-fetch": answerFetch,
	});
	renderAt("/operator/seasons", <AllChanges />);
	await screen.findByText("Nothing has changed since the last fetch.");
	await screen.findByText(/is being fetched/);
	changes = [clubMove];
	state = "done";
	await screen.findByRole("heading", { name: "Club moves" }, { timeout: 8_000 });
});
