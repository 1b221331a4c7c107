import { previewAbandonment, showMatchDay } from "@first-bounce/contract/operator/match-day";
import { changeMatch } from "@first-bounce/contract/operator/season";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishRound, saveKicks, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import { createLeagueManagers } from "../../../../../testing/server/league-managers.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { buildManualPayload } from "../../../../../testing/stats-providers/manual-payload.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import type { FeedHealth } from "../../stats-providers/feed.ts";
import { processPayload } from "../../stats-providers/intake/process-payload.ts";
import { manualFeed } from "../../stats-providers/manual/manual-feed.ts";
import { createLiveMatchDay } from "./live-match-day.ts";

let app: TestApp;
let client: Client;
let operatorId: number;
let health: FeedHealth;

beforeEach(async () => {
	health = { lastRequestAt: FIRST_BOUNCE, lastResponseAt: FIRST_BOUNCE, failures: 0, lastFault: null };
	app = await createTestApp({ feedHealth: () => ({ source: "afl-api", health }) });
	const operator = await createTestOperator(app);
	client = operator.client;
	operatorId = operator.user.id;
});
afterEach(() => app.close());

const getMatchDay = (id: number) => client(showMatchDay, { params: { id } });
const buildKicks = (first: number, count: number, kicks: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [first + index, kicks]));
const setScore = (id: number, home: number, away: number) =>
	app.database.db.updateTable("matches").set({ home_score: home, away_score: away }).where("id", "=", id).execute();

/** Plays round 1: each club has twelve players with ten kicks, worth 30 points each. The first match ends 80 to 40. */
async function playRoundOne(): Promise<void> {
	const [first, second] = app.season.listMatchesOfRound(1);
	if (!first || !second) throw new Error("no matches");
	await saveKicks(app, first, buildKicks(1001, 24, 10));
	await saveKicks(app, second, buildKicks(1025, 24, 10));
	await setScore(first.id, 80, 40);
	await finishRound(app, 1);
}

test("the match day compares clubs with their last match and medians (D2.9.75)", async () => {
	await playRoundOne();
	// Squads 11 and 12 have a bye in round 2 and meet again in round 3.
	const [rematch] = app.season.listMatchesOfRound(3).filter(({ homeSquadId }) => homeSquadId === 11);
	if (!rematch) throw new Error("no match");
	await finishRound(app, 2);
	await app.database.db
		.updateTable("players")
		.set({ status: "playing", status_round_id: 3 })
		.where("id", "in", [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010])
		.execute();
	await saveKicks(app, rematch, { ...buildKicks(1001, 4, 5), ...buildKicks(1013, 12, 20) });
	await setMatchStatus(app, [rematch], "complete");
	const { matches } = await getMatchDay(3);
	const found = matches.find(({ match }) => match.id === rematch.id);
	expect(found?.home).toEqual({
		squadId: 11,
		players: 4,
		score: null,
		points: 60,
		named: 10,
		last: { roundId: 1, players: 12, score: 80, points: 360 },
		usual: { players: 12, score: 80, points: 360 },
		warnings: ["few-players", "few-points"],
	});
	expect(found?.away).toMatchObject({ players: 12, points: 720, named: null, warnings: ["many-points"] });
});

test("a contradictory score and missing stats get a warning (D2.9.75)", async () => {
	const [first, second] = app.season.listMatchesOfRound(1);
	if (!first || !second) throw new Error("no matches");
	await saveKicks(app, first, buildKicks(1001, 24, 10));
	await app.database.db.updateTable("stat_lines").set({ goals: 2 }).where("player_id", "in", [1001, 1013]).execute();
	await setScore(first.id, 11, 25);
	await setMatchStatus(app, [first], "complete");
	await app.database.db.updateTable("matches").set({ minutes: 12 }).where("id", "=", second.id).execute();
	await setMatchStatus(app, [second], "playing");
	const { matches } = await getMatchDay(1);
	expect(matches.map(({ home, away }) => [home.warnings, away.warnings])).toEqual([
		[["score-below-stats"], ["score-above-stats"]],
		[["no-stats"], ["no-stats"]],
	]);
});

