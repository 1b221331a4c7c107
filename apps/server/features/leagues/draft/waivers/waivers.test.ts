import { ApiFailure } from "@first-bounce/contract/client";
import { listFreeAgents } from "@first-bounce/contract/draft/draft";
import { showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { makePick, resetDraft } from "@first-bounce/contract/draft/draft-process";
import {
	addFreeAgent,
	dropPlayer,
	listTransactions,
	listWaiverRuns,
	saveClaims,
	showClaims,
} from "@first-bounce/contract/draft/waivers";
import { showLeagueLadder } from "@first-bounce/contract/leagues/league-ladder";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishRound, setMatchStatus } from "../../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../../testing/season/small-season.ts";
import {
	createDraftRoom,
	type DraftRoom,
	getFourManagers,
	getOutcome,
} from "../../../../../../testing/server/draft-leagues.ts";
import {
	claim,
	finishRoom,
	getSquad,
	listResults,
	listUnowned,
	runWaiversOf,
} from "../../../../../../testing/server/draft-waivers.ts";
import type { LeagueManager } from "../../../../../../testing/server/league-managers.ts";
import { createTradeRoom } from "../../../../../../testing/server/squad-trades.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { advanceLeagues } from "../../head-to-head/round-activity.ts";
import { checkSquads } from "../check-squads.ts";

/** Sunday evening in Melbourne, five days before the first bounce. */
const DRAFTED_AT = FIRST_BOUNCE - 5 * DAY;
/** Noon on the second day after the draft. */
const FIRST_RUN = Date.parse("2026-08-25T02:00:00Z");
/** Nine in the morning of the first bounce. */
const SECOND_RUN = Date.parse("2026-08-27T23:00:00Z");

let app: TestApp;
beforeEach(async () => {
	app = await createTestApp();
	app.clocks.setSeason(DRAFTED_AT);
});
afterEach(async () => {
	expect((await checkSquads(app.database.db)).findings).toEqual([]);
	await app.close();
});

/** A league of four with one player of each line and a utility, whose draft is complete. */
async function createDrafted(waiverPriority: "rolling" | "budget" | "reverse-ladder" = "rolling") {
	const room = await createDraftRoom(app, { settings: { protectsBest: false, waiverPriority } });
	await finishRoom(room);
	const [ada, bea, cleo, dora] = getFourManagers(room);
	return { room, ada, bea, cleo, dora, params: { id: room.id } };
}

async function findState({ id }: DraftRoom, { client }: LeagueManager, playerId: number) {
	const { players } = await client(listFreeAgents, { params: { id } });
	const { state, until, reason, restrictedTo, isLocked } = players.find((player) => player.playerId === playerId) ?? {};
	return { state, until, reason, restrictedTo, isLocked };
}

const add = (room: DraftRoom, { client }: LeagueManager, playerId: number, dropId: number | null) =>
	getOutcome(client(addFreeAgent, { params: { id: room.id }, body: { playerId, dropId } }));

/** Resets a draft and holds it again; nobody picks one player. */
async function draftAgainWithout(room: DraftRoom, { client }: LeagueManager, playerId: number): Promise<void> {
	const params = { id: room.id };
	await client(resetDraft, { params, body: { name: "The Draft Club" } });
	await room.start();
	for (let overallPick = 1; overallPick <= 16; overallPick++) {
		const manager = room.findManager((await room.getBoard()).activePick?.teamId);
		const other = (await room.listFree(manager)).find((id) => id !== playerId) ?? 0;
		await manager.client(makePick, { params, body: { overallPick, playerId: other, key: crypto.randomUUID() } });
	}
}

/** The player of a line in a squad. */
const findInLine = (squad: readonly number[], line: string): number =>
	squad.find((id) => app.season.players.find((player) => player.id === id)?.position.join() === line) ?? 0;

