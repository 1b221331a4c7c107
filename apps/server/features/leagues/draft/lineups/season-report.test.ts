import { resetDraft } from "@first-bounce/contract/draft/draft-process";
import { showDraftReport } from "@first-bounce/contract/draft/draft-report";
import { addFreeAgent } from "@first-bounce/contract/draft/waivers";
import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound, saveKicks } from "../../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../../testing/server/failure.ts";
import { createLeagueManagers } from "../../../../../../testing/server/league-managers.ts";
import { createTradeRoom, runTradesOf, type TradeRoom } from "../../../../../../testing/server/squad-trades.ts";
import { createTestApp, type TestApp } from "../../../../../../testing/server/test-app.ts";
import { advanceLeagues } from "../../head-to-head/round-activity.ts";
import { getDraftArchive } from "../archive.ts";

let app: TestApp;
let room: TradeRoom;

/** Publishes a round in which these players had these numbers of kicks, three points each, and nobody else played. */
async function playRound(roundId: number, kicks: Readonly<Record<number, number>>): Promise<void> {
	app.clocks.setSeason(FIRST_BOUNCE + (roundId - 1) * 7 * DAY);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	for (const match of app.season.listMatchesOfRound(roundId)) {
		const squads = [match.homeSquadId, match.awaySquadId];
		const isIn = (id: string) =>
			squads.includes(app.season.players.find((player) => player.id === Number(id))?.squadId ?? 0);
		const own = Object.entries(kicks).filter(([id]) => isIn(id));
		if (own.length > 0) await saveKicks(app, match, Object.fromEntries(own));
	}
	await finishRound(app, roundId);
}

beforeAll(async () => {
	app = await createTestApp();
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
	room = await createTradeRoom(app);
});
afterAll(() => app.close());

test("report and archive have no moves of a reset draft", async () => {
	const { params, managers, squads, getTeamId, enter } = await createTradeRoom(app);
	const [ada] = managers;
	// After the last waiver run before the first round.
	app.clocks.setSeason(FIRST_BOUNCE - HOUR);
	await runTradesOf(app);
	const body = { playerId: 1053, dropId: squads[0]?.[2] ?? 0 };
	await ada.client(addFreeAgent, { params, body });
	const readMoves = async () => {
		const { report } = await ada.client(showDraftReport, { params: { ...params, teamId: getTeamId(ada) } });
		const { moves } = await getDraftArchive(app.database.db, { id: params.id, season_id: app.season.id });
		return [report.claims.map(({ playerId }) => playerId), moves.map(({ playerId }) => playerId)];
	};
	expect(await readMoves()).toEqual([[1053], [body.dropId, 1053]]);
	await ada.client(resetDraft, { params, body: { name: "The Draft Club" } });
	await enter();
	expect(await readMoves()).toEqual([[], []]);
});

test("a report has the figures of a season of three rounds [D2.9.559]", async () => {
	const [ada, bea] = room.managers;
	const teamId = room.getTeamId(ada);
	const { pool } = app.database;
	await pool.query("UPDATE users SET team_name = 'Bolters' WHERE id = $1", [bea.userId]);
	// Two defenders of whom one is the utility, who scores, a midfielder and a forward.
	const [def = 0, otherDef = 0, mid = 0, fwd = 0] = room.squads[0] ?? [];
	const beasMid = room.squads[1]?.[2] ?? 0;
	const setCaptain = "UPDATE lineups SET captain_id = $2, vice_captain_id = $3 WHERE team_id = $1";
	await pool.query(setCaptain, [teamId, def, otherDef]);
	// 15 twice, 30, 60 and 6 points; with the midfielder as captain it would have been 45 more.
	await playRound(1, { [def]: 5, [otherDef]: 10, [mid]: 20, [fwd]: 2 });
	const trade = await room.offer(ada, bea, [mid, beasMid]);
	await room.accept(bea, trade);
	await runTradesOf(app);
	// Both clubs have a bye in round 2. In round 3 the midfielder who came scores 30 points, and the one who went 45.
	await playRound(2, {});
	await playRound(3, { [beasMid]: 10, [mid]: 15 });
	const { report } = await ada.client(showDraftReport, { params: { ...room.params, teamId } });
	expect(report.rounds).toEqual([
		{
			roundId: 1,
			points: 126,
			bestPoints: 171,
			bestPlayerIds: [mid, otherDef, def, fwd],
			leftOnBench: 0,
			captainMissed: 45,
		},
		{
			roundId: 2,
			points: 0,
			bestPoints: 0,
			bestPlayerIds: expect.any(Array),
			leftOnBench: 0,
			captainMissed: 0,
		},
		{
			roundId: 3,
			points: 30,
			bestPoints: 60,
			bestPlayerIds: expect.arrayContaining([beasMid]),
			leftOnBench: 0,
			captainMissed: 30,
		},
	]);
	expect(report.totals).toEqual({ points: 156, bestPoints: 231 });
	expect(report.sources).toEqual({ drafted: 126, kept: 0, claimed: 0, added: 0, traded: 30, corrected: 0 });
	expect(report.trades).toMatchObject([
		{ roundId: 2, otherTeamName: "Bolters", inIds: [beasMid], outIds: [mid], pointsIn: 30, pointsOut: 45 },
	]);
	expect(report.claims).toEqual([]);
	// All drafted: 105, 30, 30, 15, 6, and nothing from there on. Her picks were the first four, in the order of her squad.
	expect(report.bestPicks).toEqual([{ overall: 3, playerId: mid, points: 105, expected: 30 }]);
	expect(report.worstPicks).toEqual([
		{ overall: 1, playerId: def, points: 15, expected: 105 },
		{ overall: 4, playerId: fwd, points: 6, expected: 15 },
	]);
	expect(await bea.client(showDraftReport, { params: { ...room.params, teamId } })).toEqual({ report });
});

test("a report is for members, of teams of their league [D2.9.559]", async () => {
	const [ada] = room.managers;
	const [stranger] = await createLeagueManagers(app, 1);
	const getFailure = async (client: typeof ada.client, teamId: number) =>
		(await getApiFailure(client(showDraftReport, { params: { ...room.params, teamId } }))).code;
	expect(await getFailure(ada.client, 999_999)).toBe("team-unknown");
	expect(stranger && (await getFailure(stranger.client, room.getTeamId(ada)))).toBe("league-members-only");
});

test("a score of a league in which nobody doubles names no captain", async () => {
	const [ada] = room.managers;
	const params = { roundId: 1, teamId: room.getTeamId(ada) };
	const listCaptains = async () => {
		const { scoreLedger } = await ada.client(showScoreLedger, { params });
		return scoreLedger.entries.flatMap(({ role }) => (role?.endsWith("captain") ? [role] : [])).sort();
	};
	expect(await listCaptains()).toEqual(["captain", "vice-captain"]);
	await app.database.pool.query("UPDATE drafts SET captain_doubled = false WHERE league_id = $1", [room.params.id]);
	expect(await listCaptains()).toEqual([]);
});
