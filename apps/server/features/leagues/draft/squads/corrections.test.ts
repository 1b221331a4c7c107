import { listFreeAgents, showDraftTeams } from "@first-bounce/contract/draft/draft";
import { showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import {
	agreeToUndo,
	bringBackFromInjury,
	correctSquads,
	putInInjuredPlace,
	undoTransaction,
} from "@first-bounce/contract/draft/squads";
import { addFreeAgent, dropPlayer, listTransactions, saveClaims } from "@first-bounce/contract/draft/waivers";
import { leaveLeague, setDeputy } from "@first-bounce/contract/leagues/league-actions";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { FIRST_BOUNCE } from "../../../../../../testing/season/small-season.ts";
import {
	createDraftRoom,
	type DraftRoom,
	getFourManagers,
	getOutcome,
} from "../../../../../../testing/server/draft-leagues.ts";
import type { LeagueManager } from "../../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../../../seasons/current/season-version-queries.ts";
import { upsertMute } from "../../conversation/member-queries.ts";
import { checkSquads } from "../check-squads.ts";

let app: TestApp;
let room: DraftRoom;
let first: LeagueManager;
let second: LeagueManager;
let third: LeagueManager;
let fourth: LeagueManager;
/** Players whom nobody owns: midfielders, defenders and forwards. */
let free: readonly number[];
let params: { id: number };

const HOUR = 3_600_000;

beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
	app.clocks.setSeason(FIRST_BOUNCE - 24 * HOUR);
	await app.database.db.updateTable("players").set({ status: "playing" }).execute();
	await incrementDataVersion(app.database.db, app.season.id);
	await app.seasons.refresh();
	room = await createDraftRoom(app);
	for (let pick = 0; pick < 16; pick++) await room.pickNext();
	[first, second, third, fourth] = getFourManagers(room);
	params = { id: room.id };
	// After the last waiver run before the first round.
	app.clocks.setSeason(FIRST_BOUNCE - HOUR);
	const { players } = await first.client(listFreeAgents, { params });
	free = players.map(({ playerId }) => playerId);
});
afterEach(async () => {
	expect((await checkSquads(app.database.db)).findings).toEqual([]);
});

async function getSquad(manager: LeagueManager): Promise<number[]> {
	const { teams } = await manager.client(showDraftTeams, { params });
	return teams.find(({ owner }) => owner?.userId === manager.userId)?.playerIds ?? [];
}
async function setStatus(playerId: number, status: PlayerStatus): Promise<void> {
	const { db } = app.database;
	await db.updateTable("players").set({ status }).where("id", "=", playerId).execute();
	await incrementDataVersion(db, app.season.id);
	await app.seasons.refresh();
}
const getPositions = (id: number) => app.seasons.current().players.get(id)?.position ?? [];
/** A free player who takes the place of a team's player. */
const findFree = (dropId: number) =>
	free.find((id) => getPositions(id).some((line) => getPositions(dropId).includes(line))) ?? 0;
/** Replaces a manager's last player with a free one; returns the ids and that of the change. */
async function replaceLast(manager: LeagueManager) {
	const dropId = (await getSquad(manager)).at(-1) ?? 0;
	const playerId = findFree(dropId);
	const { transaction } = await manager.client(addFreeAgent, { params, body: { playerId, dropId } });
	free = free.filter((id) => id !== playerId);
	return { dropId, playerId, changeId: transaction.id };
}
const undo = (manager: LeagueManager, changeId: string) =>
	manager.client(undoTransaction, { params, body: { changeId, reason: "A click too much" } });
const listLog = async (manager = first) => (await manager.client(listTransactions, { params, query: {} })).transactions;

