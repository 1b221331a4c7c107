import { listFreeAgents } from "@first-bounce/contract/draft/draft";
import { agreeToUndo, correctSquads, undoTransaction } from "@first-bounce/contract/draft/squads";
import { acceptTrade, offerTrade } from "@first-bounce/contract/draft/trades";
import { addFreeAgent, dropPlayer, listTransactions, listWaiverRuns } from "@first-bounce/contract/draft/waivers";
import { showConversation } from "@first-bounce/contract/leagues/conversation";
import { leaveLeague, setDeputy } from "@first-bounce/contract/leagues/league-actions";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../../testing/season/small-season.ts";
import { createDraftRoom, getFourManagers, getOutcome } from "../../../../../../testing/server/draft-leagues.ts";
import {
	claim,
	finishRoom,
	getSquad,
	listUnowned,
	runWaiversOf,
} from "../../../../../../testing/server/draft-waivers.ts";
import type { LeagueManager } from "../../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { checkSquads } from "../check-squads.ts";
import { correctByOperator } from "./operator-changes.ts";

/** Noon on the second day after the draft, and nine in the morning of the first bounce. */
const FIRST_RUN = Date.parse("2026-08-25T02:00:00Z");
const SECOND_RUN = Date.parse("2026-08-27T23:00:00Z");

let app: TestApp;
beforeEach(async () => {
	app = await createTestApp();
	app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
});
afterEach(async () => {
	expect((await checkSquads(app.database.db)).findings).toEqual([]);
	await app.close();
});

const isMid = (id: number) => app.season.players.find((player) => player.id === id)?.position.join() === "MID";

/** A league after its draft, with what its managers do to one another. */
async function createLeague(settings: Parameters<typeof createDraftRoom>[1] = {}) {
	const room = await createDraftRoom(app, settings);
	await finishRoom(room);
	const [ada, bea, cleo, dora] = getFourManagers(room);
	const params = { id: room.id };
	const [wanted = 0] = await listUnowned(room, "MID");
	const findMid = async (manager: LeagueManager) => (await getSquad(room, manager)).find(isMid) ?? 0;
	const listLog = async (manager = ada) => (await manager.client(listTransactions, { params, query: {} })).transactions;
	return {
		room,
		ada,
		bea,
		cleo,
		dora,
		params,
		wanted,
		findMid,
		listLog,
		teamOf: (manager: LeagueManager) => room.teamIds[room.managers.indexOf(manager)] ?? 0,
		claimMid: async (manager: LeagueManager, playerId: number, bid = 0) =>
			claim(room, manager, { playerId, dropId: await findMid(manager), bid }),
		addMid: async (manager: LeagueManager, playerId: number) => {
			const body = { playerId, dropId: await findMid(manager) };
			return (await manager.client(addFreeAgent, { params, body })).transaction.id;
		},
		undo: (manager: LeagueManager, changeId: string) =>
			manager.client(undoTransaction, { params, body: { changeId, reason: "Looked wrong" } }),
		agree: (manager: LeagueManager, changeId: string) =>
			manager.client(agreeToUndo, { params, body: { changeId, agrees: true } }),
		correct: (manager: LeagueManager, ...moves: { playerId: number; toTeamId: number | null }[]) =>
			manager.client(correctSquads, { params, body: { moves, reason: "Entered wrongly" } }),
		findState: async (manager: LeagueManager, playerId: number) =>
			(await manager.client(listFreeAgents, { params })).players.find((player) => player.playerId === playerId),
	};
}
const runAt = (at: number) => {
	app.clocks.setSeason(at);
	return runWaiversOf(app);
};

test("an undone free agent is barred to who undid it only [D2.9.605]", async () => {
	const league = await createLeague();
	const { room, ada, bea, cleo, wanted, teamOf } = league;
	await runAt(FIRST_RUN);
	await league.undo(ada, await league.addMid(bea, wanted));
	expect(await league.findState(bea, wanted)).toMatchObject({
		state: "waivers",
		reason: "taken-back",
		restrictedTo: room.teamIds.filter((id) => id !== teamOf(ada)),
	});
	expect(await getOutcome(league.addMid(ada, wanted))).toBe("player-on-waivers");
	expect(await getOutcome(league.claimMid(ada, wanted))).toBe("claim-taken-back-by-you");
	await league.claimMid(bea, wanted);
	await runAt(SECOND_RUN);
	expect(await getSquad(room, bea)).toContain(wanted);
	expect(await getOutcome(league.undo(cleo, "1"))).toBe("not-commissioner");
});

