import { seasonReport, showSeasonReport } from "@first-bounce/contract/stats/season-report";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createStandingsTable } from "../../../../../testing/season/play-rounds.ts";
import { createSeededRandom, drawSlots, seedTeam } from "../../../../../testing/season/small-season.ts";
import { type Client, createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import { buildStatRow } from "../../seasons/current/stat-line.ts";

let app: TestApp;
let ownClient: Client;
let slots: readonly number[];
let teamId = 0;
const ROUND = 1;
const BANK = 90_000;
/** An account may request 60 reports a minute, and the solver can take half a minute on a busy machine. */
const WAIT = { timeout: 25_000, interval: 1_000 };

/** Plays round 1. Each player of its squads scores three points per kick, with a number of kicks that depends on her id. */
async function playRound() {
	const { db } = app.database;
	const matches = app.season.listMatchesOfRound(ROUND);
	const lines = matches.flatMap((match) =>
		app.season.players
			.filter(({ squadId }) => [match.homeSquadId, match.awaySquadId].includes(squadId))
			.map(({ id, squadId }) =>
				buildStatRow({
					seasonId: app.season.id,
					matchId: match.id,
					playerId: id,
					squadId,
					stats: { ...EMPTY_STAT_LINE, K: (id * 7) % 31, TOG: 80 },
				}),
			),
	);
	await db.insertInto("stat_lines").values(lines).execute();
	await db.updateTable("matches").set({ status: "complete" }).where("round_id", "=", ROUND).execute();
	await db
		.updateTable("rounds")
		.set({ status: "complete", published_at: new Date() })
		.where("id", "=", ROUND)
		.execute();
	await createStandingsTable(db, app.season, ROUND);
	await db
		.insertInto("standings")
		.values({
			season_id: app.season.id,
			round_id: ROUND,
			team_id: teamId,
			points: 1,
			round_rank: 1,
			total_points: 1,
			highest_points: 1,
			overall_rank: 1,
			team_value: 1,
		})
		.execute();
	await db.transaction().execute((trx) => incrementDataVersion(trx, app.season.id));
	await app.seasons.refresh();
}

beforeAll(async () => {
	app = await createTestApp();
	slots = drawSlots(app.season, createSeededRandom(5));
	const team = await seedTeam(app.database.db, app.season, { slots, bank: BANK });
	teamId = team.id;
	ownClient = app.as(await app.getToken(team.userId));
});
afterAll(() => app.close());

const getReport = async (client = ownClient) => (await client(showSeasonReport, {})).report;

test("a team without a finished round has an empty report", async () => {
	expect(await getReport()).toMatchObject({ teamId, rounds: [], trades: [], pending: 0, totals: { points: 0 } });
	const newcomer = await createManager(app);
	expect((await getReport(newcomer.client)).rounds).toEqual([]);
});

test("best teams are computed in the background and stored", async () => {
	await playRound();
	const first = await getReport();
	expect(first.rounds.map(({ roundId, bestOfSquad }) => [roundId, bestOfSquad])).toEqual([[ROUND, null]]);
	expect(first.pending).toBe(1);
	await vi.waitFor(async () => expect((await getReport()).pending).toBe(0), WAIT);
	const done = await getReport();
	expect(seasonReport.parse(done)).toEqual(done);
	const [round] = done.rounds;
	const { bestOfSquad, bestUnderCap } = round ?? {};
	const listIds = (team: NonNullable<typeof bestOfSquad>) =>
		[...Object.values(team.lineup).flat(), ...Object.values(team.bench).flat(), team.utilityId].toSorted(
			(a, b) => a - b,
		);
	expect(bestOfSquad && listIds(bestOfSquad)).toEqual(slots.toSorted((a, b) => a - b));
	expect(bestOfSquad?.points).toBeGreaterThanOrEqual(round?.points ?? Number.POSITIVE_INFINITY);
	expect(bestUnderCap?.points).toBeGreaterThan(bestOfSquad?.points ?? Number.POSITIVE_INFINITY);
	const value = slots.reduce((sum, id) => sum + (app.season.players.find((player) => player.id === id)?.cost ?? 0), 0);
	expect(bestUnderCap?.cost).toBeLessThanOrEqual(value + BANK);
	const { byLine, captaincy, points } = done.totals;
	expect(Object.values(byLine).reduce((sum, lineScore) => sum + lineScore, captaincy)).toBe(points);
});

test("the best teams of a round are computed again after a correction", async () => {
	const { db } = app.database;
	await db.updateTable("rounds").set({ revision: 1 }).where("id", "=", ROUND).execute();
	await db.transaction().execute((trx) => incrementDataVersion(trx, app.season.id));
	await app.seasons.refresh();
	expect((await getReport()).pending).toBe(1);
	await vi.waitFor(async () => expect((await getReport()).pending).toBe(0), WAIT);
});
