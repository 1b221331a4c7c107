import { HOUR_MS } from "@first-bounce/rules/durations";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import {
	buildPlayerId,
	buildPlayerStatsResponse,
	buildRosterResponse,
	buildRoundResponse,
	HOME_TEAM_ID,
	listOfficialScores,
	MATCH_NAME,
} from "../../../../../testing/stats-providers/afl-api-answers.ts";
import {
	LEFT_OUT,
	AFL_START as START,
	seedAflSeason,
	UNKNOWN_PLAYER,
} from "../../../../../testing/stats-providers/afl-api-season.ts";
import type { Database } from "../../../db/open.ts";
import { type AflAnswer, type AflApiServer, startAflApiServer } from "../../rehearsal/provider/afl-api-server.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../../seasons/current/season-holder.ts";
import { createFeedPoller } from "../intake/poll-feed.ts";
import { createAflApiFeed } from "./afl-api-feed.ts";

describe("the official stats API", () => {
	let database: Database;
	let seasons: SeasonHolder;
	let api: AflApiServer;
	let answers: Record<string, AflAnswer>;
	let wallTime = 0;
	const clocks = createFixedClocks(START - HOUR_MS);
	const rounds = "/cfs/afl/matchItems/round/CD_R202501401";
	const statsPath = "/cfs/afl/playerStats/match/CD_M20250140101";
	const rosterPath = "/cfs/afl/matchRoster/full/CD_M20250140101";

	beforeAll(async () => {
		database = await createTestDatabase();
		await seedAflSeason(database.db);
		seasons = await createSeasonHolder(database.db, { on: () => () => false });
		api = await startAflApiServer((path) => answers[path] ?? { status: 404 });
	});
	afterEach(() => {
		wallTime += 60_000;
	});
	afterAll(async () => {
		await api.close();
		await database.close();
	});

	const buildSettings = () => ({ url: api.url, competition: "014", season: "2025", intervalMs: 1_000 });
	const options = {
		wallNow: () => wallTime,
		random: () => 1,
		pollTimeoutMs: 20_000,
		timeoutMs: 5_000,
		backOffMs: 5_000,
	};

	function createPoller() {
		const feed = createAflApiFeed(buildSettings(), seasons.current, options);
		const poller = createFeedPoller(feed, { db: database.db, currentSeason: seasons.current, clocks });
		return {
			feed,
			poll: async () => {
				api.requests.length = 0;
				wallTime += 1_000;
				await poller.poll();
				await seasons.refresh();
				return api.requests.map(({ path, status }) => `${status} ${path}`);
			},
		};
	}

	test("gives match ids, rosters and every player's official score", async () => {
		answers = {
			[rounds]: { body: buildRoundResponse("CONFIRMED_TEAMS") },
			[rosterPath]: { body: buildRosterResponse() },
		};
		const { poll } = createPoller();
		expect(await poll()).toEqual([`200 ${rounds}`]);
		expect(seasons.current().rounds[0]?.matches[0]?.providerId).toBe(MATCH_NAME);
		wallTime += 30_000;
		expect(await poll()).toContain(`200 ${rosterPath}`);
		const getStatus = (id: number) => seasons.current().players.get(id)?.status;
		expect([getStatus(LEFT_OUT.id), getStatus(buildPlayerId(HOME_TEAM_ID, 0)), getStatus(HOME_TEAM_ID)]).toEqual([
			"not-playing",
			undefined,
			"playing",
		]);
		const emergencies = [...seasons.current().players.values()].filter((player) => player.status === "emergency");
		expect(emergencies).toHaveLength(6);

		clocks.set(START + HOUR_MS);
		answers = { [rounds]: { body: buildRoundResponse("LIVE") }, [statsPath]: { body: buildPlayerStatsResponse() } };
		wallTime += 30_000;
		await poll();
		wallTime += 30_000;
		await poll();
		const { players, rules, rounds: knownRounds } = seasons.current();
		expect(knownRounds[0]?.matches[0]).toMatchObject({
			status: "playing",
			homeScore: 62,
			awayScore: 47,
			minutes: 121,
			quarter: 4,
			clockSeconds: 1_855,
			isBreak: true,
		});
		const official = [...listOfficialScores()].filter(([name]) => name !== `CD_I${UNKNOWN_PLAYER}`);
		const scored = official.map(([name]) => {
			const player = [...players.values()].find(({ providerId }) => providerId === name);
			return [name, players.get(player?.id ?? Number(name.replace(/\D/g, "")))?.scores.get(1)];
		});
		expect(scored).toEqual(official);
		expect(official).toHaveLength(45);
		expect(official.slice(0, 3)).toEqual([
			["CD_I900100", 9],
			["CD_I900101", 44],
			["CD_I900102", 89],
		]);
		expect(computePlayerPoints({ ...EMPTY_STAT_LINE, K: 1, H: 1, TOG: 1 }, rules)).toBe(5);
		const saved = await database.db.selectFrom("feed_payloads").where("kind", "=", "match-stats").selectAll().execute();
		expect(saved.map(({ verdict, faults }) => [verdict, faults])).toEqual([
			["applied", ["match 11: player CD_I900122 (June Pine) of CD_T9001 is unknown and was skipped"]],
		]);
		expect(saved[0]?.body.toString()).toBe(buildPlayerStatsResponse());
	});

	test("is polled again with its ETag after the interval", async () => {
		answers = { [rounds]: { body: buildRoundResponse() }, [statsPath]: { body: buildPlayerStatsResponse() } };
		const { poll } = createPoller();
		await poll();
		expect(seasons.current().rounds[0]?.matches[0]).toMatchObject({ status: "complete", providerId: MATCH_NAME });
		wallTime += 60_000;
		expect((await poll()).every((line) => line.startsWith("304"))).toBe(true);
		expect(await poll()).toEqual([]);
	});

	test("is asked for a new token once the old one has expired", async () => {
		answers = { [rounds]: { body: buildRoundResponse() } };
		const { poll } = createPoller();
		await poll();
		api.expireTokens();
		wallTime += 60_000;
		expect(await poll()).toContain(`401 ${rounds}`);
		expect(api.requests.at(-1)?.status).not.toBe(401);
	});

	test("is polled less often after each failure, and not before Retry-After", async () => {
		answers = { [rounds]: { status: 500 }, [statsPath]: { status: 503 } };
		const { feed, poll } = createPoller();
		expect((await poll()).toSorted()).toEqual([`500 ${rounds}`, `503 ${statsPath}`]);
		expect(feed.health?.()).toMatchObject({ failures: 1, lastResponseAt: null });
		wallTime += 3_000;
		expect(await poll()).toEqual([]);
		wallTime += 62_000;
		answers = { [rounds]: { status: 429, headers: { "retry-after": "200" } } };
		expect(await poll()).toContain(`429 ${rounds}`);
		wallTime += 190_000;
		expect(await poll()).toEqual([]);
		answers = { [rounds]: { body: buildRoundResponse() } };
		wallTime += 60_000;
		expect(await poll()).toContain(`200 ${rounds}`);
		expect(feed.health?.()).toMatchObject({ failures: 0, lastFault: null });
	});

	test("counts as failed once if cut off or missing", async () => {
		for (const broken of [{ cutOff: buildRoundResponse() }, { noResponse: true }] satisfies AflAnswer[]) {
			answers = { [rounds]: broken };
			const { feed, poll } = createPoller();
			await poll();
			expect(feed.health?.().failures).toBe(1);
		}
	});

	test("has an unknown club listed as a problem, without quarantine", async () => {
		const round = JSON.parse(buildRoundResponse("CONCLUDED"));
		const [item] = round.items;
		const another = { ...item, match: { ...item.match, matchId: "CD_M20250140109", homeTeamId: "CD_T777" } };
		answers = { [rounds]: { body: JSON.stringify({ ...round, items: [item, another] }) } };
		await createPoller().poll();
		const last = await database.db.selectFrom("feed_payloads").selectAll().orderBy("id", "desc").executeTakeFirst();
		expect(last?.faults).toEqual(["squad CD_T777 is unknown"]);
		expect(last?.verdict).not.toBe("quarantined");
	});

	test("ends a match that was over before, once stats arrive", async () => {
		const name = "CD_M20250140201";
		const round = buildRoundResponse()
			.replaceAll(MATCH_NAME, name)
			.replace("2025-03-13T08:30:00.000", "2025-05-12T08:30:00.000");
		answers = { "/cfs/afl/matchItems/round/CD_R202501402": { body: round } };
		clocks.set(START + 60 * 24 * HOUR_MS + 5 * HOUR_MS);
		const { poll } = createPoller();
		const getMatch = () => seasons.current().rounds[1]?.matches[0];
		await poll();
		expect(getMatch()).toMatchObject({ providerId: name, status: "playing", homeScore: 62, awayScore: 47 });
		const last = await database.db.selectFrom("feed_payloads").selectAll().orderBy("id", "desc").executeTakeFirst();
		expect([last?.verdict, last?.faults]).toEqual([
			"applied",
			["match 12: reported as over, but kept as playing until its stats arrive"],
		]);

		answers[`/cfs/afl/playerStats/match/${name}`] = { body: buildPlayerStatsResponse(1) };
		wallTime += 60_000;
		await poll();
		expect(getMatch()).toMatchObject({ status: "complete" });
		expect(seasons.current().players.get(buildPlayerId(HOME_TEAM_ID, 2))?.scores.get(2)).toBe(92);
	});

	test("has an unexpected payload quarantined, the season unchanged", async () => {
		const { dataVersion } = seasons.current();
		answers = { [rounds]: { body: "<html>Down for maintenance</html>" } };
		await createPoller().poll();
		expect(seasons.current().dataVersion).toBe(dataVersion);
		const last = await database.db.selectFrom("feed_payloads").selectAll().orderBy("id", "desc").executeTakeFirst();
		expect([last?.verdict, last?.faults]).toEqual([
			"quarantined",
			["it is not valid JSON: truncated, or another format"],
		]);
	});
});
