import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import { showRoundResult } from "@first-bounce/contract/stats/round-result";
import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { showSeasonReport } from "@first-bounce/contract/stats/season-report";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { swapInTeam } from "@first-bounce/contract/team/team-actions";
import { showTeamHistory, showUserTeamHistory } from "@first-bounce/contract/team/team-history";
import { listTradesOfRound, submitTrades } from "@first-bounce/contract/team/trade";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	computeLineupCost,
	createKnownManager,
	KNOWN_TEAM,
	type KnownTeamManager,
	LATE_FREE,
} from "../../../../../testing/season/known-team.ts";
import { finishRound, saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR, type SmallMatch } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { type Client, createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";

let app: TestApp;
let owner: KnownTeamManager;
let rival: Client;

const getOwn = async (roundId: number) => (await owner.client(showTeamHistory, { params: { roundId } })).teamHistory;
const getSeen = async (roundId: number, userId = owner.userId, client = rival) =>
	(await client(showUserTeamHistory, { params: { roundId, userId } })).teamHistory;
const getRefusal = async (answer: Promise<unknown>) => {
	const { status, code, message } = await getApiFailure(answer);
	expect(message).toMatch(/^[A-Z].{10,}/);
	return [status, code];
};
const getMatch = (roundId: number, index: number): SmallMatch => {
	const found = app.season.listMatchesOfRound(roundId)[index];
	if (!found) throw new Error(`Round ${roundId} has no match ${index}`);
	return found;
};
const countZeros = (line: readonly number[]) => line.filter((id) => id === 0).length;

beforeAll(async () => {
	app = await createTestApp();
	owner = await createKnownManager(app);
	rival = (await createManager(app)).client;
});
afterAll(() => app.close());

test("before a round starts, users see only their own team (D1.6.06)", async () => {
	const history = await getOwn(1);
	expect(history).toMatchObject({ roundId: 1, userId: owner.userId, hidden: 0, points: null, isLive: false });
	expect(await getRefusal(getSeen(1))).toEqual([403, "round-scheduled"]);
	expect(await getRefusal(getSeen(3))).toEqual([403, "round-scheduled"]);
	expect(await getRefusal(getSeen(9))).toEqual([404, "round-unknown"]);
	// The start of the match has passed, but the round is still scheduled in the data.
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	expect(await getRefusal(getSeen(1))).toEqual([403, "round-scheduled"]);
});

test("during a round, others see locked players and the hidden number (D1.6.06, D1.7.38, D1.2.18)", async () => {
	await setMatchStatus(app, [getMatch(1, 0)], "playing");
	await saveKicks(app, getMatch(1, 0), { 1001: 10, 1005: 4 });
	await setMatchStatus(app, [getMatch(1, 0)], "complete");
	const history = await getSeen(1);
	// Squads 11 and 12 have played, 15 and 16 have a bye, and 13 and 14 play a day later.
	expect(history.lineup.DEF).toEqual([1001, 1002, 0, 1049, 1050]);
	expect(history.lineup.MID).toEqual([1005, 1006, 0, 1053, 1054]);
	expect(history.lineup.FWD).toEqual([1010, 1011, 0, 1058, 1059]);
	expect(history).toMatchObject({ hidden: 3, captain: 1001, viceCaptain: 1002, utility: 1061, isLive: true });
	expect([history.value, history.salaryCap]).toEqual([null, null]);
	expect(history.points).toBe(2 * 30 + 12);
	const ownHistory = await getOwn(1);
	expect(ownHistory).toMatchObject({ hidden: 0, points: 72, value: computeLineupCost(app.season, KNOWN_TEAM) });
	expect(ownHistory.lineup.DEF).toEqual([1001, 1002, 1025, 1049, 1050]);
	expect(await getSeen(1, owner.userId, owner.client)).toEqual(ownHistory);
	app.clocks.setSeason(FIRST_BOUNCE + DAY);
	expect(await getSeen(1)).toEqual(ownHistory);
});

test("a complete round shows the team as it was then (D1.3.42, D1.3.43, D1.3.44, D1.6.06, D1.7.37)", async () => {
	await saveKicks(app, getMatch(1, 1), { 1025: 5, 1029: 2 });
	await finishRound(app, 1);
	await owner.client(swapInTeam, { body: { swapsPairs: [[1001, 1051]] } });
	await owner.client(submitTrades, { body: { tradePairs: [{ playerInId: LATE_FREE.MID, playerOutId: 1005 }] } });
	const history = await getSeen(1);
	expect(history.lineup.DEF).toEqual([1001, 1002, 1025, 1049, 1050]);
	expect(history).toMatchObject({ hidden: 0, captain: 1001, points: 60 + 12 + 15 + 6, isLive: false });
	expect(history).toMatchObject({
		teamId: owner.id,
		teamName: expect.stringMatching(/^Team /),
		emergency: [1051, 1055, 1057, 1060],
	});
	expect(history.value).toBe(computeLineupCost(app.season, KNOWN_TEAM));
	expect(history.salaryCap).toBe(computeLineupCost(app.season, KNOWN_TEAM) + 1_000_000);
	// The whole bench had a bye, so nobody is substituted.
	expect(history.substitutions).toEqual({ 1: [] });
	expect(await getOwn(1)).toEqual(history);
	const { team } = await owner.client(showMyTeam, {});
	expect(team).toMatchObject({
		id: owner.id,
		userId: owner.userId,
		name: history.teamName,
		teamName: history.teamName,
	});
	expect([team.scoreflow, team.points]).toEqual([{ 1: 93 }, 93]);
	const idsNow = KNOWN_TEAM.map((id) => (id === 1005 ? LATE_FREE.MID : id));
	const { players } = app.seasons.current();
	const valueNow = idsNow.reduce((sum, id) => sum + (players.get(id)?.cost ?? 0), 0);
	const bank = 1_000_000 + (players.get(1005)?.cost ?? 0) - (players.get(LATE_FREE.MID)?.cost ?? 0);
	expect([team.value, team.salaryCap]).toEqual([valueNow, valueNow + bank]);
	expect(team.lineup.DEF[0]).toBe(1051);
});

test("a traded player's points stay in their rounds on every page", async () => {
	const { client, id } = owner;
	const { scoreLedger: ledger } = await client(showScoreLedger, { params: { roundId: 1, teamId: id } });
	expect(ledger.points).toBe(93);
	expect(ledger.entries.find(({ playerId }) => playerId === 1005)).toMatchObject({ area: "field", counted: 12 });
	expect(ledger.entries.map(({ playerId }) => playerId)).not.toContain(LATE_FREE.MID);
	const { own } = await client(showRoundPlayers, { params: { roundId: 1 } });
	expect(own?.fieldIds).toContain(1005);
	expect(own?.captainId).toBe(1001);
	const { result } = await client(showRoundResult, { params: { roundId: 1 } });
	expect(result).toMatchObject({ points: 93, captain: { playerId: 1001, added: 30 }, trades: [] });
	const { report } = await client(showSeasonReport, {});
	expect(report?.rounds).toMatchObject([{ roundId: 1, points: 93, byLine: { DEF: 45, MID: 18, RUC: 0, FWD: 0 } }]);
	const { trades } = await client(listTradesOfRound, { params: { roundId: 2 } });
	expect(trades.map(({ playerOutId }) => playerOutId)).toEqual([1005]);
});

test("a substitution is shown, and its points count, once it is certain (D1.3.51, D1.3.52)", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + 8 * DAY + 3 * HOUR);
	await setMatchStatus(app, app.season.listMatchesOfRound(2), "playing");
	// Only two of the team play: a forward on field, and a forward on the bench who is an emergency and also a ruck.
	await saveKicks(app, getMatch(2, 1), { 1060: 7, 1058: 1 });
	await setMatchStatus(app, app.season.listMatchesOfRound(2), "complete");
	const history = await getSeen(2);
	expect(history.substitutions["2"]).toEqual([{ out: 1056, in: 1060 }]);
	expect(history).toMatchObject({ points: 24, hidden: 0 });
	expect(history.lineup.MID[0]).toBe(LATE_FREE.MID);
	expect((await owner.client(showMyTeam, {})).team.substitutions["2"]).toEqual(history.substitutions["2"]);
});

test("a team is not shown before its start, nor while incomplete (D1.7.37)", async () => {
	const late = await createKnownManager(app, { startRound: 3, completedAt: FIRST_BOUNCE + 8 * DAY });
	expect(await getRefusal(getSeen(1, late.userId))).toEqual([404, "team-not-in-round"]);
	expect(await getRefusal(late.client(showTeamHistory, { params: { roundId: 2 } }))).toEqual([
		404,
		"team-not-in-round",
	]);
	expect((await late.client(showTeamHistory, { params: { roundId: 3 } })).teamHistory.points).toBeNull();
	expect(await getRefusal(getSeen(1, 987_654))).toEqual([404, "team-unknown"]);
	expect(await getRefusal(rival(showTeamHistory, { params: { roundId: 1 } }))).toEqual([404, "team-not-in-round"]);
});

test("a deactivated manager's team is shown without a name", async () => {
	await app.database.db.updateTable("users").set({ is_active: false }).where("id", "=", owner.userId).execute();
	const history = await getSeen(1);
	expect([history.teamName, countZeros(history.lineup.DEF)]).toEqual(["", 0]);
});
