import {
	addFreeAgent,
	listTransactions,
	listWaiverRuns,
	saveClaims,
	showClaims,
} from "@first-bounce/contract/draft/waivers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setMatchStatus } from "../../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../../testing/season/small-season.ts";
import { createDraftRoom, getFourManagers, getOutcome } from "../../../../../../testing/server/draft-leagues.ts";
import {
	claim,
	finishRoom,
	getSquad,
	listResults,
	listUnowned,
	runWaiversOf,
} from "../../../../../../testing/server/draft-waivers.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { checkSquads } from "../check-squads.ts";
import { listOwners } from "../queries.ts";
import { settleLeague } from "../settle.ts";

const FIRST_RUN = Date.parse("2026-08-25T02:00:00Z");

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(async () => {
	expect((await checkSquads(app.database.db)).findings).toEqual([]);
	await app.close();
});

async function createDrafted() {
	app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
	const room = await createDraftRoom(app, { settings: { protectsBest: false } });
	await finishRoom(room);
	const [ada, bea, cleo] = getFourManagers(room);
	const mids = await listUnowned(room, "MID");
	const findMid = async (manager: typeof ada) => {
		const squad = await getSquad(room, manager);
		return squad.find((id) => app.season.players.find((player) => player.id === id)?.position.join() === "MID") ?? 0;
	};
	return { room, ada, bea, cleo, mids, findMid, params: { id: room.id } };
}

test("a run that several processes and requests find due happens once [D2.9.413]", async () => {
	const second = await app.startSecondServer();
	const { room, ada, bea, mids, findMid, params } = await createDrafted();
	const [mid = 0, other = 0] = mids;
	const [adaMid, beaMid] = [await findMid(ada), await findMid(bea)];
	await claim(room, ada, { playerId: mid, dropId: adaMid });
	await claim(room, bea, { playerId: mid, dropId: beaMid });
	const beaOnSecond = second.as(await app.getToken(bea.userId));
	app.clocks.setSeason(FIRST_RUN);
	const [outcome] = await Promise.all([
		getOutcome(beaOnSecond(addFreeAgent, { params, body: { playerId: mid, dropId: beaMid } })),
		...Array.from({ length: 4 }, () => runWaiversOf(app)),
	]);
	// The team of Bea, who drafted later, has her already by the run.
	expect(outcome).toBe("player-owned");
	const { runs } = await ada.client(listWaiverRuns, { params });
	expect(runs.map(({ run }) => run)).toEqual(["first"]);
	expect((await listResults(room, bea)).map(({ teamId }) => teamId)).toEqual([room.teamIds[1]]);
	const { transactions } = await ada.client(listTransactions, { params });
	expect(transactions.map(({ kind, teamId }) => [kind, teamId])).toEqual([["waivers", room.teamIds[1]]]);
	expect(await getOutcome(ada.client(addFreeAgent, { params, body: { playerId: other, dropId: adaMid } }))).toBe(
		"done",
	);
	await second.close();
});

test("one of two managers gets a player whom both add [D2.9.414]", async () => {
	const second = await app.startSecondServer();
	const { room, ada, bea, mids, findMid, params } = await createDrafted();
	const bodies = { ada: await findMid(ada), bea: await findMid(bea) };
	app.clocks.setSeason(FIRST_RUN);
	await runWaiversOf(app);
	const beaOnSecond = second.as(await app.getToken(bea.userId));
	for (const playerId of mids.slice(0, 4)) {
		const outcomes = await Promise.all([
			getOutcome(ada.client(addFreeAgent, { params, body: { playerId, dropId: bodies.ada } })),
			getOutcome(beaOnSecond(addFreeAgent, { params, body: { playerId, dropId: bodies.bea } })),
		]);
		expect(outcomes.toSorted()).toEqual(["done", "player-owned"]);
		bodies[outcomes[0] === "done" ? "ada" : "bea"] = playerId;
	}
	const owners = await listOwners(app.database.db, room.id);
	expect(new Set(owners.map(({ playerId }) => playerId)).size).toBe(16);
	await second.close();
});

test("of two devices that change the same claims one is refused [D2.9.936]", async () => {
	const { room, ada, mids, findMid, params } = await createDrafted();
	const [mid = 0, other = 0, third = 0] = mids;
	const dropId = await findMid(ada);
	const save = (version: number, ...playerIds: number[]) =>
		getOutcome(
			ada.client(saveClaims, {
				params,
				body: { claims: playerIds.map((playerId) => ({ playerId, dropId })), version },
			}),
		);
	const show = async () => {
		const { claims, version } = await ada.client(showClaims, { params });
		return { ids: claims.map(({ playerId }) => playerId), version };
	};
	const { version: empty } = await show();
	expect((await Promise.all([save(empty, mid, other), save(empty, third)])).toSorted()).toEqual([
		"done",
		"stale-claims",
	]);
	await claim(room, ada, { playerId: mid, dropId }, { playerId: other, dropId });
	const first = await show();
	expect(await save(first.version, other, mid)).toBe("done");
	// The answer was lost, and the browser sends the list again.
	expect(await save(first.version, other, mid)).toBe("done");
	expect(await save(first.version, mid)).toBe("stale-claims");
	const { ids, version } = await show();
	expect(ids).toEqual([other, mid]);
	app.clocks.setSeason(FIRST_RUN);
	// A run has decided the claims.
	expect(await save(version, mid)).toBe("stale-claims");
	expect((await show()).ids).toEqual([]);
});

test("claims that race their run or a lock are decided whole [D2.9.415]", async () => {
	const { room, ada, bea, cleo, mids, findMid, params } = await createDrafted();
	const [mid = 0, other = 0] = mids;
	const [adaMid, beaMid] = [await findMid(ada), await findMid(bea)];
	await claim(room, ada, { playerId: mid, dropId: adaMid });
	app.clocks.setSeason(FIRST_RUN);
	const services = { db: app.database.db, seasons: app.seasons, clocks: app.clocks };
	const claims = [{ playerId: other, dropId: adaMid }];
	const [outcome] = await Promise.all([
		getOutcome(ada.client(saveClaims, { params, body: { claims } })),
		settleLeague(services, room.id),
		settleLeague(services, room.id),
	]);
	// The run that was due took the list as it was, and dropped whom the new list names.
	expect(outcome).toBe("claim-drop-not-owned");
	expect((await listResults(room, ada)).map(({ playerId, isWon }) => [playerId, isWon])).toEqual([[mid, true]]);
	expect(await listResults(room, cleo)).toHaveLength(1);

	// The second run is late: her match has begun, so that nobody gets a player of it.
	const isFirstMatch = (id: number) =>
		[11, 12].includes(app.season.players.find((player) => player.id === id)?.squadId ?? 0);
	const locked = mids.find((id) => isFirstMatch(id) && id !== mid) ?? 0;
	await claim(room, bea, { playerId: locked, dropId: beaMid });
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	await setMatchStatus(app, app.season.listMatchesOfRound(1).slice(0, 1), "playing");
	await Promise.all([runWaiversOf(app), runWaiversOf(app)]);
	const results = await listResults(room, bea);
	expect(results.map(({ playerId, isWon, reason }) => [playerId, isWon, reason?.code])).toEqual([
		[locked, false, "player-locked"],
	]);
});
