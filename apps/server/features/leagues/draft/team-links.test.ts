import { createToken } from "@first-bounce/contract/accounts/tokens";
import type { TokenScope } from "@first-bounce/contract/constants";
import { showDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { createTeamLink } from "@first-bounce/contract/draft/draft-process";
import { voteOnTrade } from "@first-bounce/contract/draft/trades";
import { dropPlayer, listTransactions } from "@first-bounce/contract/draft/waivers";
import { joinLeague, leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { inviteToLeague } from "@first-bounce/contract/leagues/league-invites";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import {
	createDraftRoom,
	getFourManagers,
	getOutcome,
	handTeamOver,
} from "../../../../../testing/server/draft-leagues.ts";
import {
	claim,
	finishRoom,
	getSquad,
	listResults,
	listUnowned,
	runWaiversOf,
} from "../../../../../testing/server/draft-waivers.ts";
import { createLeagueManagers, type LeagueManager } from "../../../../../testing/server/league-managers.ts";
import { createTradeRoom } from "../../../../../testing/server/squad-trades.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

const FIRST_RUN = Date.parse("2026-08-25T02:00:00Z");

let app: TestApp;
beforeEach(async () => {
	app = await createTestApp();
	app.clocks.setSeason(FIRST_BOUNCE - 5 * DAY);
});
afterEach(() => app.close());

async function createNewcomer(): Promise<LeagueManager> {
	const [newcomer] = await createLeagueManagers(app, 1);
	if (!newcomer) throw new Error("no newcomer");
	return newcomer;
}

test("a drafted team is taken over by its link only [D2.9.608]", async () => {
	const room = await createDraftRoom(app);
	const [ada, bea, cat] = getFourManagers(room);
	const params = { id: room.id };
	const { code } = room.league;
	const newcomer = await createNewcomer();
	const join = (manager: LeagueManager, invite?: string) =>
		getOutcome(manager.client(joinLeague, { params: { code }, ...(invite ? { body: { code, invite } } : {}) }));
	const link = (manager: LeagueManager, teamId = room.teamIds[1] ?? 0) =>
		manager.client(createTeamLink, { params, body: { teamId } });
	expect(await getOutcome(link(ada))).toBe("draft-team-managed");
	expect(await join(newcomer)).toBe("league-started");
	await bea.client(leaveLeague, { params });
	await cat.client(leaveLeague, { params });
	for (const manager of [bea, cat, newcomer]) expect(await join(manager)).toBe("league-team-link");
	expect(await getOutcome(link(room.managers[3] ?? ada))).toBe("not-commissioner");
	expect(await getOutcome(link(ada, 999_999))).toBe("draft-team-unknown");
	const body = { invites: [{ email: "friend@example.com" }] };
	expect(await getOutcome(ada.client(inviteToLeague, { params, body }))).toBe("league-invite-refused");
	const { invite: replaced } = await link(ada);
	const { invite } = await link(ada);
	expect(await join(newcomer, replaced)).toBe("league-team-link");
	expect(await join(newcomer, invite)).toBe("done");
	expect((await room.getBoard()).seats[1]).toMatchObject({ manager: { userId: newcomer.userId } });
	expect(await join(bea, invite)).toBe("league-team-link");
	await handTeamOver({ id: room.id, teamId: room.teamIds[2] }, ada, bea);
	expect((await room.getBoard()).seats[2]).toMatchObject({ manager: { userId: bea.userId } });
});

test("who got a team after a trade has no vote on it [D2.9.609]", async () => {
	const room = await createTradeRoom(app, { review: "vote", hours: 48 });
	const { params, squads, offer, accept, list, getTeamId } = room;
	const [ada, bea, cat, dot] = room.managers;
	const [catTeam, beaTeam] = [getTeamId(cat), getTeamId(bea)];
	const { id } = await offer(bea, ada, [squads[1]?.[0], squads[0]?.[0]]);
	await accept(ada, { id });
	app.clocks.setWall(app.clocks.wallNow() + 60_000);
	for (const manager of [bea, cat]) await manager.client(leaveLeague, { params });
	await handTeamOver({ id: params.id, teamId: catTeam }, ada, bea);
	const newcomer = await createNewcomer();
	await handTeamOver({ id: params.id, teamId: beaTeam }, ada, newcomer);
	const body = { tradeId: id, isAgainst: true };
	for (const { client } of [bea, newcomer])
		expect(await getOutcome(client(voteOnTrade, { params, body }))).toBe("draft-trade-no-vote");
	expect(await list(dot)).toMatchObject([{ decider: { by: "vote", teamIds: [getTeamId(dot)], needed: 1 } }]);
});

test("a token reads its owner's offers with read:team only [D2.9.611]", async () => {
	const room = await createTradeRoom(app, { review: "vote", hours: 48 });
	const { params, squads, offer } = room;
	const [ada, bea] = room.managers;
	await offer(ada, bea, [squads[0]?.[0], squads[1]?.[0]], "Between us");
	const count = async (scopes: TokenScope[]) => {
		const { token } = await ada.client(createToken, { body: { name: scopes.join(), scopes, days: 7 } });
		const headers = { host: "localhost:3000", authorization: `Bearer ${token}` };
		const answer = await app.app.inject({ url: `/api/en/draft/trades/${params.id}`, headers });
		return answer.json().success.trades.length;
	};
	expect(await count(["read:leagues"])).toBe(0);
	expect(await count(["read:leagues", "read:team"])).toBe(1);
});

test("whoever takes a team over sees none of its failed claims [D2.9.610]", async () => {
	const room = await createDraftRoom(app);
	await finishRoom(room);
	const [ada, bea, , dora] = getFourManagers(room);
	const isMid = (id: number) => app.season.players.find((player) => player.id === id)?.position.join() === "MID";
	const [wanted = 0] = await listUnowned(room, "MID");
	for (const manager of [dora, bea])
		await claim(room, manager, { playerId: wanted, dropId: (await getSquad(room, manager)).find(isMid) ?? 0 });
	await app.database.pool.query("UPDATE users SET team_name = 'Bo FC' WHERE id = $1", [bea.userId]);
	const dropped = (await getSquad(room, bea)).find((id) => !isMid(id)) ?? 0;
	await bea.client(dropPlayer, { params: { id: room.id }, body: { playerId: dropped } });
	app.clocks.setSeason(FIRST_RUN);
	await runWaiversOf(app);
	expect((await listResults(room, bea)).map(({ isWon, reason }) => [isWon, reason?.code ?? null])).toEqual([
		[true, null],
		[false, "player-taken"],
	]);
	await bea.client(leaveLeague, { params: { id: room.id } });
	app.clocks.setWall(app.clocks.wallNow() + 60_000);
	const newcomer = await createNewcomer();
	await handTeamOver({ id: room.id, teamId: room.teamIds[1] }, ada, newcomer);
	const { transactions } = await newcomer.client(listTransactions, { params: { id: room.id }, query: {} });
	expect(transactions.map(({ formerManagers }) => formerManagers?.map(({ teamId }) => teamId))).toEqual([
		undefined,
		[room.teamIds[1]],
	]);
	expect(await listResults(room, newcomer)).toMatchObject([{ playerId: wanted, isWon: true, reason: null }]);
	const params = { id: room.id, teamId: room.teamIds[1] ?? 0, roundId: 1 };
	const version = async (manager: LeagueManager) => (await manager.client(showDraftTeam, { params })).team.version;
	expect([(await version(newcomer)) > 0, await version(ada)]).toEqual([true, 0]);
});
