import { showConversation } from "@first-bounce/contract/leagues/conversation";
import { showLeague, showLeaguesToJoin, showMyLeagues } from "@first-bounce/contract/leagues/league";
import { createLeague, joinLeague, leaveLeague, updateLeague } from "@first-bounce/contract/leagues/league-actions";
import type { LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import { showEliminationLadder, showLeagueLadder } from "@first-bounce/contract/leagues/league-ladder";
import { correctStatLines, previewStats } from "@first-bounce/contract/operator/stats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playRandomRound, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import { createSeededRandom, DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, createTestOperator, type TestApp } from "../../../../../testing/server/test-app.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { eraseAccount } from "../../accounts/erasure/service.ts";
import { writeDueCards } from "../cards/card-runner.ts";
import { advanceLeagues } from "../head-to-head/round-activity.ts";

const random = createSeededRandom(11);
let app: TestApp;
let managers: LeagueManager[];
let ann: LeagueManager;
let visitor: LeagueManager;
/** A league of seven managers from round 1 on, which ends with the season, and one of four that ends sooner. */
let seven: { id: number; code: string };
let four: { id: number };

beforeAll(async () => {
	app = await createTestApp({}, { rounds: 6 });
	managers = await createLeagueManagers(app, 9);
	[ann, visitor] = [getManager(0), getManager(8)];
	seven = await createLeagueWith(managers.slice(0, 7), { type: "elimination", size: 7 });
	four = await createLeagueWith(managers.slice(0, 4), { type: "elimination", size: 7 });
}, 60_000);
afterAll(() => app.close());

const getManager = (index: number) => managers[index] as LeagueManager;
const findManager = (teamId: number) => managers.find((manager) => manager.teamId === teamId) as LeagueManager;
const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
const writeCards = () => writeDueCards({ db: app.database.db, seasons: app.seasons, clocks: app.clocks });
async function playRound(roundId: number): Promise<void> {
	await playRandomRound(app, roundId, random, advance);
	await writeCards();
}
const getLadder = (id: number, roundId = 0, { client } = getManager(0)) =>
	client(showEliminationLadder, { query: { leagueId: id, roundId } });
async function listOut(id: number, roundId = 0) {
	const { rankings } = await getLadder(id, roundId);
	return rankings.flatMap(({ teamId, out }) => (out ? [[out.roundId, teamId, out.reason]] : [])).toReversed();
}
async function listCards<Type extends LeagueCard["type"]>(id: number, type: Type) {
	const { messages } = await getManager(0).client(showConversation, { params: { id }, query: {} });
	return messages.flatMap((message) =>
		message.kind === "card" && message.card.type === type
			? [{ roundId: message.roundId, card: message.card as Extract<LeagueCard, { type: Type }> }]
			: [],
	);
}

/** Computes who goes out from the published scores alone, one query for each round. */
async function computeOut(teamIds: readonly number[], upTo: number, leavers: Readonly<Record<number, number>> = {}) {
	const alive = new Set(teamIds);
	const out: (number | string)[][] = [];
	for (let round = 1; round <= upTo && alive.size > 1; round++) {
		const gone = [...alive].filter((teamId) => leavers[teamId] === round);
		const { rows } = await app.database.pool.query(
			`SELECT team_id FROM (SELECT team_id, round_id, points, sum(points) OVER (PARTITION BY team_id ORDER BY round_id) AS total
				FROM standings) AS s JOIN league_members m USING (team_id)
			WHERE round_id = $1 AND team_id = ANY ($2) AND m.league_id = $3
			ORDER BY points, total, m.joined_no DESC LIMIT 1`,
			[round, [...alive], seven.id],
		);
		const cut = gone.length > 0 ? gone : [rows[0].team_id];
		for (const teamId of cut) {
			alive.delete(teamId);
			out.push([round, teamId, gone.length > 0 ? "left" : "lowest"]);
		}
	}
	return out;
}
const getTeamIds = (count: number) => managers.slice(0, count).map(({ teamId }) => teamId);

describe("an elimination league before its start", () => {
	test("has at most one place more than rounds are left [D2.1.71]", async () => {
		const create = (size: number, startId: number) =>
			getApiFailure(getManager(7).client(createLeague, { body: { name: "Cut", type: "elimination", size, startId } }));
		expect(await create(8, 1)).toMatchObject({
			code: "league-size-rounds",
			message: "With this start, an elimination league has 2 to 7 places",
		});
		expect((await create(4, 5)).message).toBe("With this start, an elimination league has 2 to 3 places");
		expect((await create(1, 1)).code).toBe("league-size-rounds");
		const { league } = await ann.client(showLeague, { params: { id: seven.id } });
		expect(league).toMatchObject({ type: "elimination", size: 7, finals: null, h2hTiebreaker: null, outInRound: null });
	});

	test("gets fewer places by a later start, but not fewer than members", async () => {
		const { client } = getManager(7);
		const { id } = await createLeagueWith([getManager(7), visitor], { type: "elimination", size: 6 });
		const move = (startId: number) => client(updateLeague, { params: { id }, body: { leagueId: id, startId } });
		expect((await move(5)).league).toMatchObject({ startId: 5, size: 3 });
		const third = await createLeagueWith(managers.slice(0, 3), { type: "elimination", size: 4 });
		const refused = ann.client(updateLeague, { params: { id: third.id }, body: { leagueId: third.id, startId: 6 } });
		expect((await getApiFailure(refused)).code).toBe("league-size-rounds");
	});

	test("shows its members without points, and only to them", async () => {
		const { rankings, roundId, isLive, inDanger } = await getLadder(seven.id);
		expect(rankings.map(({ teamId }) => teamId)).toEqual(getTeamIds(7));
		expect(rankings.map(({ roundPoints, out }) => [roundPoints, out])).toEqual(rankings.map(() => [null, null]));
		expect([roundId, isLive, inDanger]).toEqual([null, false, 0]);
		expect((await getApiFailure(getLadder(seven.id, 0, visitor))).code).toBe("league-members-only");
		const h2h = ann.client(showLeagueLadder, { query: { leagueId: seven.id } });
		expect((await getApiFailure(h2h)).code).toBe("league-not-h2h");
		const open = await createLeagueWith([ann]);
		expect((await getApiFailure(getLadder(open.id))).code).toBe("league-not-elimination");
	});
});

describe("while its first round is played", () => {
	test("the lowest is in danger, and nobody can join any more", async () => {
		const { client } = getManager(7);
		const alone = (await createLeagueWith([getManager(7)], { type: "elimination", size: 7, privacy: "public" })).id;
		app.clocks.setSeason(FIRST_BOUNCE + 1);
		await advance();
		const moved = (await client(showLeague, { params: { id: alone } })).league;
		expect(moved).toMatchObject({ startId: 2, size: 6 });
		await setMatchStatus(app, app.season.listMatchesOfRound(1).slice(0, 1), "playing");
		const { inDanger, isLive, roundId, lineups } = await getLadder(seven.id);
		expect([inDanger, isLive, roundId]).toEqual([1, true, 1]);
		expect(lineups.map(({ teamId }) => teamId).toSorted((a, b) => a - b)).toEqual(getTeamIds(7));
		expect(lineups.find(({ teamId }) => teamId === getManager(1).teamId)?.hidden).toBeGreaterThan(0);
		const join = visitor.client(joinLeague, { params: { code: seven.code } });
		expect((await getApiFailure(join)).code).toBe("league-started");
		const { leagues } = await visitor.client(showLeaguesToJoin, { query: { type: "elimination" } });
		expect(leagues.map(({ id }) => id)).toEqual([alone]);
	});
});

describe("after a round", () => {
	test("the lowest is out on the ladder and in the chat [D2.1.70, D2.1.74]", async () => {
		await playRound(1);
		const [[, lowest = 0] = []] = (await computeOut(getTeamIds(7), 1)) as [number, number][];
		expect(await listOut(seven.id)).toEqual([[1, lowest, "lowest"]]);
		const { rankings, lineups } = await getLadder(seven.id);
		expect(rankings.at(-1)).toMatchObject({ teamId: lowest, rank: 7, out: { roundId: 1, reason: "lowest" } });
		expect(lineups).toEqual([]);
		const own = await findManager(lowest).client(showLeague, { params: { id: seven.id } });
		expect(own.league).toMatchObject({ rank: 7, outInRound: 1, isMember: true });
		const { leagues } = await findManager(lowest).client(showMyLeagues, {});
		expect(leagues.find(({ id }) => id === seven.id)).toMatchObject({ outInRound: 1 });
		const [results] = await listCards(seven.id, "results");
		expect(results?.card.elimination).toMatchObject({
			out: [{ teamId: lowest, reason: "lowest" }],
			alive: 6,
			winner: null,
		});
		expect(await listCards(seven.id, "correction")).toEqual([]);
	});

	test("a correction brings a team back, and the chat says so [D2.1.72, D2.1.78]", async () => {
		const [[, before = 0] = []] = (await computeOut(getTeamIds(7), 1)) as [number, number][];
		const operator = (await createTestOperator(app)).client;
		// The captain, whose points count twice.
		const [playerId = 0] = findManager(before).team.slots;
		const squadId = app.season.players.find(({ id }) => id === playerId)?.squadId;
		const match = app.season
			.listMatchesOfRound(1)
			.find(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId].includes(squadId ?? 0));
		const correct = (K: number) =>
			operator(correctStatLines, {
				params: { id: match?.id ?? 0 },
				body: { reason: "Video", lines: [{ playerId, stats: { ...buildStatLine({ K }), TOG: 80 } }] },
			});
		const row = await app.database.db
			.selectFrom("stat_lines")
			.where("player_id", "=", playerId)
			.where("match_id", "=", match?.id ?? 0)
			.selectAll()
			.executeTakeFirstOrThrow();
		const preview = await operator(previewStats, {
			params: { id: match?.id ?? 0 },
			body: { lines: [{ playerId, stats: { ...buildStatLine({ K: 90 }), TOG: 80 } }] },
		});
		// One team is out of the league of seven instead of another; the league of four does not have the lowest team.
		expect(preview.rounds[0]).toMatchObject({ eliminationsChanged: 2, resultsChanged: 0, leaguesTouched: 0 });
		await correct(90);
		await advance();
		await writeCards();
		const [[, after = 0] = []] = (await computeOut(getTeamIds(7), 1)) as [number, number][];
		expect(after).not.toBe(before);
		expect(await listOut(seven.id)).toEqual([[1, after, "lowest"]]);
		const [correction, ...more] = await listCards(seven.id, "correction");
		expect(more).toEqual([]);
		expect(correction).toMatchObject({ roundId: 1, card: { back: [{ teamId: before }], out: [{ teamId: after }] } });
		expect((await listCards(seven.id, "results"))[0]?.card.elimination?.out).toMatchObject([{ teamId: after }]);
		await writeCards();
		expect(await listCards(seven.id, "correction")).toHaveLength(1);
		await correct(row.kicks);
		await advance();
		await writeCards();
		expect(await listOut(seven.id)).toEqual([[1, before, "lowest"]]);
		expect(await listCards(seven.id, "correction")).toEqual([]);
	});
});