test("the commissioner undoes a move, with a reason in the log [D2.9.475]", async () => {
	const before = await getSquad(second);
	const { dropId, playerId, changeId } = await replaceLast(second);
	expect((await listLog())[0]).toMatchObject({ id: changeId, mayUndo: true, votesNeeded: 0 });
	expect((await listLog(second))[0]).not.toHaveProperty("mayUndo");
	expect(await getOutcome(undo(second, changeId))).toBe("not-commissioner");
	const { transaction } = await undo(first, changeId);
	expect(transaction).toMatchObject({
		kind: "undo",
		reason: "A click too much",
		person: { userId: first.userId },
		moves: [
			{ playerId, toTeamId: null, kind: "undone" },
			{ playerId: dropId, fromTeamId: null, kind: "undone" },
		],
	});
	expect((await getSquad(second)).toSorted()).toEqual(before.toSorted());
	expect((await listLog(third)).map(({ undoneBy }) => undoneBy)).toEqual([null, transaction?.id]);
});

test("an undo that runs twice is one undo [D2.9.475]", async () => {
	const { changeId } = await replaceLast(second);
	await first.client(setDeputy, { params, body: { userId: third.userId, isDeputy: true } });
	const outcomes = await Promise.all([first, third, first].map((manager) => getOutcome(undo(manager, changeId))));
	expect(outcomes.toSorted()).toEqual(["done", "undo-undone-already", "undo-undone-already"]);
	expect((await listLog()).filter(({ kind }) => kind === "undo")).toHaveLength(1);
});

test("an undo racing another move wins or is refused [D2.9.475]", async () => {
	const { playerId, changeId } = await replaceLast(second);
	const [undone, dropped] = await Promise.all([
		getOutcome(undo(first, changeId)),
		getOutcome(second.client(dropPlayer, { params, body: { playerId } })),
	]);
	expect([
		["done", "squad-player-free"],
		["undo-moved-again", "done"],
	]).toContainEqual([undone, dropped]);
	expect(await getSquad(second)).toHaveLength(undone === "done" ? 4 : 3);
});

test("nothing is undone once a match has started [D2.9.475]", async () => {
	const { changeId } = await replaceLast(second);
	app.clocks.setSeason(FIRST_BOUNCE);
	expect(await getOutcome(undo(first, changeId))).toBe("undo-after-lock");
	expect((await listLog())[0]).not.toHaveProperty("mayUndo");
});

test("own moves are undone by a deputy or half the others [D2.9.476]", async () => {
	const { dropId, changeId } = await replaceLast(first);
	const { transaction, proposal } = await undo(first, changeId);
	expect(transaction).toBeNull();
	expect((await listLog())[0]).toMatchObject({ mayUndo: true, votesNeeded: 2 });
	expect(proposal).toMatchObject({ agreed: 0, needed: 2, hasAgreed: null, reason: "A click too much" });
	const agree = (manager: LeagueManager, agrees = true) =>
		manager.client(agreeToUndo, { params, body: { changeId, agrees } });
	expect(await getOutcome(agree(first))).toBe("undo-own-vote");
	expect((await agree(second)).proposal).toMatchObject({ agreed: 1, needed: 2, hasAgreed: true });
	expect((await agree(second, false)).proposal).toMatchObject({ agreed: 0, hasAgreed: false });
	await agree(second);
	expect((await listLog(third))[0]?.proposal).toMatchObject({ agreed: 1, hasAgreed: false });
	expect((await agree(fourth)).transaction).toMatchObject({ kind: "undo", reason: "A click too much", votes: 2 });
	expect(await getSquad(first)).toContain(dropId);
	const again = await replaceLast(first);
	await first.client(setDeputy, { params, body: { userId: third.userId, isDeputy: true } });
	expect((await undo(third, again.changeId)).transaction).toMatchObject({ kind: "undo" });
});

test("own moves are undone at once where nobody else manages a team [D2.9.476]", async () => {
	const { changeId } = await replaceLast(first);
	expect((await listLog())[0]).toMatchObject({ mayUndo: true, votesNeeded: 2 });
	for (const manager of [second, third, fourth]) await manager.client(leaveLeague, { params });
	expect((await listLog())[0]).toMatchObject({ mayUndo: true, votesNeeded: 0 });
	expect((await undo(first, changeId)).transaction).toMatchObject({ kind: "undo", reason: "A click too much" });
});

