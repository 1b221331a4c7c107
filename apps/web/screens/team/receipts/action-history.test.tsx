import { listActions, type TeamAction } from "@first-bounce/contract/team/team-actions";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, file, success } from "../../../../../testing/web/fake-api.ts";
import { buildSeasonFiles, buildSquad } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { ActionHistory } from "./action-history.tsx";

const SAVED_AT = "2026-09-11T05:00:00.000Z";

async function showAction(times: Pick<TeamAction, "savedAt" | "seasonTime">): Promise<string | null> {
	const { season, squads, players, rounds } = buildSeasonFiles(buildSquad());
	const action: TeamAction = {
		...times,
		id: "0193e1d2-5f9c-7c57-8d2e-4f3f5f9d2a11",
		userId: 7,
		fullName: "Kit O'Brien",
		roundId: 2,
		action: "change-captain",
		version: 3,
		changes: [],
		trades: [],
		cause: null,
	};
	fakeApi({
		"/fantasy/team/actions": () => success(listActions, { actions: [action], nextPage: null }),
		"/json/fantasy/checksums.json": () => file({}),
		"/json/fantasy/season.json": () => file(season),
		"/json/fantasy/squads.json": () => file(squads),
		"/json/fantasy/players.json": () => file(players),
		"/json/fantasy/rounds.json": () => file(rounds),
	});
	renderAt("/team", <ActionHistory onClose={() => undefined} />);
	return (await screen.findByText(/^Kit O'Brien, round 2/)).textContent;
}

test("an action shows season time only if it differs", async () => {
	expect(await showAction({ savedAt: SAVED_AT, seasonTime: "2026-09-11T04:59:59.000Z" })).toBe("Kit O'Brien, round 2");
});

test("an action in a demo shows the season's time too", async () => {
	expect(await showAction({ savedAt: SAVED_AT, seasonTime: "2026-06-05T09:30:00.000Z" })).toMatch(
		/^Kit O'Brien, round 2, season time 5 June( 2026)?, /,
	);
});
