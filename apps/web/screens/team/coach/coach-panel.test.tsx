import {
	type CoachSettings,
	setCoachPlayer,
	showCoachSettings,
	suggestTrades,
} from "@first-bounce/contract/team/coach";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLineup, buildPlayer, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { chooseAction, findButton, pressButton, renderBoard } from "../../../../../testing/web/render-board.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
import { Toasts } from "../../../components/toast/toasts.tsx";

const ON: CoachSettings = { isHidden: false, aim: "season", keepIds: [], banIds: [], waitIds: [] };
/** Outside the team are the forwards 31 (for $600,000, projected to score 94) and 32, and the rucks 33 and 34 (60); all others score 80. */
const season = buildSeason([
	buildPlayer(31, { position: ["FWD"], cost: 600_000, stats: { projectedPoints: 94, estimate: 94 } }),
	buildPlayer(32, { position: ["FWD"] }),
	...[33, 34].map((id) => buildPlayer(id, { position: ["RUC"], stats: { projectedPoints: 60, estimate: 60 } })),
	...buildSquad(),
]);
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

test("a suggestion shows reasons, risk and trades left, a press prepares it [D2.9.696, D2.9.929]", async () => {
	const { posted, requests } = await render(ON, {
		"/fantasy/coach/suggest-trades": (body) =>
			answer((body as { tradePairs: unknown[] }).tradePairs.length === 0 ? [suggestion] : [], 2),
		"/fantasy/trade/make": () => refusal(422, "locked", "Too late"),
	});
	await pressButton("Suggest trades");
	const list = await screen.findByLabelText("Suggested trades");
	const [card] = within(list).getAllByRole("listitem");
	// 14 points more than player 12, and 14 more as captain.
	expect(card?.querySelector("h3")?.textContent).toBe("Option 1 +28 points projected");
	expect(card?.textContent).toContain("Low risk 85% likely to score more this round · +28 points over 3 rounds");
	expect(card?.textContent).toContain("team price +52K · $120K left");
	expect(card?.textContent).toContain("New captain Player31: +14 points");
	expect(screen.getByText("Projected this round: 1,360")).toBeTruthy();
	expect(screen.getByText(/^You have 2 trades left this season\. In our tests on 2023, keeping them/)).toBeTruthy();
	expect([...(card?.querySelectorAll("[class*=why]") ?? [])].map(({ textContent }) => textContent)).toEqual([
		"bye this round",
		expect.stringMatching(/^\+14 points, price \+40K, (at home|away) to /),
	]);
	await pressButton("Add to my trades: Option 1");
	expect(await screen.findByText("No trade improves your team right now.")).toBeTruthy();
	expect(screen.getByText("Projected this round: 1,388")).toBeTruthy();
	expect(posted.at(-1)?.body).toMatchObject({ tradePairs: [{ playerInId: 31, playerOutId: 12 }] });
	expect(requests).not.toContain("POST /fantasy/trade/make");
	await pressButton("Review trades");
	await pressButton("Make the trade");
	await waitFor(() => expect(posted.at(-1)?.path).toBe("/fantasy/trade/make"));
	expect(posted.at(-1)?.body).toEqual({
		tradePairs: [{ playerInId: 31, playerOutId: 12, priceIn: 600_000, priceOut: 500_000 }],
		captainId: 31,
		version: 3,
	});
});

test.each([
	[[], 0],
	[[33], 1],
] as const)("trades that lose points are left out, except for targets %j [D2.9.696]", async (waitIds, shown) => {
	const [trade] = suggestion.trades;
	if (!trade) throw new Error("The suggestion has no trade");
	const losing = {
		...suggestion,
		trades: [
			{ ...trade, playerInId: 33, playerOutId: 11 },
			{ ...trade, playerInId: 34, playerOutId: 19 },
		],
	};
	await render({ ...ON, waitIds: [...waitIds] }, { "/fantasy/coach/suggest-trades": () => answer([losing]) });
	await pressButton("Suggest trades");
	await screen.findByText(/^(No trade improves your team right now\.|One of your targets)$/);
	expect(screen.queryAllByRole("button", { name: /^Add to my trades/ })).toHaveLength(shown);
});

