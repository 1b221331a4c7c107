import { showDraftTeams } from "@first-bounce/contract/draft/draft";
import { resetDraft } from "@first-bounce/contract/draft/draft-process";
import { undoTransaction } from "@first-bounce/contract/draft/squads";
import {
	acceptTrade,
	approveTrade,
	counterTrade,
	listTrades,
	offerTrade,
	rejectTrade,
	stopTrade,
	voteOnTrade,
	withdrawTrade,
} from "@first-bounce/contract/draft/trades";
import { dropPlayer, listTransactions, listWaiverRuns, saveClaims } from "@first-bounce/contract/draft/waivers";
import { showConversation } from "@first-bounce/contract/leagues/conversation";
import { leaveLeague, setDeputy } from "@first-bounce/contract/leagues/league-actions";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { finishRound, setMatchStatus } from "../../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../../testing/season/small-season.ts";
import { getOutcome } from "../../../../../../testing/server/draft-leagues.ts";
import { createTradeRoom, runTradesOf } from "../../../../../../testing/server/squad-trades.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { upsertMute } from "../../conversation/member-queries.ts";
import { checkSquads } from "../check-squads.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
beforeEach(() => app.clocks.setSeason(FIRST_BOUNCE - 7 * DAY));
afterAll(() => app.close());

const advance = async (hours: number) => {
	app.clocks.setSeason(app.clocks.seasonNow() + hours * HOUR);
	app.clocks.setWall(app.clocks.wallNow() + hours * HOUR);
	await runTradesOf(app);
};

test("an offer is private, also from the commissioner, until accepted (D2.9.435)", async () => {
	const room = await createTradeRoom(app, { review: "commissioner", hours: 24 });
	const { params, squads, offer, accept, list } = room;
	const [ada, bea, cat] = room.managers;
	const { id } = await offer(bea, cat, [squads[1]?.[0], squads[2]?.[0]], "Good for both of us");
	expect(await list(ada)).toEqual([]);
	expect(await list(bea)).toMatchObject([
		{ id, state: "offered", isOwn: true, may: { withdraw: true, accept: false } },
	]);
	expect(await list(cat)).toMatchObject([{ id, message: "Good for both of us", may: { accept: true, reject: true } }]);
	const body = { tradeId: id };
	expect(await getOutcome(ada.client(stopTrade, { params, body: { ...body, reason: "No" } }))).toBe(
		"draft-trade-unknown",
	);
	expect(await getOutcome(bea.client(acceptTrade, { params, body }))).toBe("draft-trade-not-asked");
	await accept(cat, { id });
	expect(await list(ada)).toMatchObject([
		{
			id,
			state: "accepted",
			message: "",
			isOwn: false,
			decider: { by: "commissioner", userIds: [ada.userId] },
			may: { decide: true, accept: false },
		},
	]);
});

test("trades and waiver runs happen in order (D2.9.618)", async () => {
	const room = await createTradeRoom(app, { review: "vote", hours: 48 });
	const { params, squads, offer, accept } = room;
	const [ada, bea, cat] = room.managers;
	const free = 1_001 + 4 * 12;
	// The run is due at noon of the second day after the draft, and the review ends later.
	await bea.client(saveClaims, { params, body: { claims: [{ playerId: free, dropId: squads[1]?.[0] ?? 0 }] } });
	await advance(24);
	await accept(cat, await offer(ada, cat, [squads[0]?.[0], squads[2]?.[0]]));
	await advance(96);
	const { transactions } = await ada.client(listTransactions, { params, query: {} });
	expect(transactions.map(({ kind }) => kind)).toEqual(["trade", "waivers"]);
});