test("an undone claim gives its place in the priority back [D2.9.642]", async () => {
	const league = await createLeague();
	const { room, ada, bea, cleo, dora, params, teamOf } = league;
	const [first = 0, second = 0, third = 0] = await listUnowned(room, "MID");
	const listOrder = async () => {
		const { order } = await ada.client(listWaiverRuns, { params });
		return order.map(({ teamId }) => ["Ada", "Bea", "Cleo", "Dora"][room.teamIds.indexOf(teamId)]);
	};
	expect(await listOrder()).toEqual(["Dora", "Cleo", "Bea", "Ada"]);
	await league.claimMid(cleo, first);
	await league.claimMid(bea, second);
	await runAt(FIRST_RUN);
	expect(await listOrder()).toEqual(["Dora", "Ada", "Cleo", "Bea"]);
	const findClaim = async (manager: LeagueManager) =>
		(await league.listLog()).find(({ kind, teamId }) => kind === "waivers" && teamId === teamOf(manager))?.id ?? "";
	await league.undo(ada, await findClaim(cleo));
	expect(await listOrder()).toEqual(["Dora", "Cleo", "Ada", "Bea"]);
	await league.undo(ada, await league.addMid(bea, third));
	await league.claimMid(dora, third);
	await runAt(SECOND_RUN);
	expect(await listOrder()).toEqual(["Cleo", "Ada", "Bea", "Dora"]);
	await league.undo(ada, await findClaim(bea));
	expect(await listOrder()).toEqual(["Cleo", "Ada", "Bea", "Dora"]);
});

test("older pages offer an undo only where nobody has moved since [D2.9.643]", async () => {
	const league = await createLeague();
	const { room, ada, bea, cleo, params } = league;
	const [first = 0, second = 0] = await listUnowned(room, "MID");
	await runAt(FIRST_RUN);
	const standing = await league.addMid(cleo, second);
	const added = await league.addMid(bea, first);
	const { transaction } = await bea.client(dropPlayer, { params, body: { playerId: first } });
	const query = { before: transaction.id };
	const { transactions } = await ada.client(listTransactions, { params, query });
	expect(transactions.slice(0, 2).map(({ id, mayUndo }) => [id, mayUndo])).toEqual([
		[added, undefined],
		[standing, true],
	]);
});

test("who claimed a player in vain leaves the undo to a vote [D2.9.606]", async () => {
	const league = await createLeague({ settings: { waiverPriority: "budget" } });
	const { room, ada, bea, cleo, dora, params, wanted } = league;
	await league.claimMid(ada, wanted, 10);
	await league.claimMid(bea, wanted, 40);
	await runAt(FIRST_RUN);
	const changeId = (await league.listLog())[0]?.id ?? "";
	expect(await league.undo(ada, changeId)).toMatchObject({ transaction: null, proposal: { agreed: 0, needed: 2 } });
	expect(await getSquad(room, bea)).toContain(wanted);
	await league.agree(cleo, changeId);
	expect((await league.agree(dora, changeId)).transaction).toMatchObject({ kind: "undo", hadClaim: true });
	const { order, runs } = await bea.client(listWaiverRuns, { params });
	expect(order.map(({ budget }) => budget)).toEqual([100, 100, 100, 100]);
	expect(runs[0]?.results.find(({ isWon }) => isWon)).toMatchObject({ playerId: wanted, isUndone: true });
	expect(await getOutcome(league.claimMid(ada, wanted))).toBe("claim-taken-back-by-you");
	expect(await getOutcome(league.claimMid(bea, wanted))).toBe("done");
	const { messages } = await dora.client(showConversation, { params, query: {} });
	const cards = messages.flatMap((message) => (message.kind === "card" ? [message.card] : []));
	expect(cards.find(({ type }) => type === "squads-changed")).toMatchObject({
		action: "undo",
		by: { teamId: league.teamOf(ada) },
		reason: "Looked wrong",
		hadClaim: true,
	});
});

test("a deputy without a claim undoes it alone [D2.9.606]", async () => {
	const league = await createLeague();
	const { ada, bea, cleo, params, wanted } = league;
	for (const manager of [ada, bea]) await league.claimMid(manager, wanted);
	await runAt(FIRST_RUN);
	await ada.client(setDeputy, { params, body: { userId: cleo.userId, isDeputy: true } });
	const changeId = (await league.listLog())[0]?.id ?? "";
	expect((await league.undo(cleo, changeId)).transaction).toMatchObject({ kind: "undo" });
});

