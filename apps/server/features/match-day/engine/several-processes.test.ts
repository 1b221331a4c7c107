import { changeTeamCaptain } from "@first-bounce/contract/team/team-actions";
import { expect, test, vi } from "vitest";
import { createEngineHarness } from "../../../../../testing/season/engine-harness.ts";
import { createKnownManager } from "../../../../../testing/season/known-team.ts";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	seedSeason,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createTestApp } from "../../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import {
	buildStatLine,
	createPayload,
	createRandomReport,
	createTestFeed,
} from "../../../../../testing/stats-providers/test-feed.ts";
import { setClock } from "../../seasons/current/set-clock.ts";
import { createSeasonEngine } from "./season-engine.ts";

const harness = createEngineHarness();
const { engines } = harness;
const polls: number[] = [];

/** Starts another process that records its feed polls. */
const startProcess = () => {
	const number = engines.length;
	return harness.start({ onPoll: () => polls.push(number) });
};

test("one process advances the season, and another takes over", async () => {
	const season = await seedSeason(harness.database.db);
	const random = createSeededRandom(3);
	const { id } = await seedTeam(harness.database.db, season, { slots: drawSlots(season, random) });
	const [leader, other] = [await startProcess(), await startProcess()];
	polls.length = 0;
	const reports = season.listMatchesOfRound(1).map((match) => createRandomReport(season, match, random));
	const payloads = reports.map((report) => createPayload(`${report.matchId}`, [report]));
	await harness.stepAt(FIRST_BOUNCE + DAY + 3 * HOUR, payloads);
	expect([leader.isLeader(), other.isLeader(), polls]).toEqual([true, false, [0]]);
	await waitFor(() => expect(other.standings.current().isLive).toBe(true));
	await waitFor(() => expect(other.standings.current().getPoints(id)).toBe(leader.standings.current().getPoints(id)));

	await leader.close();
	engines.shift();
	await waitFor(async () => {
		await harness.stepAt(FIRST_BOUNCE + DAY + 6 * HOUR);
		expect(other.isLeader()).toBe(true);
	});
	expect(other.seasons.current().rounds[0]?.status).toBe("complete");
});

test("a process whose own clock is wrong uses the database's time (D2.9.210)", async () => {
	await seedSeason(harness.database.db);
	const getRealTime = () => performance.timeOrigin + performance.now();
	vi.useFakeTimers({ toFake: ["Date"], now: getRealTime() + 26 * HOUR });
	try {
		const { clocks, runner } = await startProcess();
		const showHoursOff = () =>
			[clocks.wallNow(), clocks.seasonNow()].map((at) => Math.round(Math.abs(at - getRealTime()) / HOUR));
		expect(showHoursOff()).toEqual([0, 0]);
		vi.setSystemTime(getRealTime() - 5 * HOUR);
		expect(showHoursOff()).toEqual([0, 0]);
		await runner.step();
		expect(showHoursOff()).toEqual([0, 0]);
	} finally {
		vi.useRealTimers();
	}
});

test("a save after the lock is refused by a slow clock's process (D2.9.210)", async () => {
	const app = await createTestApp();
	app.clocks.setWall(Date.now());
	const { client, userId } = await createKnownManager(app);
	await finishRound(app, 1);
	const token = await app.getToken(userId);
	const lockedAt = FIRST_BOUNCE + 7 * DAY;
	await setClock(app.database.db, { seasonAt: lockedAt + 60_000, speed: 1 }, Date.now());
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - HOUR });
	const feed = createTestFeed(async () => []);
	const onError = (error: unknown) => {
		throw error;
	};
	const engine = await createSeasonEngine({ database: app.database, loadFeed: async () => feed, onError });
	const slow = await app.startSecondServer({ clocks: engine.clocks });
	try {
		// 1002 is locked with the first match of round 2, 1049 a day later.
		const body = { type: "viceCaptain", newId: 1049 } as const;
		const refused = await getApiFailure(slow.as(token)(changeTeamCaptain, { body }));
		expect(refused.message).toBe("P 1002 is locked");
		// Nothing else is wrong with the change: before the lock it is saved.
		app.clocks.setSeason(lockedAt - HOUR);
		expect((await client(changeTeamCaptain, { body })).team.viceCaptainId).toBe(1049);
	} finally {
		vi.useRealTimers();
		await slow.close();
		await engine.close();
		await app.close();
	}
});

test("a line-up saved by one process counts in all of them", async () => {
	const season = await seedSeason(harness.database.db);
	const random = createSeededRandom(4);
	const team = await seedTeam(harness.database.db, season, { slots: drawSlots(season, random) });
	const [, other] = [await startProcess(), await startProcess()];
	const star = season.players.find(({ id, squadId }) => squadId === 11 && !team.slots.includes(id));
	const lines = star ? [{ playerId: star.id, squadId: 11, stats: buildStatLine({ K: 20 }) }] : [];
	await harness.stepAt(FIRST_BOUNCE + HOUR, [createPayload("101", [{ matchId: 101, status: "playing", lines }])]);
	await waitFor(() => expect(other.standings.current().getPoints(team.id)).toBe(0));

	// As saved by `accept_team_actions`: the line-up and its receipt.
	const slots = [star?.id ?? 0, ...team.slots.slice(1)];
	await harness.database.db
		.updateTable("lineups")
		.set({ slots, captain_id: star?.id ?? 0, emergency: [] })
		.execute();
	await harness.database.pool.query(
		`INSERT INTO team_actions (team_id, user_id, round_id, action, version, saved, season_at)
			VALUES ($1, $2, 1, 'swap', 1, '{}', now())`,
		[team.id, team.userId],
	);
	await other.runner.step();
	expect(other.standings.current().getPoints(team.id)).toBe(120);
});