test("an accepted trade keeps the room it needs (D2.9.616)", async () => {
	const room = await createTradeRoom(app, { review: "vote", hours: 48 });
	const { params, squads, getTeamId, accept, listSquad } = room;
	const [ada, bea] = room.managers;
	const [first = 0, second = 0] = squads[0] ?? [];
	const [dropped = 0, given = 0] = squads[1] ?? [];
	await bea.client(dropPlayer, { params, body: { playerId: dropped } });
	const body = { toTeamId: getTeamId(bea), playerIds: [first, second], wantedIds: [given], message: "" };
	const { trade } = await ada.client(offerTrade, { params, body });
	await advance(24);
	await accept(bea, trade);
	// She has a place until the trade is made.
	await bea.client(saveClaims, { params, body: { claims: [{ playerId: 1_001 + 4 * 12, dropId: null }] } });
	await advance(24);
	const { runs } = await bea.client(listWaiverRuns, { params });
	expect(runs[0]?.results.map(({ reason }) => reason?.code)).toEqual(["room-reserved"]);
	await advance(24);
	expect(await listSquad(bea)).toContain(second);
});

test("a trade waits for the one that makes its room (D2.9.616)", async () => {
	const room = await createTradeRoom(app, { review: "commissioner", hours: 24 });
	const { params, squads, getTeamId, accept, list } = room;
	const [ada, bea, cat] = room.managers;
	const [adaDef = 0, adaOther = 0] = squads[0] ?? [];
	const [beaDef = 0, beaOther = 0, , beaFwd = 0] = squads[1] ?? [];
	const [, catDef = 0, , catFwd = 0] = squads[2] ?? [];
	const first = { toTeamId: getTeamId(bea), playerIds: [adaDef], dropIds: [adaOther], wantedIds: [beaDef, beaOther] };
	await accept(bea, (await ada.client(offerTrade, { params, body: first })).trade);
	const second = { toTeamId: getTeamId(cat), playerIds: [beaFwd], wantedIds: [catDef, catFwd] };
	const { trade } = await bea.client(offerTrade, { params, body: second });
	await accept(cat, trade);
	await ada.client(approveTrade, { params, body: { tradeId: trade.id } });
	expect((await list(bea)).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
	await advance(24);
	expect((await list(bea)).map(({ state }) => state)).toEqual(["executed", "executed"]);
});

test("a draft that is reset takes its trades with it", async () => {
	const room = await createTradeRoom(app, { review: "commissioner", hours: 24 });
	const { params, squads, offer, accept, list, enter, listSquad } = room;
	const [ada, bea, cat] = room.managers;
	await accept(cat, await offer(bea, cat, [squads[1]?.[0], squads[2]?.[0]]));
	await offer(ada, bea, [squads[0]?.[0], squads[1]?.[1]]);
	await ada.client(resetDraft, { params, body: { name: "The Draft Club" } });
	await enter();
	await advance(24);
	expect(await listSquad(bea)).toEqual(squads[1]);
	expect(await list(bea)).toEqual([]);
	const { messages } = await bea.client(showConversation, { params, query: {} });
	expect(messages.flatMap((message) => (message.kind === "card" ? [message.card.type] : []))).toEqual([
		"draft-complete",
	]);
});

test("a change of a draft that was reset cannot be undone", async () => {
	const { params, squads, managers, enter, listSquad } = await createTradeRoom(app);
	const [ada, bea] = managers;
	const { transaction } = await bea.client(dropPlayer, { params, body: { playerId: squads[1]?.[0] ?? 0 } });
	// No time passes, as in a demo whose clock is stopped.
	await ada.client(resetDraft, { params, body: { name: "The Draft Club" } });
	await enter();
	const { transactions } = await ada.client(listTransactions, { params, query: {} });
	expect(transactions.map(({ id, mayUndo }) => [id, mayUndo])).toEqual([[transaction.id, undefined]]);
	const body = { changeId: transaction.id, reason: "Wrong" };
	expect(await getOutcome(ada.client(undoTransaction, { params, body }))).toBe("undo-not-undoable");
	expect(await listSquad(bea)).toEqual(squads[1]);
	// A change of the new draft can be undone.
	const { transaction: second } = await bea.client(dropPlayer, { params, body: { playerId: squads[1]?.[1] ?? 0 } });
	await ada.client(undoTransaction, { params, body: { ...body, changeId: second.id } });
	expect(await listSquad(bea)).toEqual(squads[1]);
});

test("an undo takes nobody out of an accepted trade (D2.9.607)", async () => {
	const room = await createTradeRoom(app, { review: "commissioner", hours: 24 });
	const { params, squads, offer, accept, list } = room;
	const [ada, bea, cat, dora] = room.managers;
	const moved = squads[2]?.[0];
	const { id: tradeId } = await accept(cat, await offer(bea, cat, [squads[1]?.[0], moved]));
	await ada.client(approveTrade, { params, body: { tradeId } });
	await accept(dora, await offer(bea, dora, [moved, squads[3]?.[0]]));
	const { transactions } = await ada.client(listTransactions, { params, query: {} });
	const undo = ada.client(undoTransaction, { params, body: { changeId: transactions[0]?.id ?? "", reason: "A slip" } });
	expect(await getOutcome(undo)).toBe("correct-reserved");
	expect((await list(bea))[0]?.state).toBe("accepted");
});

test("offers are limited a day and hide no trade under review (D2.9.619)", async () => {
	const room = await createTradeRoom(app, { review: "commissioner", hours: 24 });
	const { params, squads, offer, accept, list, getTeamId } = room;
	const [ada, bea, cat] = room.managers;
	const { id } = await accept(cat, await offer(bea, cat, [squads[1]?.[0], squads[2]?.[0]]));
	const at = new Date(app.clocks.wallNow());
	await app.database.db
		.insertInto("draft_trades")
		.values(
			Array.from({ length: 305 }, () => ({
				league_id: params.id,
				from_team_id: getTeamId(bea),
				to_team_id: getTeamId(ada),
				state: "withdrawn" as const,
				message: "",
				offered_at: at,
				expires_at: at,
				decided_at: at,
			})),
		)
		.execute();
	expect((await list(ada)).filter(({ state }) => state === "accepted")).toMatchObject([{ id }]);
	expect(await getOutcome(offer(bea, ada, [squads[1]?.[1], squads[0]?.[1]]))).toBe("draft-trade-too-many-today");
});

test("an accepted trade moves its players when its review ends (D2.9.436)", async () => {
	const room = await createTradeRoom(app, { review: "vote", hours: 12 });
	const { params, squads, offer, accept, list, listSquad, getTeamId } = room;
	const [ada, bea, cat] = room.managers;
	const [own, wanted] = [squads[0]?.[0], squads[1]?.[0]];
	const trade = await offer(ada, bea, [own, wanted]);
	const rival = await offer(cat, bea, [squads[2]?.[0], wanted]);
	await accept(bea, trade);
	await advance(11);
	expect(await listSquad(ada)).toEqual(squads[0]);
	await advance(1);
	expect(await listSquad(ada)).toContain(wanted);
	expect(await listSquad(bea)).toContain(own);
	expect(await list(ada)).toMatchObject([{ id: trade.id, state: "executed", decider: null }]);
	expect((await list(cat)).find(({ id }) => id === rival.id)).toMatchObject({
		state: "expired",
		reason: { code: "moved" },
	});
	const { teams } = await ada.client(showDraftTeams, { params });
	const team = teams.find(({ teamId }) => teamId === getTeamId(ada));
	expect([...Object.values(team?.lineup ?? {}).flat(), team?.utilityId]).toContain(wanted);
	const { messages } = await ada.client(showConversation, { params, query: {} });
	const cards = messages.flatMap((message) => (message.kind === "card" ? [message.card] : []));
	expect(cards.filter(({ type }) => type.startsWith("trade-"))).toMatchObject([
		{ type: "trade-accepted", from: { team: { teamId: getTeamId(ada) }, playerIds: [own] } },
		{ type: "trade-decided", outcome: "executed", to: { playerIds: [wanted] } },
	]);
	expect((await checkSquads(app.database.db)).findings).toEqual([]);
});

test("a counter-offer replaces an offer, and both managers can end one (D2.9.437)", async () => {
	const room = await createTradeRoom(app);
	const { params, squads, offer, list, accept } = room;
	const [ada, bea] = room.managers;
	const exchange = [squads[0]?.[0], squads[1]?.[0]] as const;
	const first = await offer(ada, bea, exchange);
	expect(await getOutcome(offer(ada, bea, exchange))).toBe("draft-trade-repeated");
	const counter = { tradeId: first.id, playerIds: [squads[1]?.[1] ?? 0], wantedIds: [squads[0]?.[0] ?? 0] };
	const { trade } = await bea.client(counterTrade, { params, body: counter });
	expect(trade).toMatchObject({ countersId: first.id, from: { playerIds: [squads[1]?.[1]] }, state: "offered" });
	expect((await list(ada)).map(({ state }) => state)).toEqual(["offered", "countered"]);
	expect(await getOutcome(accept(bea, first))).toBe("draft-trade-over");
	await ada.client(rejectTrade, { params, body: { tradeId: trade.id } });
	expect(await getOutcome(bea.client(withdrawTrade, { params, body: { tradeId: trade.id } }))).toBe("draft-trade-over");
	const second = await offer(ada, bea, exchange);
	await ada.client(withdrawTrade, { params, body: { tradeId: second.id } });
	expect((await list(bea)).map(({ state }) => state)).toEqual(["withdrawn", "rejected", "countered"]);
});

test("an offer expires after 72 hours, or when trades close (D2.9.438)", async () => {
	const room = await createTradeRoom(app);
	const { params, squads, offer, accept, list } = room;
	const [ada, bea] = room.managers;
	const exchange = [squads[0]?.[0], squads[1]?.[0]] as const;
	const late = await offer(ada, bea, exchange);
	app.clocks.setWall(app.clocks.wallNow() + 72 * HOUR);
	expect(await getOutcome(accept(bea, late))).toBe("draft-trade-over");
	await runTradesOf(app);
	await runTradesOf(app);
	expect(await list(ada)).toMatchObject([{ state: "expired", reason: { code: "time" } }]);
	const next = await offer(ada, bea, exchange);
	const drafts = app.database.db.updateTable("drafts").where("league_id", "=", params.id);
	await drafts.set({ trade_deadline_round_id: 1 }).execute();
	app.clocks.setSeason(FIRST_BOUNCE);
	expect(await getOutcome(accept(bea, next))).toBe("draft-trade-deadline");
	expect(await getOutcome(offer(ada, bea, [squads[0]?.[1], squads[1]?.[1]]))).toBe("draft-trade-deadline");
	await runTradesOf(app);
	expect((await list(ada))[0]).toMatchObject({ id: next.id, state: "expired", reason: { code: "deadline" } });
	expect(await ada.client(listTrades, { params })).toMatchObject({ isOpen: false, deadlineRoundId: 1 });
});

test("players of an accepted trade leave in no other way (D2.9.439)", async () => {
	const room = await createTradeRoom(app, { review: "none", hours: 24 });
	const { params, squads, offer, accept, findTeam } = room;
	const [ada, bea, cat] = room.managers;
	const playerId = squads[0]?.[0] ?? 0;
	const trade = await offer(ada, bea, [playerId, squads[1]?.[0]]);
	const elsewhere = await offer(cat, ada, [squads[2]?.[0], playerId]);
	await accept(bea, trade);
	expect(await getOutcome(accept(ada, elsewhere))).toBe("draft-trade-reserved");
	expect(await getOutcome(offer(ada, cat, [playerId, squads[2]?.[1]]))).toBe("draft-trade-reserved");
	expect((await findTeam(ada)).players.filter(({ isReserved }) => isReserved)).toMatchObject([{ playerId }]);
	expect(await getOutcome(ada.client(dropPlayer, { params, body: { playerId } }))).toBe("drop-reserved");
});

test("a third of the other managers stops a trade, never a party (D2.9.440)", async () => {
	const room = await createTradeRoom(app, { review: "commissioner", hours: 48 });
	const { params, squads, offer, accept, list, listSquad } = room;
	const [ada, bea, cat, dot] = room.managers;
	const trade = await offer(ada, bea, [squads[0]?.[0], squads[1]?.[0]]);
	const body = { tradeId: trade.id };
	// The commissioner trades herself, and there is no deputy.
	expect((await accept(bea, trade)).decider).toMatchObject({ by: "vote", needed: 1, against: 0 });
	const vote = { ...body, isAgainst: true };
	expect(await getOutcome(ada.client(voteOnTrade, { params, body: vote }))).toBe("draft-trade-no-vote");
	expect(await getOutcome(ada.client(approveTrade, { params, body }))).toBe("draft-trade-no-decision");
	await cat.client(voteOnTrade, { params, body: { ...body, isAgainst: false } });
	expect(await list(dot)).toMatchObject([{ decider: { against: 0, inFavour: 1 }, may: { vote: true } }]);
	await dot.client(voteOnTrade, { params, body: vote });
	expect(await list(ada)).toMatchObject([{ state: "stopped", reason: { code: "vote" } }]);
	await advance(48);
	expect(await listSquad(ada)).toEqual(squads[0]);
});

test("what a vote stopped is not offered again before a match (D2.9.641)", async () => {
	const room = await createTradeRoom(app, { review: "vote", hours: 48 });
	const { params, squads, offer, accept } = room;
	const [ada, bea, , dot] = room.managers;
	const exchange = [squads[0]?.[0], squads[1]?.[0]] as const;
	const trade = await accept(bea, await offer(ada, bea, exchange));
	await dot.client(voteOnTrade, { params, body: { tradeId: trade.id, isAgainst: true } });
	await advance(49);
	expect(await getOutcome(offer(ada, bea, exchange))).toBe("draft-trade-stopped-before");
	expect(await getOutcome(offer(bea, ada, [exchange[1], exchange[0]]))).toBe("draft-trade-stopped-before");
	expect(await getOutcome(offer(ada, bea, [squads[0]?.[1], exchange[1]]))).toBe("done");
	app.clocks.setSeason(FIRST_BOUNCE);
	expect(await getOutcome(offer(ada, bea, exchange))).toBe("done");
});

test("who reviews a trade is fixed when it is accepted (D2.9.627)", async () => {
	const room = await createTradeRoom(app, { review: "commissioner", hours: 48 });
	const { params, squads, offer, accept, list } = room;
	const [ada, bea, cat, dot] = room.managers;
	const trade = await accept(bea, await offer(ada, bea, [squads[0]?.[0], squads[1]?.[0]]));
	const body = { tradeId: trade.id };
	// The commissioner trades herself, and gives an accomplice her powers during the review.
	await ada.client(setDeputy, { params, body: { userId: cat.userId, isDeputy: true } });
	expect(await getOutcome(cat.client(approveTrade, { params, body }))).toBe("draft-trade-no-decision");
	await dot.client(voteOnTrade, { params, body: { ...body, isAgainst: true } });
	expect(await list(ada)).toMatchObject([{ state: "stopped", reason: { code: "vote", against: 1, needed: 1 } }]);
	// A deputy who is in office at acceptance decides, even if the commissioner ends her role.
	const next = await accept(bea, await offer(ada, bea, [squads[0]?.[1], squads[1]?.[1]]));
	await ada.client(setDeputy, { params, body: { userId: cat.userId, isDeputy: false } });
	expect(await list(dot)).toMatchObject([{ decider: { by: "commissioner", userIds: [cat.userId] } }, {}]);
	await cat.client(leaveLeague, { params });
	await dot.client(leaveLeague, { params });
	expect((await list(ada))[0]).toMatchObject({
		id: next.id,
		state: "accepted",
		decider: { by: "vote", teamIds: [], needed: 1 },
	});
});

test("the commissioner stops a trade with a reason, or approves it (D2.9.440)", async () => {
	const room = await createTradeRoom(app, { review: "commissioner", hours: 24 });
	const { params, squads, offer, accept, list, listSquad } = room;
	const [ada, bea, cat] = room.managers;
	const exchange = [squads[1]?.[0], squads[2]?.[0]] as const;
	const first = await offer(bea, cat, exchange);
	await accept(cat, first);
	const reason = "Far from even";
	await ada.client(stopTrade, { params, body: { tradeId: first.id, reason } });
	expect(await list(bea)).toMatchObject([{ state: "stopped", reason: { code: "commissioner", text: reason } }]);
	const { id: leagueId } = params;
	const setMute = (mutedUntil: Date | null) => upsertMute(app.database.db, leagueId, ada.userId, mutedUntil);
	const muted = await offer(bea, cat, exchange);
	await accept(cat, muted);
	await setMute(new Date(app.clocks.wallNow() + 1));
	await ada.client(stopTrade, { params, body: { tradeId: muted.id, reason } });
	expect((await list(bea))[0]).toMatchObject({ state: "stopped", reason: { code: "commissioner", text: "–" } });
	await setMute(null);
	const second = await offer(bea, cat, exchange);
	await accept(cat, second);
	const { trade } = await ada.client(approveTrade, { params, body: { tradeId: second.id } });
	expect(trade.state).toBe("executed");
	expect(await listSquad(cat)).toContain(exchange[0]);
});

test("offers end when a manager leaves, and accepted trades go on (D2.9.441)", async () => {
	const room = await createTradeRoom(app, { review: "none", hours: 24 });
	const { params, squads, offer, accept, list } = room;
	const [ada, bea, cat] = room.managers;
	const accepted = await offer(bea, ada, [squads[1]?.[0], squads[0]?.[0]], "Deal?");
	await accept(ada, accepted);
	await offer(bea, cat, [squads[1]?.[1], squads[2]?.[0]], "Or with you?");
	await bea.client(leaveLeague, { params });
	expect((await list(cat))[0]).toMatchObject({ state: "withdrawn", reason: { code: "manager-left" }, message: "" });
	expect(await getOutcome(offer(cat, bea, [squads[2]?.[0], squads[1]?.[1]]))).toBe("draft-trade-unmanaged");
	await advance(24);
	expect(await list(ada)).toMatchObject([{ id: accepted.id, state: "executed", message: "" }]);
});

test("a future pick changes its owner, with a named drop (D2.9.442)", async () => {
	const room = await createTradeRoom(app);
	const { params, squads, findTeam, getTeamId, listSquad, accept } = room;
	const [ada, bea] = room.managers;
	const pick = { round: 2, originalTeamId: getTeamId(bea) };
	const given = squads[0]?.[0] ?? 0;
	const body = { toTeamId: getTeamId(bea), playerIds: [given], wantedIds: [], wantedPicks: [pick] };
	expect(await getOutcome(ada.client(offerTrade, { params, body }))).toBe("draft-trade-pick-not-owned");
	await app.database.db.updateTable("drafts").set({ format: "keeper" }).where("league_id", "=", params.id).execute();
	await app.database.db
		.insertInto("future_picks")
		.values({ league_id: params.id, round: 2, original_team_id: getTeamId(bea), team_id: getTeamId(bea) })
		.execute();
	const { trade } = await ada.client(offerTrade, { params, body });
	expect(await getOutcome(accept(bea, trade))).toBe("draft-trade-no-room");
	const drop = squads[1]?.[0] ?? 0;
	await bea.client(acceptTrade, { params, body: { tradeId: trade.id, dropIds: [drop] } });
	expect((await findTeam(ada)).picks).toEqual([{ ...pick, isReserved: false }]);
	expect((await findTeam(bea)).picks).toEqual([]);
	expect(await listSquad(bea)).toEqual([given, ...(squads[1] ?? []).slice(1)]);
	expect(await listSquad(ada)).toEqual(squads[0]?.slice(1));
});

test("one of two offers of a player accepted at once counts (D2.9.443)", async () => {
	const room = await createTradeRoom(app, { review: "none", hours: 12 });
	const { params, squads, offer } = room;
	const [ada, bea, cat] = room.managers;
	const second = await app.startSecondServer();
	const one = await offer(ada, bea, [squads[0]?.[0], squads[1]?.[0]]);
	const other = await offer(ada, cat, [squads[0]?.[0], squads[2]?.[0]]);
	const onSecond = second.as(await app.getToken(cat.userId));
	const outcomes = await Promise.all([
		getOutcome(bea.client(acceptTrade, { params, body: { tradeId: one.id } })),
		getOutcome(onSecond(acceptTrade, { params, body: { tradeId: other.id } })),
	]);
	expect(outcomes.toSorted()).toEqual(["done", "draft-trade-reserved"]);
	await second.close();
});

test("accepting and withdrawing at once does one of both (D2.9.443)", async () => {
	const room = await createTradeRoom(app, { review: "none", hours: 12 });
	const { params, squads, offer, list } = room;
	const [ada, bea] = room.managers;
	const second = await app.startSecondServer();
	const onSecond = second.as(await app.getToken(bea.userId));
	const { id: tradeId } = await offer(ada, bea, [squads[0]?.[0], squads[1]?.[0]]);
	const outcomes = await Promise.all([
		getOutcome(ada.client(withdrawTrade, { params, body: { tradeId } })),
		getOutcome(onSecond(acceptTrade, { params, body: { tradeId } })),
	]);
	expect(outcomes.toSorted()).toEqual(["done", "draft-trade-over"]);
	const [trade] = await list(ada);
	expect(trade?.state).toBe(outcomes[0] === "done" ? "withdrawn" : "accepted");
	await second.close();
});

test("a locked trade waits for publication, then leaders make it once (D2.9.444)", async () => {
	const room = await createTradeRoom(app, { review: "none", hours: 24 });
	const { params, squads, offer, accept, list, listSquad } = room;
	const [ada, , cat] = room.managers;
	app.clocks.setSeason(FIRST_BOUNCE - 12 * HOUR);
	await accept(cat, await offer(ada, cat, [squads[0]?.[0], squads[2]?.[0]]));
	const matches = app.season.listMatchesOfRound(1);
	app.clocks.setSeason(FIRST_BOUNCE + 12 * HOUR);
	await setMatchStatus(app, matches.slice(0, 1), "playing");
	await runTradesOf(app);
	expect(await list(cat)).toMatchObject([{ state: "accepted", waitsForRound: true }]);
	app.clocks.setSeason(FIRST_BOUNCE + 2 * DAY);
	await setMatchStatus(app, matches, "complete");
	await finishRound(app, 1);
	// The leader dies before it makes the trade, and two others follow.
	const second = await app.startSecondServer();
	await Promise.all([runTradesOf(app), runTradesOf(app), runTradesOf(app)]);
	await second.close();
	expect(await list(cat)).toMatchObject([{ state: "executed", waitsForRound: false }]);
	expect(await listSquad(cat)).toContain(squads[0]?.[0]);
	const moves = app.database.db.selectFrom("player_moves").where("league_id", "=", params.id);
	expect(await moves.where("kind", "=", "traded").select("round_id").execute()).toEqual([
		{ round_id: 2 },
		{ round_id: 2 },
	]);
	expect((await checkSquads(app.database.db)).findings).toEqual([]);
});