test("a squad is corrected by hand, to legal squads only [D2.9.477]", async () => {
	const [own = 0] = await getSquad(first);
	const secondTeam = room.teamIds[1] ?? 0;
	const dropId = (await getSquad(second)).at(-1) ?? 0;
	const playerId = findFree(dropId);
	const correct = (manager: LeagueManager, moves: { playerId: number; toTeamId: number | null }[]) =>
		manager.client(correctSquads, { params, body: { moves, reason: "Entered wrongly" } });
	expect(await getOutcome(correct(second, [{ playerId, toTeamId: secondTeam }]))).toBe("not-commissioner");
	expect(await getOutcome(correct(first, [{ playerId, toTeamId: secondTeam }]))).toBe("squad-full");
	expect(await getOutcome(correct(first, [{ playerId: own, toTeamId: null }]))).toBe("correct-own");
	expect(await getOutcome(correct(first, [{ playerId: dropId, toTeamId: secondTeam }]))).toBe("correct-nothing");
	expect(await getOutcome(correct(first, [{ playerId, toTeamId: 999_999 }]))).toBe("team-unknown");
	const moves = [
		{ playerId: dropId, toTeamId: null },
		{ playerId, toTeamId: secondTeam },
	];
	await second.client(leaveLeague, { params });
	const { transaction } = await correct(first, moves);
	expect(transaction).toMatchObject({ kind: "correction", teamId: secondTeam, reason: "Entered wrongly" });
	expect(transaction.moves.map(({ kind }) => kind)).toEqual(["corrected", "corrected"]);
	const { teams } = await first.client(showDraftTeams, { params });
	expect(teams.find(({ teamId }) => teamId === secondTeam)?.playerIds).toContain(playerId);
	// A muted commissioner may act, but members do not read her text.
	await upsertMute(app.database.db, params.id, first.userId, new Date(app.clocks.wallNow() + 1_000));
	const muted = await correct(first, [{ playerId, toTeamId: null }]);
	expect(muted.transaction).toMatchObject({ kind: "correction", reason: "–" });
	expect((await undo(first, muted.transaction.id)).transaction).toMatchObject({ kind: "undo", reason: "–" });
	await upsertMute(app.database.db, params.id, first.userId, null);
	await correct(first, [{ playerId, toTeamId: null }]);
	expect((await listLog(fourth)).map(({ kind }) => kind)).toEqual(["correction", "undo", "correction", "correction"]);
});

test("an injured player makes room, and blocks adds once she is fit [D2.9.470]", async () => {
	const squad = await getSquad(second);
	const injured = squad.at(-1) ?? 0;
	const [other = 0] = squad;
	const put = (playerId: number) => getOutcome(second.client(putInInjuredPlace, { params, body: { playerId } }));
	expect(await put(injured)).toBe("injured-place-fit");
	await setStatus(injured, "injured");
	expect(await put((await getSquad(third)).at(-1) ?? 0)).toBe("squad-player-moved");
	expect(await put(injured)).toBe("done");
	await setStatus(other, "injured");
	expect(await put(other)).toBe("injured-place-taken");
	const { team } = await second.client(showMyDraftTeam, { params });
	expect(team.injuredPlayerId).toBe(injured);
	expect(Object.values(team.lineup ?? {}).flat()).not.toContain(injured);
	// Her place is free, so another one comes without a drop.
	const playerId = findFree(injured);
	await second.client(addFreeAgent, { params, body: { playerId, dropId: null } });
	expect(await getSquad(second)).toHaveLength(5);
	await setStatus(injured, "not-playing");
	const [, next = 0] = free.filter((id) => getPositions(id).some((line) => getPositions(injured).includes(line)));
	const add = (dropId: number) => second.client(addFreeAgent, { params, body: { playerId: next, dropId } });
	expect(await getOutcome(add(playerId))).toBe("injured-place-blocked");
	const back = (dropId: number | null) => second.client(bringBackFromInjury, { params, body: { dropId } });
	expect(await getOutcome(back(null))).toBe("squad-full");
	expect((await back(playerId)).transaction).toMatchObject({ kind: "back", injuredPlayerId: injured });
	expect(await getOutcome(back(null))).toBe("injured-place-empty");
	expect((await getSquad(second)).toSorted()).toEqual(squad.toSorted());
	const [backEntry] = await listLog();
	expect((await undo(first, backEntry?.id ?? "")).transaction).toMatchObject({
		kind: "undo",
		injuredPlayerId: injured,
	});
	expect((await second.client(showMyDraftTeam, { params })).team.injuredPlayerId).toBe(injured);
});

