import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DRAFT_PLAYERS } from "../../../../testing/web/draft-fakes.ts";
import { type fakeApi, refusal } from "../../../../testing/web/fake-api.ts";
import { buildSeason } from "../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { buildUnowned, fakeWaivers, ON_WAIVERS } from "../../../../testing/web/waiver-fakes.ts";
import { PlayerActions } from "./player-actions.tsx";

const season = buildSeason(DRAFT_PLAYERS);

/** Shows the actions for a player over a page of league 5. */
function showDetails(id: number, handlers: Parameters<typeof fakeApi>[0] = {}) {
	fakeWaivers({
		handlers,
		unowned: [
			buildUnowned(13),
			buildUnowned(14, ON_WAIVERS),
			buildUnowned(15, { ...ON_WAIVERS, restrictedTo: [12, 13] }),
		],
	});
	const player = season.playerById.get(id);
	if (!player) throw new Error(`There is no player ${id}`);
	renderAt("/leagues/5/fixtures", <PlayerActions player={player} season={season} />);
}

async function openDetails(id: number) {
	showDetails(id);
	return within(await screen.findByRole("region", { name: "Café Ruck" }));
}

test.each([
	[13, "Free agent", "Add"],
	[14, "Waivers until Thu 5:00am · dropped", "Claim"],
])("details within a drafted league say how player %i can be had [D2.9.433]", async (id, state, action) => {
	const actions = await openDetails(id);
	expect(actions.getByText(new RegExp(state))).toBeDefined();
	expect(actions.getByRole("link", { name: action }).getAttribute("href")).toBe(`/leagues/5/players?add=${id}`);
});

test.each([
	[5, "Owned by Bosses"],
	[15, "Waivers until Thu 5:00am · you dropped her"],
])("details of player %i only say why she cannot be had", async (id, state) => {
	const actions = await openDetails(id);
	expect(actions.getByText(new RegExp(state))).toBeDefined();
	expect(actions.queryByRole("link")).toBeNull();
	expect(actions.queryByRole("button")).toBeNull();
});

test.each(["/fantasy/league/5", "/draft/league/5", "/draft/free-agents/list/5"])(
	"details say why %s could not be loaded",
	async (path) => {
		showDetails(1, { [path]: () => refusal(500, "internal", "It is away") });
		expect((await screen.findByRole("alert")).textContent).toBe("It is awayTry again");
	},
);

test("one's own player can be dropped from her details", async () => {
	const actions = await openDetails(1);
	expect(actions.getByText(/In your team/)).toBeDefined();
	expect(actions.getByRole("button", { name: "Drop" })).toBeDefined();
});