test("every match has its feed's response, error, time and quarantine (D2.9.75)", async () => {
	const [first] = app.season.listMatchesOfRound(1);
	if (!first) throw new Error("no match");
	await app.database.db.updateTable("matches").set({ provider_id: "CD_M1" }).where("id", "=", first.id).execute();
	await incrementDataVersion(app.database.db, app.season.id);
	await app.seasons.refresh();
	health = {
		...health,
		failures: 3,
		lastFault: "/cfs/afl/playerStats/match/CD_M1: 500",
		matches: new Map([["CD_M1", { lastResponseAt: FIRST_BOUNCE - 90_000, lastFault: "CD_M1: 500" }]]),
	};
	const context = { db: app.database.db, currentSeason: app.seasons.current, clocks: app.clocks };
	const payload = buildManualPayload({ matchId: first.id, status: "playing", homeScore: -6 });
	expect((await processPayload(payload, manualFeed, context)).verdict).toBe("quarantined");
	const day = await getMatchDay(1);
	expect(day.at).toBe(new Date(FIRST_BOUNCE - DAY).toISOString());
	expect(day.feed).toEqual({ source: "afl-api", failures: 3, lastFault: health.lastFault, isRefused: false });
	expect(day.quarantined).toBe(1);
	expect(day.matches.map(({ feed }) => feed)).toEqual([
		{
			lastResponseAt: new Date(FIRST_BOUNCE - 90_000).toISOString(),
			lastFault: "CD_M1: 500",
			lastDataAt: null,
			quarantined: 1,
		},
		{
			lastResponseAt: new Date(FIRST_BOUNCE).toISOString(),
			lastFault: "/cfs/afl/playerStats/match/CD_M1: 500",
			lastDataAt: null,
			quarantined: 0,
		},
	]);
});

test("the preview of an abandonment shows its effects and deadline (D2.9.76)", async () => {
	const [first] = app.season.listMatchesOfRound(1);
	if (!first) throw new Error("no match");
	const drawnSlots = drawSlots(app.season, createSeededRandom(31));
	const team = await seedTeam(app.database.db, app.season, { slots: drawnSlots });
	const updateLineups = () => app.database.db.updateTable("lineups").where("team_id", "=", team.id);
	const { slots } = await updateLineups().set({ emergency: [] }).returning("slots").executeTakeFirstOrThrow();
	const playersOfMatch = slots.slice(0, 16).filter((id) => id >= 1001 && id <= 1024);
	const [captain = 0] = playersOfMatch;
	const [otherMatchPlayer = 0] = slots.slice(0, 16).filter((id) => id > 1024);
	await updateLineups().set({ captain_id: captain, vice_captain_id: otherMatchPlayer }).execute();
	const params = { id: first.id };
	expect(await client(previewAbandonment, { params })).toEqual({
		withStats: 0,
		withoutStats: 24,
		teams: 1,
		captains: 1,
		openUntil: new Date(FIRST_BOUNCE).toISOString(),
	});
	const { [captain]: _, ...kicksWithoutCaptain } = buildKicks(1001, 24, 10);
	await saveKicks(app, first, kicksWithoutCaptain);
	await updateLineups().set({ captain_id: otherMatchPlayer, vice_captain_id: captain }).execute();
	app.clocks.setSeason(FIRST_BOUNCE + 1);
	await setMatchStatus(app, [first], "playing");
	expect(await client(previewAbandonment, { params })).toEqual({
		withStats: 23,
		withoutStats: 1,
		teams: 1,
		captains: 0,
		openUntil: null,
	});
});

test("connected operators, and nobody else, get one event for each change (D2.9.75)", async () => {
	const [manager] = await createLeagueManagers(app, 1);
	const sent: [number, string][] = [];
	const stream = {
		listUsers: () => [operatorId, manager?.userId ?? 0],
		sendTo: (userId: number, event: string) => void sent.push([userId, event]),
	};
	const live = createLiveMatchDay(
		{
			db: app.database.db,
			seasons: app.seasons,
			stream,
			feedHealth: () => ({ source: "afl-api", health }),
		},
		(error) => {
			throw error;
		},
	);
	await live.step();
	await live.step();
	expect(sent).toEqual([[operatorId, "event: match-day\ndata: {}\n\n"]]);
	health = { ...health, failures: 1, lastFault: "timed out" };
	await live.step();
	expect(sent).toHaveLength(2);
	const [first] = app.season.listMatchesOfRound(1);
	const change = { do: "abandon" } as const;
	await client(changeMatch, { params: { id: first?.id ?? 0 }, body: { reason: "lightning", change } });
	await live.step();
	await live.step();
	expect(sent).toHaveLength(3);
});