test("an injured player who is locked stays where she is [D2.9.472]", async () => {
	const squad = await getSquad(second);
	const injured = squad.at(-1) ?? 0;
	await setStatus(injured, "injured");
	await second.client(putInInjuredPlace, { params, body: { playerId: injured } });
	app.clocks.setSeason(FIRST_BOUNCE + 3 * 86_400_000);
	expect(await getOutcome(second.client(bringBackFromInjury, { params, body: { dropId: null } }))).toBe("locked");
	expect(await getOutcome(second.client(dropPlayer, { params, body: { playerId: injured } }))).toBe("locked");
});

test("a manager who leaves takes her claims back, and her team stays [D2.9.478]", async () => {
	const [squad, claims] = [
		await getSquad(second),
		() => app.database.db.selectFrom("waiver_claims").select("state").where("league_id", "=", room.id).execute(),
	];
	const dropId = squad.at(-1) ?? 0;
	const body = { claims: [{ playerId: findFree(dropId), dropId }] };
	await second.client(saveClaims, { params, body });
	await second.client(leaveLeague, { params });
	expect(await claims()).toEqual([{ state: "withdrawn" }]);
	const { teams } = await first.client(showDraftTeams, { params });
	expect(teams.find(({ teamId }) => teamId === room.teamIds[1])).toMatchObject({ owner: null, playerIds: squad });
});

test("who retires, moves clubs or changes position stays owned [D2.9.479]", async () => {
	const [retired = 0, moved = 0, changed = 0] = await getSquad(second);
	const { db } = app.database;
	const update = (id: number) => db.updateTable("players").where("id", "=", id);
	await update(retired).set({ departed_round: 1 }).execute();
	await update(moved)
		.set({ squad_id: app.season.squadIds[0] ?? 0 })
		.execute();
	await update(changed)
		.set({ positions: ["RUC"] })
		.execute();
	await incrementDataVersion(db, app.season.id);
	await app.seasons.refresh();
	expect(await getSquad(second)).toEqual(expect.arrayContaining([retired, moved, changed]));
	const { team } = await second.client(showMyDraftTeam, { params });
	expect([...Object.values(team.lineup ?? {}).flat(), team.utilityId]).toEqual(
		expect.arrayContaining([retired, moved, changed]),
	);
	expect(await getOutcome(second.client(dropPlayer, { params, body: { playerId: retired } }))).toBe("done");
});

test("the best players of a league cannot be dropped unless injured [D2.9.474]", async () => {
	await app.database.db.updateTable("drafts").set({ protects_best: true }).where("league_id", "=", room.id).execute();
	const all = [
		...(await getSquad(first)),
		...(await getSquad(second)),
		...(await getSquad(third)),
		...(await getSquad(fourth)),
	];
	const outcomes: Record<string, number> = {};
	for (const manager of [second, third, fourth]) {
		for (const playerId of await getSquad(manager)) {
			const outcome = await getOutcome(manager.client(dropPlayer, { params, body: { playerId } }));
			outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
		}
	}
	expect(all).toHaveLength(16);
	expect(Object.keys(outcomes).toSorted()).toEqual(["done", "drop-protected"]);
	const kept = (await getSquad(second))[0] ?? 0;
	await setStatus(kept, "injured");
	expect(await getOutcome(second.client(dropPlayer, { params, body: { playerId: kept } }))).toBe("done");
});
