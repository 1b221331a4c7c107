import { HOUR_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import {
	buildPlayerId,
	buildPlayerStatsResponse,
	buildRoundResponse,
	HOME_TEAM_ID,
	MATCH_NAME,
} from "../../../../../testing/stats-providers/afl-api-answers.ts";
import { AFL_START, seedAflSeason } from "../../../../../testing/stats-providers/afl-api-season.ts";
import type { Database } from "../../../db/open.ts";
import { updateMatch } from "../../match-day/match-changes/queries.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../../seasons/current/season-holder.ts";
import { buildUploadPayload } from "../csv/csv-feed.ts";
import type { FeedPayload } from "../feed.ts";
import { createPayloadParser } from "../season-feed.ts";
import { listListingProblems } from "./listing-queries.ts";
import { processPayload } from "./process-payload.ts";

const ROUND_1 = "CD_R202501401";
const ROUND_2 = "CD_R202501402";
const PLAYER = buildPlayerId(HOME_TEAM_ID, 2);

let database: Database;
let seasons: SeasonHolder;
const clocks = createFixedClocks(AFL_START);

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
	clocks.set(AFL_START + 3 * HOUR_MS);
	await database.pool.query("TRUNCATE seasons, audit CASCADE");
	await seedAflSeason(database.db);
	await database.pool.query(`UPDATE matches SET provider_id = '${MATCH_NAME}' WHERE id = 11;
		UPDATE matches SET provider_id = 'CD_M20250140201' WHERE id = 12`);
	seasons = await createSeasonHolder(database.db, { on: () => () => false });
});

async function process(payload: FeedPayload) {
	const feed = { parse: createPayloadParser(seasons.current) };
	const intake = await processPayload(payload, feed, { db: database.db, currentSeason: seasons.current, clocks });
	await seasons.refresh();
	return intake;
}
const processAnswer = (kind: FeedPayload["kind"], subject: string, content: unknown) =>
	process({ source: "afl-api", kind, subject, body: new TextEncoder().encode(JSON.stringify(content)) });
const findMatch = (id: number) =>
	seasons
		.current()
		.rounds.flatMap(({ matches }) => matches)
		.find((match) => match.id === id);
const getKicks = (matchId: number) => findMatch(matchId)?.lines.find(({ playerId }) => playerId === PLAYER)?.stats.K;
const listProblems = async () =>
	(await listListingProblems(database.db, 1)).map(({ matchId, kind, status, listedRound }) => [
		matchId,
		kind,
		status,
		listedRound,
	]);
const buildRound = (status: string) => JSON.parse(buildRoundResponse(status));
const buildStats = (furtherKicks = 0) => JSON.parse(buildPlayerStatsResponse(furtherKicks));

describe("a match that the provider reports as over without stats", () => {
	test("stays open as one task until both clubs' stats arrive", async () => {
		await processAnswer("round", ROUND_1, buildRound("CONCLUDED"));
		expect(findMatch(11)?.status).toBe("playing");
		expect(await listProblems()).toEqual([[11, "no-stats", "CONCLUDED", 1]]);
		await processAnswer("match-stats", MATCH_NAME, { ...buildStats(), awayTeamPlayerStats: null });
		await processAnswer("round", ROUND_1, { ...buildRound("CONCLUDED"), roundId: "again" });
		expect(findMatch(11)?.status).toBe("playing");
		await processAnswer("match-stats", MATCH_NAME, buildStats());
		await processAnswer("round", ROUND_1, buildRound("CONCLUDED"));
		expect(findMatch(11)?.status).toBe("complete");
		expect(await listProblems()).toEqual([]);
	});

	test("stays open if all of its counts are 0", async () => {
		const content = buildStats();
		for (const { playerStats } of [...content.homeTeamPlayerStats, ...content.awayTeamPlayerStats])
			Object.assign(playerStats, { stats: { kicks: 0, goals: 0 }, timeOnGroundPercentage: 0 });
		await processAnswer("match-stats", MATCH_NAME, content);
		await processAnswer("round", ROUND_1, buildRound("CONCLUDED"));
		expect(findMatch(11)?.status).toBe("playing");
		expect(await listProblems()).toEqual([[11, "no-stats", "CONCLUDED", 1]]);
	});
});

describe("stats that were cut off do not end their match", () => {
	const header =
		"match_id,round_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage,match_status";
	const buildRows = (squadId: number, count: number) =>
		Array.from(
			{ length: count },
			(_, index) => `11,1,${buildPlayerId(squadId, index + 1)},${squadId},${index + 1},0,0,0,0,0,0,0,0,80,complete`,
		);
	const upload = (name: string, home: number, away: number) => {
		const rows = [...buildRows(9001, home), ...buildRows(9002, away)];
		return process(buildUploadPayload(name, Buffer.from([header, ...rows].join("\n"))));
	};
	test.each([
		["of one club", 5, 0, ["of only 5 players of squad 9001", "of squad 9002"]],
		["of both clubs", 21, 3, ["of only 3 players of squad 9002"]],
	])("in a file with some players %s", async (_, home, away, problems) => {
		const { verdict, problems: found } = await upload("cut.csv", home, away);
		expect(verdict).toBe("quarantined");
		expect(found).toHaveLength(problems.length);
		for (const problem of problems) expect(found).toContainEqual(expect.stringContaining(problem));
		expect(findMatch(11)?.status).toBe("scheduled");
	});

	test("in the provider's answers", async () => {
		const stats = buildStats();
		await processAnswer("match-stats", MATCH_NAME, {
			...stats,
			awayTeamPlayerStats: stats.awayTeamPlayerStats.slice(0, 3),
		});
		await processAnswer("round", ROUND_1, buildRound("CONCLUDED"));
		expect(findMatch(11)?.status).toBe("playing");
		expect(await listProblems()).toEqual([[11, "no-stats", "CONCLUDED", 1]]);
	});
});

