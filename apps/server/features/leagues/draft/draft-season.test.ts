import { saveDraftLineup, showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { leaveLeague } from "@first-bounce/contract/leagues/league-actions";
import { showLeagueLadder, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { shareMatchUp } from "@first-bounce/contract/site/share";
import { buildSharePath } from "@first-bounce/contract/site/share-link";
import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import { LINES } from "@first-bounce/rules/player";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPlainLadder, type PlainGame } from "../../../../../testing/rules/plain-ladder.ts";
import { sumPlainPoints } from "../../../../../testing/rules/plain-points.ts";
import { readSeason2023Positions, readSeason2023Stats } from "../../../../../testing/rules/season-2023.ts";
import {
	claimBeforeRound,
	createApp2023,
	createDraftedLeague,
	type DraftManager,
	finishDrafts,
	playRound2023,
} from "../../../../../testing/season/draft-season.ts";
import type { Season2023 } from "../../../../../testing/season/season-2023.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	subscribeBrowser,
} from "../../../../../testing/server/notifications.ts";
import { createManager, type TestApp } from "../../../../../testing/server/test-app.ts";
import { type PushService, startPushService } from "../../../../../testing/services/push-service.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { listCalendarMatchUps } from "../../calendar/match-up-queries.ts";
import { correctStats } from "../../match-day/corrections/correct-stats.ts";
import { verifyRound } from "../../match-day/verify/verify-round.ts";
import type { Finding } from "../../team/receipts/replay-team.ts";
import { listRoundOutcomes } from "../round-outcomes.ts";
import { checkSquads } from "./check-squads.ts";
import { checkDraftReceipts } from "./receipts/check-draft-receipts.ts";

const LAST_ROUND = 10;
/** A league of five teams, with a shape of its own. */
const ODD_SQUAD: SquadRules = {
	field: { DEF: 2, MID: 3, RUC: 1, FWD: 2 },
	bench: { DEF: 1, MID: 0, RUC: 0, FWD: 1 },
	utilityScores: false,
	limits: { DEF: 4, MID: 5, RUC: 2, FWD: 4 },
};

interface PlayedLeague {
	readonly id: number;
	readonly managers: readonly DraftManager[];
	readonly teamIds: readonly number[];
	readonly squad: SquadRules;
	readonly captainFactor: number;
}

const push = createLoopbackPush();
let service: PushService;
let app: TestApp;
let season: Season2023;
/** Ten teams whose utility scores, and five without a captain of whom one loses its manager. */
let even: PlayedLeague;
let odd: PlayedLeague;
/** Five teams who play against average and median, with consolation games. */
let full: PlayedLeague;

const positions = readSeason2023Positions();
/** Points of everybody who played, by round and player. A correction changes them. */
const scores = new Map(readSeason2023Stats().map((row) => [`${row.roundId} ${row.playerId}`, row.fantasyPoints]));
const getScore = (roundId: number, playerId: number) => scores.get(`${roundId} ${playerId}`);

async function loadLeague(id: number, managers: readonly DraftManager[]): Promise<PlayedLeague> {
	const { db } = app.database;
	const draft = await db.selectFrom("drafts").where("league_id", "=", id).selectAll().executeTakeFirstOrThrow();
	const teams = await db.selectFrom("teams").where("league_id", "=", id).orderBy("id").select("id").execute();
	const captainFactor = draft.captain_doubled ? 2 : 1;
	return { id, managers, teamIds: teams.map((team) => team.id), squad: draft.squad, captainFactor };
}

const client = (league: PlayedLeague) => {
	const [commissioner] = league.managers;
	if (!commissioner) throw new Error("no manager");
	return commissioner.client;
};
const getLadder = (league: PlayedLeague, roundId = 0) =>
	client(league)(showLeagueLadder, { query: { leagueId: league.id, roundId } });
const getMatchUps = (league: PlayedLeague, roundId: number) =>
	client(league)(showMatchUps, { body: { leagueId: league.id, roundId } });