test("undrafted players are on waivers until the first run, then free [D2.9.406]", async () => {
	const { room, ada, bea, params } = await createDrafted();
	const [mid = 0, otherMid = 0] = await listUnowned(room, "MID");
	expect(await findState(room, ada, mid)).toEqual({
		state: "waivers",
		until: "2026-08-25T02:00:00.000Z",
		reason: "undrafted",
		restrictedTo: null,
		isLocked: false,
	});
	const out = findInLine(await getSquad(room, ada), "MID");
	expect(await add(room, ada, mid, out)).toBe("player-on-waivers");
	const { coming, order } = await ada.client(listWaiverRuns, { params });
	expect(coming).toEqual([
		{ roundId: 1, run: "first", dueAt: "2026-08-25T02:00:00.000Z", reason: "second-day" },
		{ roundId: 1, run: "second", dueAt: "2026-08-27T23:00:00.000Z", reason: "bounce-day" },
	]);
	expect(order.map(({ teamId }) => teamId)).toEqual(room.teamIds.toReversed());
	app.clocks.setSeason(FIRST_RUN - 1);
	expect(await runWaiversOf(app)).toBe(0);
	app.clocks.setSeason(FIRST_RUN);
	expect(await runWaiversOf(app)).toBe(1);
	expect(await runWaiversOf(app)).toBe(0);
	expect(await findState(room, ada, mid)).toMatchObject({ state: "free", until: null, reason: null });
	expect(await add(room, ada, mid, null)).toBe("squad-full");
	expect(await add(room, ada, mid, out)).toBe("done");
	expect(await add(room, bea, mid, findInLine(await getSquad(room, bea), "MID"))).toBe("player-owned");
	// Who came takes the slot and the mark of who left, and who left waits for the second run.
	const { team } = await ada.client(showMyDraftTeam, { params });
	expect(team.lineup?.MID).toEqual([mid]);
	expect(await findState(room, bea, out)).toEqual({
		state: "waivers",
		until: "2026-08-27T23:00:00.000Z",
		reason: "dropped",
		restrictedTo: room.teamIds.slice(1),
		isLocked: false,
	});
	// She was added and dropped within a day, so she is free again.
	expect(await add(room, ada, otherMid, mid)).toBe("done");
	expect(await findState(room, bea, mid)).toMatchObject({ state: "free" });
});

test("a player dropped before a reset is barred to nobody after it", async () => {
	const { room, ada, params } = await createDrafted();
	const mid = findInLine(await getSquad(room, ada), "MID");
	await ada.client(dropPlayer, { params, body: { playerId: mid } });
	expect(await findState(room, ada, mid)).toMatchObject({ reason: "dropped", restrictedTo: room.teamIds.slice(1) });
	await draftAgainWithout(room, ada, mid);
	expect(await findState(room, ada, mid)).toMatchObject({ reason: "undrafted", restrictedTo: null });
	const dropId = findInLine(await getSquad(room, ada), "MID");
	expect(await getOutcome(claim(room, ada, { playerId: mid, dropId }))).toBe("done");
});

test("every team of an entered draft has a place in the priority", async () => {
	// The picks of each team follow one another, so the first four are those of one team.
	const { params, managers, getTeamId } = await createTradeRoom(app);
	const { order } = await managers[0].client(listWaiverRuns, { params });
	expect(order.map(({ teamId }) => teamId)).toEqual(managers.map(getTeamId).toReversed());
});

test("a run decides by priority and tells each team its reasons [D2.9.407]", async () => {
	const { room, ada, dora, cleo, params } = await createDrafted();
	const [mid = 0, otherMid = 0] = await listUnowned(room, "MID");
	const [adaMid, doraMid] = [
		findInLine(await getSquad(room, ada), "MID"),
		findInLine(await getSquad(room, dora), "MID"),
	];
	await claim(room, ada, { playerId: mid, dropId: adaMid }, { playerId: otherMid, dropId: adaMid });
	await claim(room, dora, { playerId: mid, dropId: doraMid });
	// Claims are private, also from the commissioner.
	expect((await ada.client(showClaims, { params })).claims.map(({ playerId }) => playerId)).toEqual([mid, otherMid]);
	expect((await cleo.client(showClaims, { params })).claims).toEqual([]);
	app.clocks.setSeason(FIRST_RUN + 3 * HOUR + 30_000);
	await runWaiversOf(app);
	const [adaTeam = 0, beaTeam, cleoTeam, doraTeam = 0] = room.teamIds;
	const won = [
		{ teamId: doraTeam, playerId: mid, dropId: doraMid, bid: null, isWon: true, reason: null },
		{ teamId: adaTeam, playerId: otherMid, dropId: adaMid, bid: null, isWon: true, reason: null },
	];
	expect(await listResults(room, cleo)).toEqual(won);
	const reason = { code: "player-taken", teamId: doraTeam, bid: null, rank: 4, teamRank: 1 };
	const lost = { teamId: adaTeam, playerId: mid, dropId: adaMid, bid: null, isWon: false, reason };
	expect(await listResults(room, ada)).toEqual([won[0], lost, won[1]]);
	const { runs, order } = await ada.client(listWaiverRuns, { params });
	expect(runs[0]).toMatchObject({ run: "first", minutesLate: 180, teamIds: room.teamIds.toReversed() });
	expect(order.map(({ teamId }) => teamId)).toEqual([cleoTeam, beaTeam, doraTeam, adaTeam]);
	expect((await ada.client(showClaims, { params })).claims).toEqual([]);
	const { transactions, next } = await cleo.client(listTransactions, { params, query: { limit: 1 } });
	expect(transactions).toMatchObject([
		{
			kind: "waivers",
			teamId: adaTeam,
			person: null,
			run: "first",
			moves: [
				{ playerId: adaMid, fromTeamId: adaTeam, toTeamId: null, kind: "dropped" },
				{ playerId: otherMid, fromTeamId: null, toTeamId: adaTeam, kind: "claimed" },
			],
		},
	]);
	const rest = await cleo.client(listTransactions, { params, query: { limit: 1, before: next ?? "" } });
	expect([rest.transactions.map(({ teamId }) => teamId), rest.next]).toEqual([[doraTeam], null]);
	expect(await getOutcome(app.visitor(listTransactions, { params }))).not.toBe("done");
});

