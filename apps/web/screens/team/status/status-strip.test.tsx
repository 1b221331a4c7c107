import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { press, pressButton, renderBoard } from "../../../../../testing/web/render-board.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";

test("the dialog of alerts stays closed once they are gone", async () => {
	await renderBoard({ team: buildTeam(1, buildLineup()), season: buildSeason(buildSquad()) });
	const pressZ = (shiftKey: boolean) => fireEvent.keyDown(document.body, { key: "z", ctrlKey: true, shiftKey });
	const text = "Your saved team still counts; 21 spots to fill.";
	await pressButton("Clear");
	press(await screen.findByText(text));
	await screen.findByRole("dialog", { hidden: true });
	pressZ(false);
	await waitFor(() => expect(screen.queryByText(text)).toBeNull());
	pressZ(true);
	await screen.findByText(text);
	expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
});