const listMoves = () =>
	app.database.db.selectFrom("player_moves").select(["league_id", "player_id", "to_team_id"]).orderBy("id").execute();

/** A team's points in a round by its stored line-up and the published scores of the players. */
async function sumPoints(league: PlayedLeague, teamId: number, roundId: number): Promise<number> {
	const lineup = await app.database.db
		.selectFrom("lineups")
		.where("team_id", "=", teamId)
		.where("round_id", "<=", roundId)
		.orderBy("round_id", "desc")
		.selectAll()
		.executeTakeFirstOrThrow();
	const getPositions = (id: number) => positions.get(id) ?? [];
	return sumPlainPoints(lineup, league, { getScore: (id) => getScore(roundId, id), getPositions });
}

/** Compares match-ups and ladder of a league with sums that only use line-ups, fixture and published scores. */
async function expectIndependentResults(league: PlayedLeague): Promise<void> {
	const games: PlainGame[] = [];
	const byes: number[] = [];
	for (let roundId = 1; roundId <= LAST_ROUND; roundId++) {
		const { matchUps, byes: idle, isGrandFinal } = await getMatchUps(league, roundId);
		byes.push(idle.length);
		for (const { home, away, isSemiFinal, winnerTeamId } of matchUps) {
			const game = {
				homeTeamId: home.teamId,
				awayTeamId: away.teamId,
				home: await sumPoints(league, home.teamId, roundId),
				away: await sumPoints(league, away.teamId, roundId),
			};
			expect({ roundId, home: home.points, away: away.points }).toEqual({
				roundId,
				home: game.home,
				away: game.away,
			});
			expect([home.teamName, away.teamName]).not.toContain("");
			if (game.home !== game.away) expect(winnerTeamId).toBe(game.home > game.away ? home.teamId : away.teamId);
			if (!isGrandFinal && !isSemiFinal) games.push(game);
		}
	}
	const { rankings, winnerTeamId } = await getLadder(league);
	expect(
		rankings.map(({ teamId, WDL, totalPointsFor, totalPointsAgainst, played }) => ({
			teamId,
			...WDL,
			pointsFor: totalPointsFor,
			pointsAgainst: totalPointsAgainst,
			played,
		})),
	).toEqual(buildPlainLadder(league.teamIds, games));
	const [final] = (await getMatchUps(league, LAST_ROUND)).matchUps;
	expect(final?.isGrandFinal).toBe(true);
	expect([final?.home.teamId, final?.away.teamId]).toContain(winnerTeamId);
	expect(byes.slice(0, LAST_ROUND - 2)).toEqual(Array(LAST_ROUND - 2).fill(league.teamIds.length % 2));
}

/** Exchanges the captains of a manager's team. */
async function exchangeCaptains(league: PlayedLeague): Promise<void> {
	const params = { id: league.id };
	const { team } = await client(league)(showMyDraftTeam, { params });
	const { lineup, bench, utilityId, captainId, viceCaptainId, emergency } = team;
	if (!lineup || !bench) throw new Error("The manager sees her line-up");
	const roles = { captainId: viceCaptainId ?? 0, viceCaptainId: captainId ?? 0, emergency: emergency ?? [] };
	await client(league)(saveDraftLineup, { params, body: { lineup, bench, utilityId: utilityId ?? 0, ...roles } });
}

async function listReceiptFindings(): Promise<readonly Pick<Finding, "teamId" | "what">[]> {
	const findings: Pick<Finding, "teamId" | "what">[] = [];
	await checkDraftReceipts(app.database, null, ({ teamId, what }) => findings.push({ teamId, what }));
	return findings;
}

