import { showLeague } from "@first-bounce/contract/leagues/league";
import { leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { showLeagueLadder, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { showTeamHistory } from "@first-bounce/contract/team/team-history";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playRandomRound, saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { createSeededRandom, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { settleRound } from "./match-results.ts";
import { advanceLeagues } from "./round-activity.ts";

const ROUNDS = 7;
const random = createSeededRandom(31);
let app: TestApp;
/** Six managers; the first five are in a head-to-head league of eight with finals and an open one from round 2 on. */
let managers: LeagueManager[];
let h2h: { id: number; code: string };
let open: { id: number };

beforeAll(async () => {
	app = await createTestApp({}, { rounds: ROUNDS });
	managers = await createLeagueManagers(app, 6);
	h2h = await createLeagueWith(managers.slice(0, 5), { type: "h2h", size: 8 });
	open = await createLeagueWith(managers.slice(0, 5), { startId: 2 });
}, 60_000);
afterAll(() => app.close());

const getManager = (index: number) => managers[index] as LeagueManager;
const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
const getLadder = (roundId = 0, manager = getManager(0)) =>
	manager.client(showLeagueLadder, { query: { leagueId: h2h.id, roundId } });
const getMatchUps = (roundId: number, manager = getManager(0)) =>
	manager.client(showMatchUps, { body: { leagueId: h2h.id, roundId } });

const playRound = (roundId: number) => playRandomRound(app, roundId, random, advance);

/** Lists the points of every team in every published round. */
async function listScores(): Promise<ReadonlyMap<string, number>> {
	const rows = await app.database.db.selectFrom("standings").select(["team_id", "round_id", "points"]).execute();
	return new Map(rows.map((row) => [`${row.round_id} ${row.team_id}`, row.points]));
}

/** Wins, draws and losses by team, computed from a fixture and the published scores alone. */
async function computeRecords(fixture: Readonly<Record<string, [number, number][]>>, upTo: number) {
	const points = await listScores();
	const table = new Map(managers.slice(0, 5).map(({ teamId }) => [teamId, { win: 0, draw: 0, lose: 0, total: 0 }]));
	for (const [roundId, pairs] of Object.entries(fixture)) {
		if (Number(roundId) > upTo || Number(roundId) === ROUNDS) continue;
		for (const pair of pairs)
			for (const [own, other] of [pair, pair.toReversed()] as [number, number][]) {
				const [ownScore, otherScore] = [own, other].map((teamId) => points.get(`${roundId} ${teamId}`) ?? 0) as [
					number,
					number,
				];
				const row = table.get(own);
				if (!row) continue;
				row.total += ownScore;
				if (ownScore > otherScore) row.win++;
				else if (ownScore === otherScore) row.draw++;
				else row.lose++;
			}
	}
	return table;
}

describe("before the start", () => {
	test("there is no fixture, and the ladder has every member at zero", async () => {
		const { rankings, roundId, isLive } = await getLadder();
		expect(rankings.map(({ teamId }) => teamId)).toEqual(managers.slice(0, 5).map(({ teamId }) => teamId));
		expect(rankings.every(({ played, rank, overallRank }) => played === 0 && rank > 0 && overallRank === null)).toBe(
			true,
		);
		expect([roundId, isLive]).toEqual([null, false]);
		expect((await getMatchUps(1)).matchUps).toEqual([]);
	});

	test("ladders are for members only", async () => {
		expect((await getApiFailure(getLadder(0, getManager(5)))).code).toBe("league-members-only");
		expect((await getApiFailure(getMatchUps(1, getManager(5)))).code).toBe("league-members-only");
		const query = { leagueId: open.id };
		expect((await getApiFailure(getManager(5).client(showRankings, { query }))).code).toBe("league-members-only");
		const ladderKey = { leagueId: open.id, roundId: 0 };
		expect((await getApiFailure(getManager(0).client(showLeagueLadder, { query: ladderKey }))).code).toBe(
			"league-not-h2h",
		);
	});
});

describe("during the first round", () => {
	test("the opponent's team shows only locked players, and points count live (D2.1.14, D2.3.34, D2.3.35, D2.7.27)", async () => {
		app.clocks.setSeason(FIRST_BOUNCE + 1);
		await advance();
		const [first] = app.season.listMatchesOfRound(1);
		if (!first) throw new Error("no match");
		const playing = app.season.players.filter(({ squadId }) =>
			[first.homeSquadId, first.awaySquadId].includes(squadId),
		);
		await saveKicks(app, first, Object.fromEntries(playing.map(({ id }) => [id, 10])));
		await setMatchStatus(app, [first], "playing");
		const { matchUps: shown, byes } = await getMatchUps(1);
		expect([shown.length, byes.length]).toEqual([2, 1]);
		const ownMatchUp = shown.find(({ home, away }) => [home.userId, away.userId].includes(getManager(0).userId));
		const sides = ownMatchUp ? [ownMatchUp.home, ownMatchUp.away] : [];
		const ownSide = sides.find(({ userId }) => userId === getManager(0).userId);
		const opponentSide = sides.find(({ userId }) => userId !== getManager(0).userId);
		if (!ownSide || !opponentSide) throw new Error("no match-up");
		expect(ownSide.hidden).toBe(0);
		const countByLine = ({ DEF, MID, RUC, FWD }: typeof ownSide.lineup) =>
			[DEF, MID, RUC, FWD].map((ids) => ids.length);
		for (const side of [ownSide, opponentSide])
			expect([countByLine(side.lineup), countByLine(side.bench)]).toEqual([
				[5, 5, 1, 5],
				[1, 1, 1, 1],
			]);
		expect(listPlayerIds({ ...ownSide, field: ownSide.lineup }).filter((id) => id > 0)).toHaveLength(21);
		expect(ownSide.teamId).toBe(getManager(0).teamId);
		const { captainId, viceCaptainId, utilityId } = (await getManager(0).client(showMyTeam, {})).team;
		expect(captainId).not.toBe(viceCaptainId);
		expect(ownSide).toMatchObject({ captainId, viceCaptainId, utilityId });
		expect(ownSide).toMatchObject({ isComplete: true, scoreFlow: { 1: ownSide.points }, substitutions: {} });
		const locked = new Set(playing.map(({ id }) => id));
		const byeSquads = app.season.squadIds.filter((squad) =>
			app.season.listMatchesOfRound(1).every((match) => match.homeSquadId !== squad && match.awaySquadId !== squad),
		);
		const visibleIds = listPlayerIds({ ...opponentSide, field: opponentSide.lineup, emergency: [] }).filter(
			(id) => id !== 0,
		);
		const mayBeSeen = (id: number) =>
			locked.has(id) || byeSquads.includes(app.season.players.find((player) => player.id === id)?.squadId ?? 0);
		expect(visibleIds.every(mayBeSeen)).toBe(true);
		expect(opponentSide.hidden).toBe(21 - visibleIds.length);
		expect(opponentSide.hidden).toBeGreaterThan(0);
		expect(mayBeSeen(opponentSide.captainId) || opponentSide.captainId === 0).toBe(true);
		for (const { home, away, isLive, winnerTeamId } of shown) {
			expect([isLive, winnerTeamId]).toEqual([true, null]);
			for (const side of [home, away]) expect(side.points).toBe(app.standings.current().getPoints(side.teamId));
		}
		const live = await getLadder();
		expect([live.isLive, live.roundId]).toEqual([true, 1]);
		const leading = shown.flatMap(({ home, away }) => ((home.points ?? 0) > (away.points ?? 0) ? [home.teamId] : []));
		for (const teamId of leading)
			expect(live.rankings.find((row) => row.teamId === teamId)?.WDL).toEqual({ win: 1, draw: 0, lose: 0 });
	});

	test("an upcoming round shows the match-ups without line-ups", async () => {
		const { matchUps: shown } = await getMatchUps(2);
		const [one] = shown;
		const sides = one ? [one.home, one.away].filter(({ userId }) => userId !== getManager(0).userId) : [];
		for (const side of sides) {
			expect(side).toMatchObject({ points: null, captainId: 0, hidden: 21, emergency: [] });
			expect(listPlayerIds({ ...side, field: side.lineup, emergency: [] }).every((id) => id === 0)).toBe(true);
		}
		expect(sides.length).toBeGreaterThan(0);
	});
});

describe("over the season", () => {
	test("every ladder equals one computed from the fixture, byes included (D2.1.12, D2.3.31, D2.3.32, D2.3.33, D2.7.28)", async () => {
		const { db } = app.database;
		await db.deleteFrom("stat_lines").execute();
		for (let roundId = 1; roundId <= 4; roundId++) await playRound(roundId);
		const { league } = await getManager(0).client(showLeague, { params: { id: h2h.id } });
		const fixture = league.fixture ?? {};
		expect(Object.values(fixture).map((pairs) => pairs.length)).toEqual([2, 2, 2, 2, 2, 2, 0]);
		for (const upTo of [1, 2, 3, 4]) {
			const table = await computeRecords(fixture, upTo);
			const { rankings } = await getLadder(upTo);
			expect(rankings).toHaveLength(5);
			for (const row of rankings) {
				const { total, ...WDL } = table.get(row.teamId) ?? { total: -1 };
				expect(row.WDL).toEqual(WDL);
				expect([row.totalPointsFor, row.premiershipPoints]).toEqual([total, row.WDL.win * 4 + row.WDL.draw * 2]);
				expect(Object.values(row.pointsFor).reduce((sum, points) => sum + points, 0)).toBe(total);
				const withMatchUp = Object.keys(fixture).filter(
					(roundId) => Number(roundId) <= upTo && fixture[roundId]?.flat().includes(row.teamId),
				);
				expect(Object.keys(row.pointsFor)).toEqual(withMatchUp);
			}
			expect(rankings.map(({ premiershipPoints }) => premiershipPoints)).toEqual(
				rankings.map(({ premiershipPoints }) => premiershipPoints).toSorted((a, b) => b - a),
			);
		}
		expect((await getLadder(0)).rankings).toEqual((await getLadder(4)).rankings);
		const { rankings: everyone } = await getManager(0).client(showRankings, { query: { limit: 50 } });
		for (const { teamId, userId, overallRank } of (await getLadder(4)).rankings)
			expect([teamId, userId, overallRank]).toEqual([
				teamId,
				managers.find((manager) => manager.teamId === teamId)?.userId,
				everyone.find((team) => team.teamId === teamId)?.rank,
			]);
	});

	test("a match-up's teams have their round scores and substitutions (D2.3.36)", async () => {
		const points = await listScores();
		const { matchUps } = await getMatchUps(4);
		const sides = matchUps.flatMap(({ home, away }) => [home, away]);
		expect(sides).toHaveLength(4);
		for (const side of sides) {
			const scores = [1, 2, 3, 4].map((roundId) => [roundId, points.get(`${roundId} ${side.teamId}`)]);
			expect(side).toMatchObject({ isComplete: true, scoreFlow: Object.fromEntries(scores) });
			const manager = managers.find(({ teamId }) => teamId === side.teamId);
			const { teamHistory } = await getManager(managers.indexOf(manager as LeagueManager)).client(showTeamHistory, {
				params: { roundId: 4 },
			});
			expect(side.substitutions).toEqual(teamHistory.substitutions);
		}
		expect(sides.flatMap(({ substitutions }) => substitutions["4"] ?? []).length).toBeGreaterThan(0);
	});

	test("an open league's ladder counts from its start round on (D2.3.28, D2.3.29, D2.3.30, D2.7.30)", async () => {
		const points = await listScores();
		const expected = managers
			.slice(0, 5)
			.map(({ teamId }) => ({
				teamId,
				total: [2, 3, 4].reduce((sum, r) => sum + (points.get(`${r} ${teamId}`) ?? 0), 0),
			}))
			.toSorted((a, b) => b.total - a.total);
		const query = { leagueId: open.id };
		const { rankings, currentUserRanking, total } = await getManager(0).client(showRankings, { query });
		expect(rankings.map(({ teamId, totalPoints }) => ({ teamId, total: totalPoints }))).toEqual(expected);
		expect(rankings.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
		for (const { teamId, userId, isCurrentLeagueUser } of rankings)
			expect([userId, isCurrentLeagueUser]).toEqual([
				managers.find((manager) => manager.teamId === teamId)?.userId,
				teamId === getManager(0).teamId,
			]);
		expect(rankings[0]?.averagePoints).toBeCloseTo((expected[0]?.total ?? 0) / 3, 2);
		expect([total, currentUserRanking?.isCurrentLeagueUser]).toEqual([5, true]);
		const byRound = await getManager(0).client(showRankings, { query: { ...query, order: "roundPoints", limit: 1 } });
		const best = Math.max(...managers.slice(0, 5).map(({ teamId }) => points.get(`4 ${teamId}`) ?? 0));
		expect([byRound.rankings[0]?.roundPoints, byRound.nextPage]).toEqual([best, 2]);
		const pastLadder = await getManager(0).client(showRankings, { query: { ...query, roundId: 2, direction: "asc" } });
		const worst = Math.min(...managers.slice(0, 5).map(({ teamId }) => points.get(`2 ${teamId}`) ?? 0));
		expect(pastLadder.rankings[0]).toMatchObject({ rank: 5, totalPoints: worst });
		const before = await getManager(0).client(showRankings, { query: { ...query, roundId: 1 } });
		expect(before.rankings.map(({ totalPoints }) => totalPoints)).toEqual([0, 0, 0, 0, 0]);
	});

	test("a head-to-head ladder has value, scores and total, byes included (D2.9.22)", async () => {
		const points = await listScores();
		const listTeamScores = (teamId: number, rounds: readonly number[]) =>
			rounds.map((roundId) => points.get(`${roundId} ${teamId}`) ?? 0);
		const { rankings: everyone } = await getManager(0).client(showRankings, { query: { limit: 50 } });
		for (const [upTo, rounds] of [[2, [1, 2]] as const, [0, [1, 2, 3, 4]] as const]) {
			const { rankings } = await getLadder(upTo);
			expect(rankings).toHaveLength(5);
			for (const row of rankings) {
				const scores = listTeamScores(row.teamId, rounds);
				const total = scores.reduce((sum, score) => sum + score, 0);
				expect(row).toMatchObject({
					totalPoints: total,
					averagePoints: Math.round((total / rounds.length) * 100) / 100,
					highestRoundPoints: Math.max(...scores),
					roundPoints: scores.at(-1),
					teamValue: everyone.find(({ teamId }) => teamId === row.teamId)?.teamValue,
				});
				expect(row.teamValue).toBeGreaterThan(1_000_000);
			}
		}
	});

	test("a member who leaves keeps matches, and opponents get byes (D2.1.15)", async () => {
		const leaver = getManager(4);
		const played = await getLadder(4);
		await leaver.client(leaveLeague, { params: { id: h2h.id } });
		const after = await getLadder(4);
		expect(after.rankings.map(({ teamId }) => teamId)).toEqual(
			played.rankings.map(({ teamId }) => teamId).filter((teamId) => teamId !== leaver.teamId),
		);
		for (const row of after.rankings)
			expect(row).toMatchObject({ WDL: played.rankings.find(({ teamId }) => teamId === row.teamId)?.WDL });
		const { league } = await getManager(0).client(showLeague, { params: { id: h2h.id } });
		const listPairs = (roundId: number) => (league.fixture?.[roundId] ?? []).flat();
		expect([1, 2, 3, 4].some((roundId) => listPairs(roundId).includes(leaver.teamId))).toBe(true);
		expect([5, 6].some((roundId) => listPairs(roundId).includes(leaver.teamId))).toBe(false);
		const { matchUps: shown, byes } = await getMatchUps(5);
		expect(shown.length * 2 + byes.length).toBe(4);
	});

	test("the top two meet in the grand final, without premiership points (D2.3.07, D2.9.18)", async () => {
		await playRound(5);
		expect((await getMatchUps(ROUNDS)).matchUps).toEqual([]);
		await playRound(6);
		const before = await getLadder();
		const { matchUps: shown, byes, isGrandFinal } = await getMatchUps(ROUNDS);
		const [final] = shown;
		expect([shown.length, byes, isGrandFinal]).toEqual([1, [], true]);
		expect([final?.home.teamId, final?.away.teamId]).toEqual(before.rankings.slice(0, 2).map(({ teamId }) => teamId));
		// After a correction of the round before, the grand final is paired again.
		await settleRound(app.database.db, {
			seasonId: app.season.id,
			roundId: 6,
			now: app.clocks.seasonNow(),
			standings: "standings",
		});
		expect((await getMatchUps(ROUNDS)).matchUps).toEqual([]);
		await advance();
		expect((await getMatchUps(ROUNDS)).matchUps).toEqual(shown);
		await playRound(ROUNDS);
		const points = await listScores();
		const [home, away] = [final?.home.teamId ?? 0, final?.away.teamId ?? 0];
		const winner = (points.get(`${ROUNDS} ${away}`) ?? 0) > (points.get(`${ROUNDS} ${home}`) ?? 0) ? away : home;
		const after = await getLadder();
		expect(after.winnerTeamId).toBe(winner);
		for (const { pointsFor } of after.rankings) expect(Object.keys(pointsFor)).not.toContain("7");
		expect(after.rankings.map(({ WDL }) => WDL)).toEqual(before.rankings.map(({ WDL }) => WDL));
		const { league } = await getManager(0).client(showLeague, { params: { id: h2h.id } });
		expect(league).toMatchObject({ status: "complete", landing: "ladder" });
	});

	test("activity shows results, records, and members who joined and left", async () => {
		const { events } = await getManager(0).client(listLeagueActivity, {
			params: { id: h2h.id },
			query: { limit: 100 },
		});
		const points = await listScores();
		const results = events.filter((event) => event.kind === "results");
		expect(results.map(({ roundId }) => roundId)).toEqual([7, 6, 5, 4, 3, 2, 1]);
		for (const { roundId, best, matches } of results) {
			expect(best.points).toBe(points.get(`${roundId} ${best.teamId}`));
			for (const { home } of matches) expect(home.points).toBe(points.get(`${roundId} ${home.teamId}`));
		}
		const inOrder = results.toReversed();
		const records = inOrder.filter(
			({ best }, round) => round > 0 && inOrder.slice(0, round).every((before) => before.best.points < best.points),
		);
		expect(events.filter(({ kind }) => kind === "record")).toHaveLength(records.length);
		const people = events.filter(({ kind }) => ["created", "joined", "left"].includes(kind)).map(({ kind }) => kind);
		expect(people).toEqual(["left", "joined", "joined", "joined", "joined", "created"]);
	});

	test("saving results again changes nothing, a corrected score its result", async () => {
		const before = await getLadder(3);
		const { db } = app.database;
		await settleRound(db, { seasonId: app.season.id, roundId: 3, now: app.clocks.seasonNow(), standings: "standings" });
		expect(await getLadder(3)).toEqual(before);
		const { league } = await getManager(0).client(showLeague, { params: { id: h2h.id } });
		const playingTeams = (league.fixture?.[3] ?? []).flat();
		const last = before.rankings.findLast(({ teamId }) => playingTeams.includes(teamId))?.teamId ?? 0;
		await db
			.updateTable("standings")
			.set({ points: 9_999 })
			.where("round_id", "=", 3)
			.where("team_id", "=", last)
			.execute();
		await settleRound(db, { seasonId: app.season.id, roundId: 3, now: app.clocks.seasonNow(), standings: "standings" });
		const row = (await getLadder(3)).rankings.find(({ teamId }) => teamId === last);
		expect(row?.pointsFor[3]).toBe(9_999);
	});

	test("a corrected score counts against a team that has none", async () => {
		const { db } = app.database;
		const findMatch = () =>
			db
				.selectFrom("league_matches")
				.where("league_id", "=", h2h.id)
				.where("round_id", "=", 2)
				.where("place", "=", 0)
				.selectAll()
				.executeTakeFirstOrThrow();
		const { home_team_id, away_team_id } = await findMatch();
		const standings = db.updateTable("standings").where("round_id", "=", 2);
		await db.deleteFrom("standings").where("round_id", "=", 2).where("team_id", "=", away_team_id).execute();
		await standings.set({ points: 1_234 }).where("team_id", "=", home_team_id).execute();
		await settleRound(db, { seasonId: app.season.id, roundId: 2, now: app.clocks.seasonNow(), standings: "standings" });
		expect(await findMatch()).toMatchObject({ home_points: 1_234, away_points: 0 });
	});
});