test("bids are blind before their run and open after it [D2.9.408]", async () => {
	const { room, ada, bea, params } = await createDrafted("budget");
	const [mid = 0] = await listUnowned(room, "MID");
	const [adaMid, beaMid] = [findInLine(await getSquad(room, ada), "MID"), findInLine(await getSquad(room, bea), "MID")];
	expect(await getOutcome(claim(room, ada, { playerId: mid, dropId: adaMid, bid: 101 }))).toBe("claim-over-budget");
	await claim(room, ada, { playerId: mid, dropId: adaMid, bid: 12 });
	await claim(room, bea, { playerId: mid, dropId: beaMid, bid: 30 });
	expect((await ada.client(listWaiverRuns, { params })).order[0]?.budget).toBe(100);
	app.clocks.setSeason(FIRST_RUN);
	await runWaiversOf(app);
	const [adaTeam = 0, beaTeam = 0] = room.teamIds;
	expect(await listResults(room, bea)).toEqual([
		{ teamId: beaTeam, playerId: mid, dropId: beaMid, bid: 30, isWon: true, reason: null },
		{ teamId: adaTeam, playerId: mid, dropId: null, bid: 12, isWon: false, reason: null },
	]);
	expect((await listResults(room, ada))[1]?.reason).toMatchObject({ code: "player-taken", teamId: beaTeam, bid: 30 });
	expect((await bea.client(showClaims, { params })).budget).toBe(70);
	expect((await bea.client(listTransactions, { params })).transactions[0]?.bid).toBe(30);
});

test("a list of claims is refused with places and reasons [D2.9.409]", async () => {
	const { room, ada, bea, params } = await createDrafted();
	const [mid = 0, otherMid = 0] = await listUnowned(room, "MID");
	const [squad, rival] = [await getSquad(room, ada), await getSquad(room, bea)];
	const adaMid = findInLine(squad, "MID");
	const save = async (claims: Parameters<typeof claim>[2][]) => {
		try {
			await claim(room, ada, ...claims);
			return "done";
		} catch (error) {
			if (!(error instanceof ApiFailure)) throw error;
			return error.message;
		}
	};
	const fine = { playerId: mid, dropId: adaMid };
	const name = (id: number) => app.season.players.find((player) => player.id === id)?.name;
	expect(await save([fine, { playerId: rival[0] ?? 0, dropId: adaMid }])).toBe(
		`Claim 2: ${name(rival[0] ?? 0)} is in a squad`,
	);
	expect(await save([fine, { playerId: otherMid }])).toBe(
		`Claim 2: your squad is full. Choose whom to drop for ${name(otherMid)}`,
	);
	expect(await save([fine, { playerId: otherMid, dropId: rival[1] ?? 0 }])).toBe(
		`Claim 2: ${name(rival[1] ?? 0)} isn't in your squad`,
	);
	expect(await save([fine, fine])).toBe("Claim 2 is the same as claim 1");
	expect(await save([{ ...fine, bid: 1 }])).toBe("Claim 1: nobody bids in this league");
	expect(await save([{ playerId: 99, dropId: adaMid }])).toBe("Claim 1: 99 isn't in the competition");
	// Nothing of a refused list is saved.
	expect((await ada.client(showClaims, { params })).claims).toEqual([]);
	expect(
		await save([
			{ ...fine, group: 1 },
			{ playerId: otherMid, dropId: adaMid, group: 1 },
		]),
	).toBe("done");
	await ada.client(dropPlayer, { params, body: { playerId: adaMid } });
	expect(await save([{ playerId: adaMid }])).toBe(
		`Claim 1: you dropped ${name(adaMid)}, so you can't claim her in the next run`,
	);
});

