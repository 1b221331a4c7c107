import {
	acceptTrade,
	type DraftTrade,
	listTrades,
	offerTrade,
	showTradeTeams,
	type TradeTeam,
} from "@first-bounce/contract/draft/trades";
import { listTransactions } from "@first-bounce/contract/draft/waivers";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { fakeWaivers, NOON } from "../../../../../testing/web/waiver-fakes.ts";
import { paths } from "../../../app/paths.ts";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { publishDraftChange } from "../../../live/draft-events.ts";
import { LeagueScreen } from "../league/league-screen.tsx";

beforeEach(() => setWindowWidth(1280));

const LINES = ["DEF", "MID", "FWD", "DEF"] as const;
const buildTeam = (teamId: number, first: number, change: Partial<TradeTeam> = {}): TradeTeam => ({
	teamId,
	isManaged: true,
	isInContention: true,
	players: LINES.map((line, index) => ({
		playerId: first + index,
		position: [line],
		pointsByRound: [40 + first, 40 + first],
		variance: 100,
		isInjured: false,
		isReserved: false,
		isProtected: false,
		isLocked: false,
	})),
	picks: [],
	...change,
});
const TEAMS = [buildTeam(11, 1), buildTeam(12, 5), buildTeam(13, 9, { isManaged: false })];

const NOTHING = { accept: false, reject: false, counter: false, withdraw: false, vote: false, decide: false };
const buildTrade = (id: number, change: Partial<DraftTrade> = {}): DraftTrade => ({
	id,
	countersId: null,
	from: { teamId: 12, playerIds: [6], picks: [], dropIds: [] },
	to: { teamId: 11, playerIds: [2], picks: [], dropIds: [] },
	state: "offered",
	message: "",
	offeredAt: NOON,
	expiresAt: NOON,
	acceptedAt: null,
	reviewEndsAt: null,
	waitsForRound: false,
	decidedAt: null,
	reason: null,
	decider: null,
	isVotedAgainst: null,
	isOwn: true,
	may: NOTHING,
	...change,
});

function open(
	trades: readonly DraftTrade[],
	path: Parameters<typeof paths.league.to>[1] | `trades/offer?${string}` = "trades",
	teams: readonly TradeTeam[] = TEAMS,
	handlers = {},
) {
	const sent: unknown[] = [];
	fakeWaivers({
		handlers: {
			"/draft/trades/5": (body) => {
				if (body === undefined)
					return success(listTrades, {
						isOpen: true,
						deadlineRoundId: 2,
						review: "vote",
						reviewHours: 24,
						trades: [...trades],
					});
				sent.push(body);
				return success(offerTrade, { trade: buildTrade(9) });
			},
			"/draft/trades/5/teams": () => success(showTradeTeams, { teams: [...teams] }),
			"/draft/trades/5/accept": (body) => {
				sent.push(body);
				return success(acceptTrade, { trade: buildTrade(1, { state: "accepted" }) });
			},
			...handlers,
		},
	});
	renderAt(
		`/leagues/5/${path}`,
		<>
			<Routes>
				<Route path={paths.league.pattern} element={<LeagueScreen />} />
			</Routes>
			<ErrorModal />
		</>,
	);
	return sent;
}

test("trades are grouped by what they wait for, with reasons [D2.9.448]", async () => {
	open([
		buildTrade(4, { may: { ...NOTHING, accept: true, reject: true, counter: true }, message: "Fair?" }),
		buildTrade(3, {
			isOwn: false,
			state: "accepted",
			acceptedAt: NOON,
			reviewEndsAt: NOON,
			decider: { by: "vote", teamIds: [11], needed: 3, against: 2, inFavour: 1 },
			may: { ...NOTHING, vote: true },
		}),
		buildTrade(2, { state: "stopped", decidedAt: NOON, reason: { code: "commissioner", text: "Far from even" } }),
		buildTrade(1, { state: "stopped", decidedAt: NOON, reason: { code: "vote", against: 3, needed: 3 } }),
	]);
	const asked = within(await screen.findByRole("region", { name: "Waiting for you" }));
	expect(asked.getAllByRole("article")).toHaveLength(2);
	expect(asked.getByText("Fair?")).toBeDefined();
	expect(asked.getByText(/Against: 2 of the 3 that stop it. In favour: 1./)).toBeDefined();
	expect(asked.getByRole("link", { name: "Counter" }).getAttribute("href")).toBe("/leagues/5/trades/offer?counter=4");
	const history = within(screen.getByRole("region", { name: "History" }));
	expect(history.getByText(/Stopped: Far from even/)).toBeDefined();
	expect(history.getByText(/Stopped by a vote: 3 against, and 3 stop it/)).toBeDefined();
	expect(screen.getByText(/Trades close at the first bounce of Round 2/)).toBeDefined();
});