test("a correction takes from a manager if she or half agree [D2.9.607]", async () => {
	const league = await createLeague();
	const { room, ada, bea, cleo, dora, findMid, teamOf } = league;
	await runAt(FIRST_RUN);
	const star = await findMid(bea);
	const proposed = await league.correct(ada, { playerId: star, toTeamId: null });
	expect(proposed.transaction).toMatchObject({
		kind: "correction",
		moves: [],
		proposedMoves: [{ playerId: star, fromTeamId: teamOf(bea), toTeamId: null }],
		proposal: { agreed: 0, needed: 2, hasAgreed: null },
	});
	expect(await getSquad(room, bea)).toContain(star);
	const { id } = proposed.transaction;
	expect(await getOutcome(league.agree(ada, id))).toBe("undo-own-vote");
	expect((await league.agree(cleo, id)).transaction).toBeNull();
	expect((await league.agree(dora, id)).transaction).toMatchObject({
		kind: "correction",
		person: { userId: ada.userId },
	});
	expect(await getSquad(room, bea)).not.toContain(star);
	expect(await getOutcome(league.claimMid(ada, star))).toBe("claim-taken-back-by-you");
	expect(await getOutcome(claim(room, bea, { playerId: star }))).toBe("done");
	const own = await findMid(cleo);
	// Her own consent is enough, and leaves her a place.
	const { transaction } = await league.correct(ada, { playerId: own, toTeamId: null });
	expect((await league.agree(cleo, transaction.id)).transaction).toMatchObject({ kind: "correction" });
	expect((await league.listLog())[0]).not.toHaveProperty("proposal");
	const vacated = await findMid(dora);
	await dora.client(leaveLeague, { params: league.params });
	const given = await league.correct(ada, { playerId: vacated, toTeamId: teamOf(cleo) });
	expect(given.transaction).toMatchObject({ moves: [], proposal: { agreed: 0, needed: 1 } });
	// Who gets her is a party.
	expect(await getOutcome(league.agree(cleo, given.transaction.id))).toBe("undo-own-vote");
	expect((await league.agree(bea, given.transaction.id)).transaction).toMatchObject({ kind: "correction" });
	expect(await getOutcome(league.agree(cleo, transaction.id))).toBe("undo-not-proposed");
});

test("a correction lapses at the bounce, and never takes who is traded [D2.9.607]", async () => {
	const league = await createLeague({ settings: { tradeReview: "commissioner", tradeReviewHours: 48 } });
	const { room, ada, bea, cleo, params, wanted, findMid, teamOf } = league;
	const [star, given] = [await findMid(bea), await findMid(cleo)];
	const body = { toTeamId: teamOf(cleo), playerIds: [star], wantedIds: [given] };
	const { trade } = await bea.client(offerTrade, { params, body });
	await cleo.client(acceptTrade, { params, body: { tradeId: trade.id } });
	expect(await getOutcome(league.correct(ada, { playerId: star, toTeamId: null }))).toBe("correct-reserved");
	// Nobody is put into a team past those who may claim her.
	const second = [
		{ playerId: (await getSquad(room, bea)).find((id) => id !== star) ?? 0, toTeamId: null },
		{ playerId: wanted, toTeamId: teamOf(bea) },
	];
	expect((await league.correct(ada, ...second)).transaction).toMatchObject({ moves: [], proposal: { needed: 1 } });
	const services = { db: app.database.db, seasons: app.seasons, clocks: app.clocks };
	const audit = { actor: "command line", reason: "Agreed with all" };
	await correctByOperator(services, room.id, [{ playerId: star, toTeamId: null }], audit);
	expect(await getSquad(room, bea)).not.toContain(star);
	expect(await league.findState(ada, star)).toMatchObject({ reason: "taken-back", restrictedTo: null });
	const { transaction } = await league.correct(ada, { playerId: second[0]?.playerId ?? 0, toTeamId: null });
	expect((await league.listLog(bea))[0]?.proposal).toMatchObject({ hasAgreed: false });
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	expect(await getOutcome(league.agree(bea, transaction.id))).toBe("undo-after-lock");
	expect((await league.listLog(bea))[0]).not.toHaveProperty("proposal");
});
