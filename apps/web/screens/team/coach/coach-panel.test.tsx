import { type CoachSettings, setCoachPlayer, suggestTrades } from "@first-bounce/contract/team/coach";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { buildLineup, buildPlayer, buildSeason, buildSquad } from "../../../players/testing/season-builder.ts";
import { refusal, success } from "../../../testing/fake-api.ts";
import { buildTeam } from "../testing/builders.ts";
import { pressButton, renderBoard } from "../testing/render-board.tsx";

const ON: CoachSettings = { isHidden: false, aim: "season", keepIds: [], banIds: [], waitIds: [] };
/** Player 31 is a forward who plays for $600,000. */
const season = buildSeason([buildPlayer(31, { position: ["FWD"], cost: 600_000 }), ...buildSquad()]);
const team = { ...buildTeam(3, buildLineup()), startRoundId: 1 };

const suggestion = {
	trades: [
		{
			playerInId: 31,
			playerOutId: 12,
			outReason: "bye" as const,
			points: 14.2,
			pointsAhead: 30,
			priceRiseIn: 40_000,
			priceRiseOut: -12_000,
		},
	],
	points: 14.2,
	range: { low: -20.4, high: 48.7 },
	pointsAhead: 31,
	priceRise: 52_000,
	bankAfter: 120_000,
};
const answer = (suggestions: (typeof suggestion)[], tradesLeft = 3) =>
	success(suggestTrades, { roundId: 2, roundIds: [2, 3, 4], tradesLeft, suggestions });

const render = (settings: CoachSettings, handlers: Parameters<typeof renderBoard>[0]["handlers"] = {}) =>
	renderBoard({ team, season, isWide: true, coachSettings: settings, handlers });

test("a suggestion says why, what it gains and risks, and one press prepares its trade without sending it", async () => {
	const { posted, requests } = await render(ON, {
		"/fantasy/coach/suggest-trades": (body) =>
			answer((body as { tradePairs: unknown[] }).tradePairs.length === 0 ? [suggestion] : [], 2),
		"/fantasy/trade/make": () => refusal(422, "locked", "Too late"),
	});
	await pressButton("Suggest trades");
	const list = await screen.findByLabelText("Suggested trades");
	const [card] = within(list).getAllByRole("listitem");
	expect(card?.querySelector("h3")?.textContent).toBe("Option 1 +14 projected");
	expect(card?.textContent).toContain("could be −20 to +49 · +31 over 3 rounds · team price +52K · $120K left");
	expect([...(card?.querySelectorAll("[class*=why]") ?? [])].map(({ textContent }) => textContent)).toEqual([
		"bye this round",
		expect.stringMatching(/^\+14 points, price \+40K, (at home|away) to /),
	]);
	await pressButton("Add to my trades: Option 1");
	expect(await screen.findByText("No trade improves your team right now.")).toBeTruthy();
	expect(posted.at(-1)?.body).toMatchObject({ tradePairs: [{ playerInId: 31, playerOutId: 12 }] });
	expect(requests).not.toContain("POST /fantasy/trade/make");
	await pressButton("Review trades");
	await pressButton("Make the trade");
	await waitFor(() => expect(posted.at(-1)?.path).toBe("/fantasy/trade/make"));
	expect(posted.at(-1)?.body).toEqual({ tradePairs: [{ playerInId: 31, playerOutId: 12 }], version: 3 });
});

test("keeping a player asks again without her, and the wait list can be reordered by buttons", async () => {
	const kept = { ...ON, keepIds: [12] };
	const { posted } = await render(
		{ ...ON, waitIds: [31, 5] },
		{
			"/fantasy/coach/suggest-trades": () => answer([suggestion]),
			"/fantasy/coach/player": () => success(setCoachPlayer, kept),
			"/fantasy/coach/wait-list": () => success(setCoachPlayer, { ...ON, waitIds: [5, 31] }),
		},
	);
	await pressButton("Suggest trades");
	expect(await screen.findByText("On your wait list")).toBeTruthy();
	await pressButton("Move Pat Player5 up");
	await waitFor(() => expect(posted.at(-1)?.path).toBe("/fantasy/coach/suggest-trades"));
	expect(posted.find(({ path }) => path.endsWith("wait-list"))?.body).toEqual({ playerIds: [5, 31] });
	const list = screen.getByLabelText("Wait list, most wanted first");
	expect(within(list).getAllByRole("listitem", { hidden: true })[0]?.textContent).toContain("Pat Player5");
	await pressButton("Keep Pat Player12");
	await waitFor(() => expect(posted.at(-1)?.body).toMatchObject({ keepIds: [12] }));
});

test("errors can be retried, and a team without trades left is told so", async () => {
	let isBusy = true;
	await render(ON, {
		"/fantasy/coach/suggest-trades": () =>
			isBusy ? refusal(429, "coach-running", "Suggestions are already on their way") : answer([], 0),
	});
	await pressButton("Suggest trades");
	expect(await screen.findByText("Suggestions are already on their way")).toBeTruthy();
	isBusy = false;
	await pressButton("Try again");
	expect(await screen.findByText("You have no trades left.")).toBeTruthy();
});

test("the panel can be switched off for good", async () => {
	const { posted } = await render(ON, {
		"/fantasy/coach/preferences": (body) => success(setCoachPlayer, { ...ON, ...(body as Partial<CoachSettings>) }),
	});
	await pressButton("Turn off the coach");
	await waitFor(() => expect(screen.queryByText("Suggest trades")).toBeNull());
	expect(posted.at(-1)).toEqual({ path: "/fantasy/coach/preferences", body: { isHidden: true } });
});

test("the plan takes suggestions for a later round, with the trades planned before it", async () => {
	const { posted } = await renderBoard({
		team,
		season: { ...season, rounds: season.rounds.concat(season.rounds.slice(-1).map((round) => ({ ...round, id: 3 }))) },
		isWide: true,
		coachSettings: ON,
		handlers: {
			"/fantasy/coach/suggest-trades": (body) =>
				answer((body as { roundId?: number }).roundId === 3 ? [suggestion] : []),
		},
	});
	localStorage.clear();
	await pressButton("Plan");
	fireEvent.change(screen.getByLabelText("Round to plan"), { target: { value: "3" } });
	await pressButton("Suggest trades");
	await pressButton("Add to my plan: Option 1");
	await waitFor(() => expect(posted.at(-1)?.body).toMatchObject({ roundId: 3, plannedTrades: [] }));
	expect(posted.at(-1)?.body).toMatchObject({ tradePairs: [{ playerInId: 31, playerOutId: 12 }] });
	expect(localStorage.getItem("team_plan:7")).toBe('{"3":[{"playerInId":31,"playerOutId":12}]}');
	const row = screen.getByRole("row", { name: /^Round 3/ });
	expect(within(row).getAllByRole("cell")[0]?.textContent).toBe("1");
	localStorage.clear();
});

test("before its first round a team can be changed freely, and trade suggestions start later", async () => {
	await renderBoard({ team: buildTeam(3, buildLineup()), season, coachSettings: ON });
	expect(await screen.findByText(/Trade suggestions start once Round 2 is complete\./)).toBeTruthy();
	expect(screen.queryByText("Suggest trades")).toBeNull();
});