test("an offer is put together from both squads, with its effect [D2.9.447]", async () => {
	const sent = open([], "trades/offer?player=6");
	fireEvent.click(await screen.findByRole("checkbox", { name: /Player2\b/ }));
	expect(screen.getByRole("region", { name: "What the trade does" }).textContent).toContain("You+");
	fireEvent.change(screen.getByRole("textbox", { name: "Message (optional)" }), { target: { value: "Mid for mid" } });
	fireEvent.click(screen.getByRole("button", { name: "Send offer" }));
	await waitFor(() =>
		expect(sent).toEqual([
			{
				toTeamId: 12,
				playerIds: [2],
				wantedIds: [6],
				picks: [],
				wantedPicks: [],
				dropIds: [],
				message: "Mid for mid",
			},
		]),
	);
	expect(await screen.findByText("No trades yet")).toBeDefined();
});

test("a team without a manager cannot be asked", async () => {
	open([], "trades/offer?");
	expect((await screen.findByRole("button", { name: /Bosses/ })).hasAttribute("disabled")).toBe(false);
	expect(screen.getByRole("button", { name: /Robot 3/ }).hasAttribute("disabled")).toBe(true);
});

test("whoever accepts with a full squad chooses whom to drop [D2.9.442]", async () => {
	const sent = open([
		buildTrade(1, {
			from: { teamId: 12, playerIds: [6, 7], picks: [], dropIds: [] },
			may: { ...NOTHING, accept: true },
		}),
	]);
	fireEvent.click(await screen.findByRole("button", { name: "Accept" }));
	const dialog = within(await screen.findByRole("dialog"));
	const accept = dialog.getByRole("button", { name: "Accept" });
	expect(accept.hasAttribute("disabled")).toBe(true);
	const dropped = dialog.getByRole("checkbox", { name: /Player3\b/ });
	fireEvent.click(dropped);
	// A browser would send the form.
	expect(fireEvent.keyDown(dropped, { key: "Enter" })).toBe(false);
	fireEvent.click(accept);
	await waitFor(() => expect(sent).toEqual([{ tradeId: 1, dropIds: [3] }]));
});

test("a trade that was made is in the log at once", async () => {
	let loads = 0;
	open([buildTrade(1, { may: { ...NOTHING, accept: true } })], "moves", TEAMS, {
		"/draft/league/5/transactions": () => {
			loads++;
			return success(listTransactions, { transactions: [], next: null });
		},
	});
	expect(await screen.findByText("No moves yet")).toBeDefined();
	fireEvent.click(screen.getByRole("link", { name: "Trades" }));
	fireEvent.click(await screen.findByRole("button", { name: "Accept" }));
	fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Accept" }));
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	fireEvent.click(screen.getByRole("link", { name: "Moves" }));
	expect(await screen.findByText("No moves yet")).toBeDefined();
	await waitFor(() => expect(loads).toBe(2));
});

