import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import {
	buildLineup,
	buildSeason,
	buildSeasonFiles,
	buildSquad,
	DAY,
	SATURDAY,
} from "../../../../../testing/web/player-season.ts";
import { press, pressButton, renderBoard } from "../../../../../testing/web/render-board.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
import { buildSeasonModel } from "../../../api/season-model.ts";

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

test("a team that starts next round counts down to its lock", async () => {
	const files = buildSeasonFiles(buildSquad(), "playing", ["playing", "playing"]);
	const next = files.rounds.map((round) => ({
		...round,
		id: round.id + 1,
		status: "scheduled" as const,
		tournaments: round.tournaments.map((match) => ({
			...match,
			id: match.id + 20,
			status: "scheduled" as const,
			date: new Date(Date.parse(match.date) + 7 * DAY).toISOString(),
		})),
	}));
	const season = buildSeasonModel({ ...files, rounds: [...files.rounds, ...next.slice(1)] });
	const team = { ...buildTeam(1, buildLineup()), startRoundId: 3 };
	await renderBoard({ team, season, now: SATURDAY + 2 * DAY });
	const timer = screen.getByRole("timer");
	expect(timer.textContent).toContain("Your next lock: Player1");
	expect(timer.textContent).toContain("5d");
	expect(screen.queryByText("Everyone is locked for this round")).toBeNull();
});

test("nobody is said to be locked before the fixture is known", async () => {
	const season = buildSeason(buildSquad());
	const rounds = season.rounds.filter(({ id }) => id === 2).map((round) => ({ ...round, matches: [] }));
	const { showSeason } = await renderBoard({
		team: buildTeam(0, null),
		season: { ...season, rounds, current: rounds[0] },
		hasTimer: false,
	});
	await screen.findByText("Fill all 21 spots to enter.");
	expect(screen.queryByText("Everyone is locked for this round")).toBeNull();
	showSeason({ ...season, rounds: [], current: undefined });
	expect(screen.queryByText("Everyone is locked for this round")).toBeNull();
});