test("locked players are not added, dropped or claimed [D2.9.410]", async () => {
	const { room, ada, params } = await createDrafted();
	app.clocks.setSeason(SECOND_RUN);
	await runWaiversOf(app);
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	await setMatchStatus(app, app.season.listMatchesOfRound(1).slice(0, 1), "playing");
	const squad = await getSquad(room, ada);
	const isIn = (id: number, squadIds: readonly number[]) =>
		squadIds.includes(app.season.players.find((player) => player.id === id)?.squadId ?? 0);
	// The first match is that of clubs 11 and 12, 13 and 14 play a day later, 15 and 16 have a bye.
	const unowned = await listUnowned(room, "MID");
	const locked = unowned.find((id) => isIn(id, [11, 12])) ?? 0;
	const free = unowned.find((id) => !isIn(id, [11, 12])) ?? 0;
	const lockedOwn = squad.find((id) => isIn(id, [11, 12]));
	expect(await findState(room, ada, locked)).toEqual({
		state: "waivers",
		until: null,
		reason: "locked",
		restrictedTo: null,
		isLocked: true,
	});
	const freeOwn = squad.find((id) => !isIn(id, [11, 12])) ?? 0;
	expect(await add(room, ada, locked, freeOwn)).toBe("locked");
	if (lockedOwn !== undefined) {
		expect(await add(room, ada, free, lockedOwn)).toBe("locked");
		expect(await getOutcome(ada.client(dropPlayer, { params, body: { playerId: lockedOwn } }))).toBe("locked");
	}
	// She can be claimed for the run after the round, and is then decided with the others.
	await claim(room, ada, { playerId: locked, dropId: freeOwn });
	app.clocks.setSeason(FIRST_BOUNCE + 2 * DAY);
	await setMatchStatus(app, app.season.listMatchesOfRound(1), "complete");
	expect(await runWaiversOf(app)).toBe(0);
	await finishRound(app, 1);
	const { coming } = await ada.client(listWaiverRuns, { params });
	expect(coming.map(({ roundId, run }) => [roundId, run])).toEqual([
		[2, "first"],
		[2, "second"],
	]);
	app.clocks.setSeason(Date.parse(coming[0]?.dueAt ?? ""));
	await runWaiversOf(app);
	expect((await listResults(room, ada)).map(({ playerId, isWon }) => [playerId, isWon])).toEqual([[locked, true]]);
	expect(await getSquad(room, ada)).toContain(locked);
});

test("a request first holds the runs that are due [D2.9.411]", async () => {
	const { room, ada, bea, params } = await createDrafted();
	const [mid = 0, otherMid = 0] = await listUnowned(room, "MID");
	const [adaMid, beaMid] = [findInLine(await getSquad(room, ada), "MID"), findInLine(await getSquad(room, bea), "MID")];
	await claim(room, ada, { playerId: mid, dropId: adaMid });
	// Both runs were due while nobody looked.
	app.clocks.setSeason(SECOND_RUN + 2 * HOUR);
	expect(await add(room, bea, mid, beaMid)).toBe("player-owned");
	expect(await add(room, bea, otherMid, beaMid)).toBe("done");
	const { runs } = await bea.client(listWaiverRuns, { params });
	expect(runs.map(({ run, minutesLate, results }) => [run, minutesLate, results.length])).toEqual([
		["second", 120, 0],
		["first", 4_260, 1],
	]);
	expect(await runWaiversOf(app)).toBe(0);
	expect(await getOutcome(bea.client(saveClaims, { params, body: { claims: [] } }))).toBe("done");
});

test("the last on the ladder claims first with reverse ladder [D2.9.419]", async () => {
	const { room, ada, params } = await createDrafted("reverse-ladder");
	const listOrder = async () => (await ada.client(listWaiverRuns, { params })).order.map(({ teamId }) => teamId);
	// Before the first publication it is the reverse order of the draft.
	expect(await listOrder()).toEqual(room.teamIds.toReversed());
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	await advance();
	await setMatchStatus(app, app.season.listMatchesOfRound(1), "complete");
	app.clocks.setSeason(FIRST_BOUNCE + 2 * DAY);
	await finishRound(app, 1);
	await advance();
	// Whoever plays whom, the first team loses by the largest share.
	await sql`UPDATE league_matches SET home_points = 100 * array_position(${room.teamIds}::int[], home_team_id),
		away_points = 100 * array_position(${room.teamIds}::int[], away_team_id)
		WHERE league_id = ${room.id} AND round_id = 1`.execute(app.database.db);
	const { rankings } = await ada.client(showLeagueLadder, { query: { leagueId: room.id, roundId: 0 } });
	expect(rankings.at(-1)?.teamId).toBe(room.teamIds[0]);
	expect(await listOrder()).toEqual(rankings.map(({ teamId }) => teamId).toReversed());
	// Who wins goes last in the run, and the ladder decides again for the next one.
	const [mid = 0] = await listUnowned(room, "MID");
	await claim(room, ada, { playerId: mid, dropId: findInLine(await getSquad(room, ada), "MID") });
	app.clocks.setSeason(FIRST_BOUNCE + 5 * DAY);
	await runWaiversOf(app);
	expect((await listResults(room, ada)).map(({ isWon }) => isWon)).toEqual([true]);
	expect((await listOrder())[0]).toBe(room.teamIds[0]);
});