describe("an offer that was withdrawn meanwhile", () => {
	/** Opens an offer whose answer the server refuses because it has been withdrawn. */
	function openWithdrawn() {
		const trades = [buildTrade(1, { may: { ...NOTHING, accept: true, reject: true } })];
		const refuse = () => {
			trades[0] = buildTrade(1, { state: "withdrawn", decidedAt: NOON });
			return refusal(409, "trade-over", "The offer has been withdrawn");
		};
		const handlers = { "/draft/trades/5/accept": refuse, "/draft/trades/5/reject": refuse };
		open(trades, "trades", TEAMS, handlers);
	}

	test("keeps the dialog with the refusal open", async () => {
		openWithdrawn();
		fireEvent.click(await screen.findByRole("button", { name: "Accept" }));
		const dialog = within(await screen.findByRole("dialog"));
		fireEvent.click(dialog.getByRole("button", { name: "Accept" }));
		expect((await dialog.findByRole("alert")).textContent).toBe("The offer has been withdrawn");
		expect(await screen.findByRole("region", { name: "History", hidden: true })).toBeDefined();
		expect(screen.getByRole("alert").textContent).toBe("The offer has been withdrawn");
	});

	test("leaves the counter-offer as an offer that can be sent", async () => {
		const trades = [buildTrade(4, { may: { ...NOTHING, counter: true } })];
		const sent = open(trades, "trades/offer?counter=4");
		const message = await screen.findByRole("textbox", { name: "Message (optional)" });
		fireEvent.change(message, { target: { value: "Then for her" } });
		trades[0] = buildTrade(4, { state: "withdrawn", decidedAt: NOON });
		act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 12 }));
		expect(await screen.findByText("Withdrawn")).toBeDefined();
		expect(screen.getByRole("heading", { name: "Offer to Bosses" })).toBeDefined();
		fireEvent.click(screen.getByRole("button", { name: "Send offer" }));
		await waitFor(() => expect(sent).toHaveLength(1));
		expect(sent[0]).toMatchObject({ toTeamId: 12, playerIds: [2], wantedIds: [6], message: "Then for her" });
	});

	test("says why it cannot be rejected", async () => {
		openWithdrawn();
		fireEvent.click(await screen.findByRole("button", { name: "Reject" }));
		expect(await screen.findByRole("region", { name: "History", hidden: true })).toBeDefined();
		expect(await screen.findByText(/^The offer has been withdrawn/)).toBeDefined();
	});
});

test("an offer between others cannot be answered by its address", async () => {
	const from = { teamId: 12, playerIds: [6], picks: [], dropIds: [] };
	const to = { teamId: 13, playerIds: [9], picks: [], dropIds: [] };
	open([buildTrade(4, { from, to, state: "accepted", isOwn: false })], "trades/offer?counter=4");
	expect(await screen.findByRole("region", { name: "Who do you want to trade with?" })).toBeDefined();
});

test("what cannot be traded any more can be taken out", async () => {
	const pick = { round: 2, originalTeamId: 12 };
	const [left, reserved, ...others] = buildTeam(12, 5).players;
	if (!left || !reserved) throw new Error("No players");
	const teams = [
		buildTeam(11, 1),
		buildTeam(12, 5, {
			players: [{ ...reserved, isReserved: true }, ...others],
			picks: [{ ...pick, isReserved: true }],
		}),
	];
	const from = { teamId: 12, playerIds: [left.playerId, reserved.playerId], picks: [pick], dropIds: [] };
	open([buildTrade(4, { from, may: { ...NOTHING, counter: true } })], "trades/offer?counter=4", teams);
	const squad = within(await screen.findByRole("group", { name: "You get from Bosses" }));
	const listChosen = () => squad.getAllByRole<HTMLInputElement>("checkbox").filter(({ checked }) => checked);
	expect(listChosen()).toHaveLength(3);
	for (const box of listChosen()) fireEvent.click(box);
	expect(listChosen()).toHaveLength(0);
});

test("an offer can begin with a trade from which both teams gain [D2.9.582]", async () => {
	const rate = (
		team: TradeTeam,
		first: number,
		...rated: [TradeTeam["players"][number]["position"][number], number][]
	) => ({
		...team,
		players: rated.map(([line, points], index) => {
			const [player] = team.players;
			if (!player) throw new Error("The team is empty");
			return { ...player, playerId: first + index, position: [line], pointsByRound: [points] };
		}),
	});
	const [own, other, robots] = TEAMS as [TradeTeam, TradeTeam, TradeTeam];
	// A forward and a midfielder are one too many, and each team lacks the other.
	const forwards = rate(own, 1, ["DEF", 50], ["MID", 50], ["FWD", 90], ["FWD", 85], ["FWD", 80]);
	const midfielders = rate(other, 6, ["DEF", 20], ["MID", 95], ["MID", 85], ["MID", 80], ["FWD", 10]);
	open([], "trades/offer?team=12", [forwards, midfielders, robots]);
	const ideas = within(await screen.findByRole("region", { name: "The coach’s ideas" }));
	const [start] = ideas.getAllByRole("button");
	if (!start) throw new Error("There is no idea");
	expect(ideas.getAllByRole("listitem")[0]?.textContent).toMatch(
		/^Pat Player\d for Pat Player7 You \+\d+, Bosses \+\d+, ± 18/,
	);
	fireEvent.click(start);
	const summary = within(await screen.findByRole("region", { name: "Your offer" }));
	expect(summary.getByRole("region", { name: "What the trade does" })).toBeDefined();
	expect(screen.queryByRole("region", { name: "The coach’s ideas" })).toBeNull();
});