test("keeping a player asks again, and the list of targets reorders", async () => {
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
	expect(await screen.findByText("One of your targets")).toBeTruthy();
	await pressButton("Move Pat Player5 up");
	await waitFor(() => expect(posted.at(-1)?.path).toBe("/fantasy/coach/suggest-trades"));
	expect(posted.find(({ path }) => path.endsWith("wait-list"))?.body).toEqual({ playerIds: [5, 31] });
	const list = screen.getByLabelText("Players you want, most wanted first");
	expect(within(list).getAllByRole("listitem", { hidden: true })[0]?.textContent).toContain("Pat Player5");
	await pressButton("Keep Pat Player12");
	await waitFor(() => expect(posted.at(-1)?.body).toMatchObject({ keepIds: [12] }));
	await pressUndo();
	await waitFor(() =>
		expect(posted).toContainEqual({ path: "/fantasy/coach/player", body: { playerId: 12, list: null } }),
	);
});

test("errors can be retried, and no trades left is said", async () => {
	let isBusy = true;
	await render(ON, {
		"/fantasy/coach/suggest-trades": () =>
			isBusy ? refusal(429, "too-many-requests", "Too many requests") : answer([], 0),
	});
	await pressButton("Suggest trades");
	expect(await screen.findByText("Too many requests")).toBeTruthy();
	isBusy = false;
	await pressButton("Try again");
	expect(await screen.findByText("You have no trades left.")).toBeTruthy();
});

test("suggestions load even if the server is still working", async () => {
	let refusals = 0;
	await render(ON, {
		"/fantasy/coach/suggest-trades": () =>
			refusals++ === 0 ? refusal(429, "coach-running", "Suggestions are already on their way") : answer([suggestion]),
	});
	await pressButton("Suggest trades");
	expect(await screen.findByLabelText("Suggested trades", {}, { timeout: 4_000 })).toBeTruthy();
	expect(refusals).toBe(2);
});

/** Presses Undo in the toast, which is rendered outside the board. */
async function pressUndo(): Promise<void> {
	renderAt("/team", <Toasts />);
	fireEvent.click((await screen.findAllByText("Undo"))[0] as HTMLElement);
}

test("a suggestion replaces an incomplete trade, and can be undone", async () => {
	await render(ON, { "/fantasy/coach/suggest-trades": () => answer([suggestion]) });
	await chooseAction(12, "Trade out");
	await pressButton("Suggest trades");
	await pressButton("Add to my trades: Option 1");
	const listTrades = () =>
		[...screen.getByLabelText("Unconfirmed trades").children].map(({ textContent }) => textContent);
	expect(listTrades()).toHaveLength(1);
	expect(listTrades()[0]).toMatch(/Player12.*Player31/);
	await chooseAction(13, "Trade out");
	await pressUndo();
	await waitFor(() => expect(listTrades()[0]).not.toContain("Player31"));
	expect(listTrades()).toHaveLength(1);
	expect(listTrades()[0]).toContain("Player13");
});

test("settings that fail to load can be retried", async () => {
	let fails = true;
	await render(ON, {
		"/fantasy/coach/show-my": () =>
			fails ? refusal(500, "server-error", "Something went wrong") : success(showCoachSettings, ON),
	});
	await findButton("Try again");
	fails = false;
	await pressButton("Try again");
	expect(await screen.findByText("Suggest trades")).toBeTruthy();
});