beforeAll(async () => {
	service = await startPushService();
	({ app, season } = await createApp2023({ push }));
	// The robots' drops are not those of a sensible manager.
	const drops = { protectsBest: false };
	const form = { name: "Ten", managerCount: 2, size: 10, finalsSeries: true, draft: drops };
	const ten = await createDraftedLeague(app, form);
	const draft = { squad: ODD_SQUAD, captainDoubled: false, ...drops };
	const five = await createDraftedLeague(app, { name: "Five", managerCount: 2, size: 5, draft });
	const games = { averageGame: true, medianGame: true, consolationGames: true };
	const other = await createDraftedLeague(app, { name: "Full", managerCount: 1, size: 5, draft, ...games });
	await finishDrafts(app);
	full = await loadLeague(other.league.id, other.managers);
	even = await loadLeague(ten.league.id, ten.managers);
	odd = await loadLeague(five.league.id, five.managers);
}, 120_000);
afterAll(async () => {
	await app.close();
	await push.close();
	await service.close();
});

describe("a season of draft leagues", () => {
	test("shows live points of both sides before publication [D2.9.301]", async () => {
		await playRound2023(app, season, 1, async () => {
			for (const league of [even, odd]) {
				const { matchUps } = await getMatchUps(league, 1);
				expect(matchUps).toHaveLength(Math.floor(league.teamIds.length / 2));
				for (const { home, away, isLive } of matchUps) {
					expect(isLive).toBe(true);
					for (const { teamId, points } of [home, away]) expect(points).toBe(await sumPoints(league, teamId, 1));
				}
				const { rankings, isLive } = await getLadder(league);
				expect(isLive).toBe(true);
				expect(rankings.reduce((sum, { WDL }) => sum + WDL.win + WDL.draw / 2, 0)).toBe(matchUps.length);
				expect(rankings[0]?.roundPoints).toBe(await sumPoints(league, rankings[0]?.teamId ?? 0, 1));
			}
			const lineups = app.database.db.selectFrom("lineups").where("team_id", "in", even.teamIds).selectAll();
			// A team whose captain and vice captain both played, with different scores.
			const teamId = (await lineups.execute()).find(({ captain_id, vice_captain_id }) => {
				const difference = (getScore(1, captain_id) ?? NaN) - (getScore(1, vice_captain_id) ?? NaN);
				return Math.abs(difference) > 0;
			})?.team_id;
			if (teamId === undefined) throw new Error("no such team");
			const getLivePoints = () => app.standings.current().getPoints(teamId);
			const before = getLivePoints();
			const swap = "UPDATE lineups SET captain_id = vice_captain_id, vice_captain_id = captain_id WHERE team_id = $1";
			await app.database.pool.query(swap, [teamId]);
			await app.standings.applySaves([teamId]);
			expect(getLivePoints()).toBe(await sumPoints(even, teamId, 1));
			expect(getLivePoints()).not.toBe(before);
		});
	});

	test("tells results to those who only draft, and fills their calendar [D2.9.304]", async () => {
		const [manager] = odd.managers;
		if (!manager) throw new Error("no manager");
		const browser = await subscribeBrowser(manager.client, service, { roundResults: true });
		await createNoticeTasks(app, push).step();
		const { matchUps, byes } = await getMatchUps(odd, 1);
		const { id: userId } = manager.user;
		const own = matchUps.find(({ home, away }) => [home.userId, away.userId].includes(userId));
		const [mine, other] = own?.home.userId === userId ? [own.home, own.away] : [own?.away, own?.home];
		const [won, lost] = [(mine?.points ?? 0) > (other?.points ?? 0), (mine?.points ?? 0) < (other?.points ?? 0)];
		const verb = won ? "you beat" : lost ? "you lost to" : "a draw with";
		const bye = byes.find((each) => each.userId === userId);
		expect(own === undefined).toBe(bye !== undefined);
		const [message, ...further] = browser.messages();
		expect(further).toEqual([]);
		const { points } = mine ?? { points: await sumPoints(odd, bye?.teamId ?? 0, 1) };
		expect(message?.title).toBe(`Round 1: ${points} points`);
		const text = own ? `${verb} ${other?.teamName} ${points}–${other?.points}` : `a bye, ${points} points`;
		expect(message?.body.replace(/ Ladder: [1-5] of 5\.$/, "")).toBe(`Five: ${text}.`);
		const calendar = await listCalendarMatchUps(app.database.pool, 2023, userId);
		expect(calendar.map(({ leagueName }) => leagueName)).toContain("Five");
		expect(calendar.map(({ opponentName }) => opponentName)).not.toContain("");
	});

	test("is played to the grand final with claims and independent sums [D2.9.300]", async () => {
		const [stayer, leaver] = odd.managers;
		const claiming = [even, { id: odd.id, managers: stayer ? [stayer] : [] }];
		await leaver?.client(leaveLeague, { params: { id: odd.id } });
		for (let roundId = 2; roundId <= LAST_ROUND; roundId++) {
			await claimBeforeRound(app, claiming);
			if (roundId === 3) await exchangeCaptains(even);
			await playRound2023(app, season, roundId);
		}
		await expectIndependentResults(even);
		await expectIndependentResults(odd);
	}, 60_000);

	test("has match-ups that their managers share, with both names [D2.9.752]", async () => {
		const [manager] = even.managers;
		const { matchUps } = await getMatchUps(even, 1);
		const own = matchUps.find(({ home, away }) => [home.userId, away.userId].includes(manager?.user.id ?? 0));
		if (!manager || !own) throw new Error("no match-up");
		const [team, opponent] = own.home.userId === manager.user.id ? [own.home, own.away] : [own.away, own.home];
		const params = { leagueId: even.id, roundId: 1 };
		const { id, timestamp } = (await manager.client(shareMatchUp, { params })).snapshot;
		const url = buildSharePath({ type: "result", timestamp, round: 1, snapshot: id });
		const { body } = await app.app.inject({ url });
		expect(/<title>(.*)<\/title>/.exec(body)?.[1]).toBe(`${team.teamName} v ${opponent.teamName}`);
		expect(body).toContain(`won by ${Math.abs((team.points ?? 0) - (opponent.points ?? 0))}`);
		const picture = await app.app.inject({ url: `${url}.story.png` });
		expect(picture.headers["content-type"]).toBe("image/png");
	});

	test("plays every team each round against a team or the average [D2.9.466]", async () => {
		const records = new Map(full.teamIds.map((id) => [id, { win: 0, draw: 0, lose: 0, own: 0, other: 0 }]));
		const count = (teamId: number, own: number, other: number) => {
			const record = records.get(teamId);
			if (record) record[own > other ? "win" : own < other ? "lose" : "draw"]++;
		};
		const opponents = new Set<number>();
		for (let roundId = 1; roundId < LAST_ROUND; roundId++) {
			const points = new Map<number, number>();
			for (const teamId of full.teamIds) points.set(teamId, await sumPoints(full, teamId, roundId));
			const { matchUps, averageGame, median } = await getMatchUps(full, roundId);
			const pairs = matchUps.map(({ home, away }) => [home.teamId, away.teamId] as const);
			const scores = pairs.flat().map((teamId) => points.get(teamId) ?? 0);
			const average = Math.round(scores.reduce((sum, score) => sum + score, 0) / 4);
			const [, low = 0, high = 0] = scores.toSorted((a, b) => a - b);
			expect({ roundId, averageGame, median }).toEqual({
				roundId,
				averageGame: { teamId: averageGame?.teamId, points: points.get(averageGame?.teamId ?? 0), average },
				median: (low + high) / 2,
			});
			opponents.add(averageGame?.teamId ?? 0);
			for (const [own, other] of [...pairs, ...pairs.map(([home, away]) => [away, home] as const)])
				count(own, points.get(own) ?? 0, points.get(other) ?? 0);
			count(averageGame?.teamId ?? 0, points.get(averageGame?.teamId ?? 0) ?? 0, average);
			for (const teamId of full.teamIds) count(teamId, points.get(teamId) ?? 0, (low + high) / 2);
		}
		expect(opponents.size).toBe(5);
		const { rankings, placings } = await getLadder(full);
		for (const { teamId, played, WDL } of rankings) {
			const { win, draw, lose } = records.get(teamId) ?? {};
			expect({ teamId, played, WDL }).toEqual({ teamId, played: 18, WDL: { win, draw, lose } });
		}
		const { matchUps, averageGame, byes } = await getMatchUps(full, LAST_ROUND);
		expect(matchUps.map(({ isGrandFinal, isConsolation }) => [isGrandFinal, isConsolation])).toEqual([
			[true, false],
			[false, true],
		]);
		expect([averageGame, byes.length, placings?.length]).toEqual([undefined, 1, 5]);
	});

	test("has another outcome against the average after a correction [D2.9.467]", async () => {
		const { db } = app.database;
		const rounds = Array.from({ length: LAST_ROUND - 1 }, (_, index) => index + 1);
		const games = await Promise.all(rounds.map(async (id) => ({ id, ...(await getMatchUps(full, id)).averageGame })));
		const lost = games.findLast(({ points, average }) => (points ?? 0) < (average ?? 0));
		const { id: roundId = 0, teamId = 0 } = lost ?? {};
		const getOutcome = async () => (await listRoundOutcomes(db, 2023, roundId)).get(teamId)?.[full.id];
		expect(await getOutcome()).toBe("lost");
		const lineups = await db
			.selectFrom("lineups")
			.where("team_id", "=", teamId)
			.where("round_id", "<=", roundId)
			.orderBy("round_id", "desc")
			.select("slots")
			.executeTakeFirstOrThrow();
		const scorer = lineups.slots.slice(0, 8).find((id) => getScore(roundId, id) !== undefined) ?? 0;
		const match = season.matches.find(
			(other) =>
				other.roundId === roundId && season.results.get(other.id)?.lines.some(({ playerId }) => playerId === scorer),
		);
		const lines = [{ playerId: scorer, stats: buildStatLine({ K: 99, G: 40, M: 60, T: 60, TOG: 90 }) }];
		await correctStats(app.database, { matchId: match?.id ?? 0, lines }, { actor: "operator:1", reason: "Recounted" });
		scores.set(`${roundId} ${scorer}`, 3 * 99 + 6 * 40 + 3 * 60 + 4 * 60);
		await app.seasons.refresh();
		await app.standings.refresh();
		expect(await getOutcome()).toBe("won");
		const { averageGame } = await getMatchUps(full, roundId);
		expect(averageGame).toEqual({ teamId, points: await sumPoints(full, teamId, roundId), average: lost?.average });
		await expectIndependentResults(odd);
	});

	test("decides every claim, and each run once [D2.9.416]", async () => {
		const { db } = app.database;
		const claims = await db.selectFrom("waiver_claims").select(["state", "team_id", "reason"]).execute();
		const count = (state: string) => claims.filter((row) => row.state === state).length;
		expect(count("won")).toBeGreaterThan(40);
		expect(count("failed")).toBeGreaterThan(10);
		expect(count("won") + count("failed")).toBe(claims.length);
		const runs = await db.selectFrom("waiver_runs").select(["league_id", "round_id", "run"]).execute();
		// Round 1 began before anyone looked, so its runs were not held; each later round has a second one.
		expect(runs.filter(({ run, league_id }) => run === "second" && league_id === even.id)).toHaveLength(LAST_ROUND - 1);
		const claimed = await db.selectFrom("player_moves").where("kind", "=", "claimed").select("id").execute();
		expect(claimed).toHaveLength(count("won"));
	});

	test("explains a score to the league's members only [D2.9.303]", async () => {
		const [, teamId = 0] = even.teamIds;
		const params = { roundId: 4, teamId };
		const { scoreLedger } = await client(even)(showScoreLedger, { params });
		const points = await sumPoints(even, teamId, 4);
		expect(scoreLedger).toMatchObject({ points, published: points, hidden: 0, leagueId: even.id });
		expect(scoreLedger.entries.reduce((sum, { counted }) => sum + counted, 0)).toBe(points);
		const utility = scoreLedger.entries.find(({ area }) => area === "utility");
		expect(utility?.factor).toBeGreaterThan(0);
		const outsider = await createManager(app);
		const refused = await getApiFailure(outsider.client(showScoreLedger, { params }));
		expect([refused.status, refused.code]).toEqual([403, "league-members-only"]);
	});

	test("gets other results from a correction, and no other owners [D2.9.305]", async () => {
		const owners = await listMoves();
		const { matchUps } = await getMatchUps(even, 5);
		const [{ home, away, winnerTeamId } = { home: null, away: null, winnerTeamId: null }] = matchUps;
		const loser = home?.teamId === winnerTeamId ? away : home;
		const scorer = LINES.flatMap((line) => loser?.lineup[line] ?? []).find((id) => getScore(5, id) !== undefined) ?? 0;
		const match = season.matches.find(
			({ id, roundId }) => roundId === 5 && season.results.get(id)?.lines.some(({ playerId }) => playerId === scorer),
		);
		const lines = [{ playerId: scorer, stats: buildStatLine({ K: 55, G: 20, M: 30, T: 20, TOG: 90 }) }];
		await correctStats(app.database, { matchId: match?.id ?? 0, lines }, { actor: "operator:1", reason: "Recounted" });
		scores.set(`5 ${scorer}`, 3 * 55 + 6 * 20 + 3 * 30 + 4 * 20);
		await app.seasons.refresh();
		await app.standings.refresh();
		const [corrected] = (await getMatchUps(even, 5)).matchUps;
		expect(corrected?.winnerTeamId).toBe(loser?.teamId);
		await expectIndependentResults(even);
		await expectIndependentResults(odd);
		expect(await listMoves()).toEqual(owners);
	});

	test("has squads that follow from the log of moves [D2.9.306]", async () => {
		const { db } = app.database;
		const teams = even.teamIds.length + odd.teamIds.length + full.teamIds.length;
		expect(await checkSquads(db)).toEqual({ teams, findings: [] });
		// Robots, who claim nobody.
		const [first = 0, second = 0, third = 0] = even.teamIds.slice(-3);
		const drafted = db.selectFrom("player_moves").where("to_team_id", "=", first);
		const { id: _, ...move } = await drafted.selectAll().executeTakeFirstOrThrow();
		const taken = { ...move, from_team_id: second, to_team_id: third, round_id: 4 };
		await db.insertInto("player_moves").values(taken).execute();
		const { findings } = await checkSquads(db);
		const { player_id: playerId } = move;
		expect(findings).toEqual([
			{ teamId: third, playerId, roundId: 4, kind: "broken-log" },
			{ teamId: third, playerId, roundId: 4, kind: "without-place" },
		]);
		await db.deleteFrom("player_moves").where("from_team_id", "=", second).execute();
	});

	test("has line-ups with a receipt each [D2.9.306]", async () => {
		const { db, pool } = app.database;
		const saved = db.selectFrom("teams").where("league_id", "=", even.id).where("version", ">", 0);
		const { id: teamId } = await saved.select("id").executeTakeFirstOrThrow();
		const exchange = () =>
			pool.query("UPDATE lineups SET captain_id = vice_captain_id, vice_captain_id = captain_id WHERE team_id = $1", [
				teamId,
			]);
		const rows = await db.selectFrom("lineups").where("team_id", "=", teamId).select("round_id").execute();
		expect(await listReceiptFindings()).toEqual([]);
		await exchange();
		const findings = await listReceiptFindings();
		expect(findings.length).toBeGreaterThan(rows.length - 2);
		expect(findings).toContainEqual({ teamId, what: "the stored line-up is not that of its receipt" });
		await exchange();
		expect(await listReceiptFindings()).toEqual([]);
	});

	test("is verified with the published rounds [D2.9.306]", async () => {
		const copy = await createTestDatabase();
		try {
			const { differences, teams } = await verifyRound(
				app.database,
				copy,
				{ seasonId: 2023, roundId: 1 },
				() => undefined,
			);
			expect(differences).toEqual([]);
			expect(teams).toBe(even.teamIds.length + odd.teamIds.length + full.teamIds.length);
		} finally {
			await copy.close();
		}
	});
});