describe("a member who leaves", () => {
	const left: Record<number, number> = {};

	test("counts as the cut of the round [D2.1.73]", async () => {
		const { rankings } = await getLadder(seven.id);
		const leaver = findManager(rankings.find(({ teamId, out }) => out === null && teamId !== ann.teamId)?.teamId ?? 0);
		await leaver.client(leaveLeague, { params: { id: seven.id } });
		left[leaver.teamId] = 2;
		expect((await listOut(seven.id)).at(-1)).toEqual([2, leaver.teamId, "left"]);
		expect((await listOut(seven.id, 1)).map(([round]) => round)).toEqual([1]);
		app.clocks.setSeason(FIRST_BOUNCE + 7 * DAY + 1);
		await setMatchStatus(app, app.season.listMatchesOfRound(2).slice(0, 1), "playing");
		expect(await getLadder(seven.id)).toMatchObject({ isLive: true, inDanger: 0, lineups: [] });
		await playRound(2);
		expect(await listOut(seven.id)).toEqual(await computeOut(getTeamIds(7), 2, left));
	});

	test("may be one whose account is erased, who stays a member [D2.1.73]", async () => {
		const { rankings } = await getLadder(seven.id);
		const erased = findManager(rankings.find(({ teamId, out }) => out === null && teamId !== ann.teamId)?.teamId ?? 0);
		const audit = { actor: `user:${erased.userId}`, reason: "" };
		await eraseAccount({ db: app.database.db, media: app.media }, erased.userId, { now: app.clocks.wallNow(), audit });
		left[erased.teamId] = 3;
		await playRound(3);
		expect(await listOut(seven.id)).toEqual(await computeOut(getTeamIds(7), 3, left));
		const { rankings: after } = await getLadder(seven.id);
		expect(after.find(({ teamId }) => teamId === erased.teamId)).toMatchObject({
			teamName: "",
			out: { reason: "left" },
		});
	});

	test("leaves a league that ends with one team [D2.1.70]", async () => {
		await playRound(4);
		await playRound(5);
		await playRound(6);
		const out = await computeOut(getTeamIds(7), 6, left);
		expect(await listOut(seven.id)).toEqual(out);
		const winner = getTeamIds(7).find((teamId) => !out.some(([, outId]) => outId === teamId));
		const { winnerTeamId, rankings } = await getLadder(seven.id);
		expect([winnerTeamId, rankings[0]?.teamId, rankings.length]).toEqual([winner, winner, 7]);
		const ended = await listCards(four.id, "results");
		expect(ended.map(({ card }) => card.elimination?.winner ?? null).filter(Boolean)).toHaveLength(1);
		expect(ended.find(({ roundId }) => roundId === 6)?.card.elimination).toBeNull();
	});
});