test("switching the panel off is saved in the account", async () => {
	const { posted } = await render(ON, {
		"/fantasy/coach/preferences": (body) => success(setCoachPlayer, { ...ON, ...(body as Partial<CoachSettings>) }),
	});
	await pressButton("Turn off the coach");
	await waitFor(() => expect(screen.queryByText("Suggest trades")).toBeNull());
	expect(posted.at(-1)).toEqual({ path: "/fantasy/coach/preferences", body: { isHidden: true } });
});

test("a later round's suggestion is added to the plan", async () => {
	localStorage.setItem("team_plan:7", '{"2":[{"playerInId":32,"playerOutId":13}]}');
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
	await pressButton("Plan");
	fireEvent.change(screen.getByLabelText("Round to plan"), { target: { value: "3" } });
	await pressButton("Suggest trades");
	await pressButton("Add to my plan: Option 1");
	const planned = [{ roundId: 2, tradePairs: [{ playerInId: 32, playerOutId: 13 }] }];
	await waitFor(() => expect(posted.at(-1)?.body).toMatchObject({ roundId: 3, plannedTrades: planned }));
	expect(posted.at(-1)?.body).toMatchObject({ tradePairs: [{ playerInId: 31, playerOutId: 12 }] });
	expect(localStorage.getItem("team_plan:7")).toBe(
		'{"2":[{"playerInId":32,"playerOutId":13}],"3":[{"playerInId":31,"playerOutId":12}]}',
	);
	const row = screen.getByRole("row", { name: /^Round 3/ });
	expect(within(row).getAllByRole("cell")[0]?.textContent).toBe("1");
	fireEvent.change(screen.getByLabelText("Round to plan"), { target: { value: "2" } });
	await chooseAction(14, "Trade out");
	await pressUndo();
	await waitFor(() =>
		expect(localStorage.getItem("team_plan:7")).toBe(
			'{"2":[{"playerInId":32,"playerOutId":13},{"playerInId":0,"playerOutId":14}],"3":[]}',
		),
	);
	localStorage.clear();
});

test("before its first round a team gets no suggestions yet", async () => {
	await renderBoard({ team: buildTeam(3, buildLineup()), season, coachSettings: ON });
	expect(await screen.findByText(/Trade suggestions start once Round 2 is complete\./)).toBeTruthy();
	expect(screen.queryByText("Suggest trades")).toBeNull();
});

test("an injured player without cover is named on the panel", async () => {
	const squad = buildSquad((id) =>
		id === 1 ? { status: "injured", stats: { projectedPoints: 0 } } : id === 17 ? { status: "injured" } : {},
	);
	await renderBoard({
		team: { ...buildTeam(3, { ...buildLineup(), emergency: [] }), startRoundId: 1 },
		season: buildSeason([...season.players.filter(({ id }) => id > 30), ...squad]),
		isWide: true,
		coachSettings: ON,
		handlers: { "/fantasy/coach/suggest-trades": () => answer([suggestion]) },
	});
	const text = "Pat Player1 isn't expected to play and has no cover: her spot will score 0.";
	const panel = (await screen.findByText(text)).closest("section");
	await pressButton("Suggest trades");
	expect(await screen.findByText("No cover yet: Player1")).toBeTruthy();
	expect(within(panel as HTMLElement).getByText("Fix")).toBeTruthy();
});

test("a later round's plan counts players left out now", async () => {
	const twoRounds = buildSeason(
		buildSquad((id) =>
			id === 6 ? { status: "not-playing", stats: { projectedPoints: 0, estimate: 85, chanceToPlay: 0 } } : {},
		),
	);
	const rounds = twoRounds.rounds.concat(twoRounds.rounds.slice(-1).map((round) => ({ ...round, id: 3 })));
	await renderBoard({ team, season: { ...twoRounds, rounds }, isWide: true, coachSettings: ON });
	await pressButton("Plan");
	fireEvent.change(screen.getByLabelText("Round to plan"), { target: { value: "3" } });
	// 15 players with 80, and the captain's 85 twice.
	expect(await screen.findByText("Projected in Round 3, best line-up: 1,370")).toBeTruthy();
});