describe("a match that is not played as planned", () => {
	test.each(["POSTPONED", "CANCELLED", "ABANDONED"])("is a task while the provider reports %s", async (status) => {
		await processAnswer("round", ROUND_1, buildRound(status));
		expect(await listProblems()).toEqual([[11, "other-status", status, 1]]);
		await processAnswer("round", ROUND_1, buildRound("SCHEDULED"));
		expect(await listProblems()).toEqual([]);
	});

	test("is a task once its round no longer lists it", async () => {
		const round = buildRound("SCHEDULED");
		const [item] = round.items;
		const next = {
			...item,
			match: { ...item.match, matchId: "CD_M20250140201", date: "2025-05-12T08:30:00.000+0000" },
		};
		await processAnswer("round", ROUND_1, round);
		await processAnswer("round", ROUND_1, { ...round, items: [next] });
		expect((await listProblems())[0]).toEqual([11, "not-listed", "", 1]);
		await processAnswer("round", ROUND_1, { ...round, roundId: "again" });
		expect((await listProblems()).filter(([matchId]) => matchId === 11)).toEqual([]);
	});

	test("is one task until an operator moves the match", async () => {
		const round = buildRound("SCHEDULED");
		const [item] = round.items;
		const next = {
			...item,
			match: { ...item.match, matchId: "CD_M20250140201", date: "2025-05-12T08:30:00.000+0000" },
		};
		const both = { ...round, items: [item, next] };
		await processAnswer("round", ROUND_2, both);
		expect(await listProblems()).toEqual([[11, "other-round", "SCHEDULED", 2]]);
		await updateMatch(database.db, 1, 11, { roundId: 2 });
		await database.pool.query("UPDATE seasons SET data_version = data_version + 1");
		await seasons.refresh();
		await processAnswer("round", ROUND_1, buildRound("POSTPONED"));
		await processAnswer("round", ROUND_2, { ...both, roundId: "again" });
		expect(await listProblems()).toEqual([]);
	});
});

describe("stats of another time or match wait for an operator", () => {
	test("if an older answer arrives after a newer one", async () => {
		await processAnswer("match-stats", MATCH_NAME, buildStats(2));
		const older = await processAnswer("match-stats", MATCH_NAME, buildStats());
		expect([older.verdict, older.problems]).toEqual([
			"quarantined",
			["match 11: the stats of 45 players go down and those of 0 up: perhaps an older report"],
		]);
		expect(getKicks(11)).toBe(16);
	});

	test("if a half-time file is sent again after the full one", async () => {
		const header =
			"match_id,round_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage";
		const buildFile = (kicks: number) =>
			[
				header,
				...Array.from({ length: 20 }, (_, index) => `11,1,${900_101 + index},9001,${kicks + index},0,0,0,0,0,0,0,0,80`),
			].join("\n");
		const upload = (name: string, kicks: number) => process(buildUploadPayload(name, Buffer.from(buildFile(kicks))));
		await upload("half.csv", 4);
		await upload("full.csv", 8);
		expect((await upload("half.csv", 4)).verdict).toBe("unchanged");
		expect((await upload("half again.csv", 4)).verdict).toBe("quarantined");
		expect(getKicks(11)).toBe(9);
		expect((await upload("corrected.csv", 9)).verdict).toBe("applied");
	});

	test("if a round's stats are sent under the next round", async () => {
		await processAnswer("match-stats", MATCH_NAME, buildStats());
		clocks.set((findMatch(12)?.startsAt ?? 0) + HOUR_MS);
		const repeated = await processAnswer("match-stats", "CD_M20250140201", buildStats());
		expect([repeated.verdict, repeated.problems]).toEqual([
			"quarantined",
			["match 12: the stats of 45 players are the same as in match 11: perhaps those of another round"],
		]);
		expect(findMatch(12)?.lines).toEqual([]);
		expect((await processAnswer("match-stats", "CD_M20250140201", buildStats(1))).verdict).toBe("applied");
	});

	test("if a score falls by more than two goals", async () => {
		await processAnswer("round", ROUND_1, buildRound("LIVE"));
		const older = buildRound("LIVE");
		older.items[0].score.homeTeamScore.matchScore.totalScore = 40;
		const { problems } = await processAnswer("round", ROUND_1, older);
		expect(problems).toEqual(["match 11: a score falls from 62 to 40: perhaps an older report"]);
		expect(findMatch(11)?.homeScore).toBe(62);
	});
});
