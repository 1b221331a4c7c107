import { showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { bringBackFromInjury, putInInjuredPlace } from "@first-bounce/contract/draft/squads";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { buildDraftPlayers, buildDraftTeamRound } from "../../../../../testing/web/draft-team-builders.ts";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildPlayer, buildSeasonFiles, DAY, SATURDAY } from "../../../../../testing/web/player-season.ts";
import { openDraftTeam } from "../../../../../testing/web/render-draft-team.tsx";
import { buildTransaction } from "../../../../../testing/web/waiver-fakes.ts";
import { callKey } from "../../../api/use-call.ts";

const PUT = "/draft/squads/5/injured";
const BACK = "/draft/squads/5/back";

beforeEach(() => {
	HTMLElement.prototype.showPopover = () => undefined;
	HTMLElement.prototype.hidePopover = () => undefined;
	HTMLElement.prototype.scrollIntoView = () => undefined;
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: noop, removeEventListener: noop }));
});

/** A team whose 19th player is in the injured spot, and with whom it is full; null for an empty spot. */
function open(status: PlayerStatus | null, { handlers = {}, now = SATURDAY - DAY } = {}) {
	const players = buildDraftPlayers((id) => (id === 15 ? { status: "injured" } : {}));
	const own = players.map(({ id }) => id);
	const team = buildDraftTeamRound(
		status === null ? { injuredPlayerId: null } : { injuredPlayerId: 19, playerIds: [...own, 19] },
	);
	const injured = buildPlayer(19, { position: ["MID"], ...(status === null ? {} : { status }) });
	return openDraftTeam({ team, files: buildSeasonFiles([...players, injured]), now, handlers });
}
const findSpot = async () => within(await screen.findByRole("region", { name: "Injured spot" }));

test("the injured spot names who can go there, and moves her [D2.9.596]", async () => {
	const { posted } = open(null, {
		handlers: { [PUT]: () => success(putInInjuredPlace, { transaction: buildTransaction("1", {}) }) },
	});
	const spot = await findSpot();
	expect(spot.getByText(/^These players are injured\. One of them can go to the injured spot/)).toBeDefined();
	expect(spot.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
		expect.stringContaining("Pat Player15"),
	]);
	fireEvent.click(spot.getByRole("button", { name: "Move Player15 to the injured spot" }));
	expect(await screen.findByText("Moved to the injured spot.")).toBeDefined();
	expect(posted).toEqual([{ path: PUT, body: { playerId: 15 } }]);
});

test("a refusal stays beside the injured spot [D2.9.596]", async () => {
	open(null, { handlers: { [PUT]: () => refusal(409, "injured-place-fit", "Pat Player15 isn't injured any more") } });
	const spot = await findSpot();
	fireEvent.click(spot.getByRole("button", { name: "Move Player15 to the injured spot" }));
	expect((await spot.findByRole("alert")).textContent).toBe("Pat Player15 isn't injured any more");
});

test("who is fit again comes back for a player one chooses [D2.9.596]", async () => {
	const replies = [
		refusal(422, "locked", "Pat Player4 is locked"),
		success(bringBackFromInjury, { transaction: buildTransaction("1", {}) }),
	];
	const { posted } = open("playing", { handlers: { [BACK]: () => replies.shift() ?? refusal(500, "none", "none") } });
	const spot = await findSpot();
	expect(spot.getByText(/^Player19 is fit again\. Until you bring her back, drop or trade her/)).toBeDefined();
	const button = spot.getByRole("button", { name: "Bring back" });
	button.focus();
	fireEvent.click(button);
	const dialog = within(await screen.findByRole("dialog", { name: "Bring Player19 back" }));
	const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Bring back" });
	expect(dialog.getByText("Your squad is full. Choose whom to drop for her.")).toBeDefined();
	expect(confirm.disabled).toBe(true);
	fireEvent.click(dialog.getByRole("button", { name: /Who makes way/ }));
	const options = await screen.findAllByRole("option");
	expect(options).toHaveLength(18);
	fireEvent.click(screen.getByRole("option", { name: "Pat Player4" }));
	await waitFor(() => expect(confirm.disabled).toBe(false));
	fireEvent.click(confirm);
	expect((await dialog.findByRole("alert")).textContent).toBe("Pat Player4 is locked");
	// The dialog forgets it when it is closed, and focus returns to the button.
	fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	await waitFor(() => expect(document.activeElement).toBe(button));
	fireEvent.click(button);
	const again = within(await screen.findByRole("dialog", { name: "Bring Player19 back" }));
	expect(again.queryByRole("alert")).toBeNull();
	fireEvent.click(again.getByRole("button", { name: /Who makes way/ }));
	fireEvent.click(await screen.findByRole("option", { name: "Pat Player18" }));
	fireEvent.click(again.getByRole("button", { name: "Bring back" }));
	expect(await screen.findByText("Player19 is back in the squad.")).toBeDefined();
	expect(posted.map(({ body }) => body)).toEqual([{ dropId: 4 }, { dropId: 18 }]);
});

test("a locked player stays in the injured spot [D2.9.596]", async () => {
	open("injured", { now: SATURDAY + 2 * DAY });
	const spot = await findSpot();
	expect(spot.getByRole<HTMLButtonElement>("button", { name: "Locked" }).disabled).toBe(true);
});

test("the dialog closes if another player takes the injured spot [D2.9.596]", async () => {
	const { queryClient } = open("playing");
	fireEvent.click((await findSpot()).getByRole("button", { name: "Bring back" }));
	await screen.findByRole("dialog", { name: "Bring Player19 back" });
	const team = buildDraftTeamRound({ injuredPlayerId: 15, version: 4 });
	act(() => void queryClient.setQueryData(callKey(showMyDraftTeam, { params: { id: 5 } }), { team }));
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), { timeout: 3_000 });
});
