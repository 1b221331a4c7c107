import { type LiveVersion, liveVersion } from "@first-bounce/contract/live";
import type { PlayerId, RoundId, TeamId } from "@first-bounce/rules/ids";
import { describe, expect, test } from "vitest";
import { createEngineHarness } from "../../../../../testing/season/engine-harness.ts";
import { createOracle, type OracleTeam } from "../../../../../testing/season/season-oracle.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	type SmallSeason,
	seedSeason,
	seedTeam,
	seedTeams,
} from "../../../../../testing/season/small-season.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { buildStatLine, createPayload, createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import type { MatchReport } from "../../stats-providers/feed.ts";
import { publishRound } from "../rounds/publish-round.ts";
import type { SeasonEngine } from "./season-engine.ts";

const harness = createEngineHarness();

/** Seeds a season of four rounds, with teams that start in rounds 1 and 2, emergencies, and captains who do not play. */
async function seedAll() {
	const season = await seedSeason(harness.database.db, { rounds: 4 });
	const random = createSeededRandom(7);
	const plans = Array.from({ length: 30 }, (_, number) => {
		const slots = drawSlots(season, random);
		const emergency = slots.slice(16, 20).filter(() => random() < 0.7);
		const startRound = number < 24 ? 1 : 2;
		// Some are completed at the same moment, and not in the order of their ids.
		const completedAt = FIRST_BOUNCE - DAY + Math.floor(random() * 3) * HOUR + (startRound - 1) * 7 * DAY;
		const [captainId = 0, viceCaptainId = 0] = slots;
		return { slots, emergency, captainId, viceCaptainId, completedAt, startRound };
	});
	const seeded = await seedTeams(harness.database.db, season, plans);
	const teams = plans.map((plan, index) => ({ ...plan, id: seeded[index]?.id ?? 0 }));
	return { season, random, teams };
}

/** Gives a team another line-up from round 3 on, as after trades. */
async function saveLineup<Team extends OracleTeam>(season: SmallSeason, random: () => number, team: Team | undefined) {
	if (!team) throw new Error("no such team");
	const slots = drawSlots(season, random);
	const [, viceCaptainId = 0, captainId = 0] = slots;
	const row = { slots, captain_id: captainId, vice_captain_id: viceCaptainId, emergency: [], bank: 0 };
	await harness.database.db
		.insertInto("lineups")
		.values({ team_id: team.id, round_id: 3, ...row })
		.execute();
	return { ...team, slots, captainId, viceCaptainId, emergency: [] };
}

const roundReports = (season: SmallSeason, roundId: RoundId, random: () => number): MatchReport[] =>
	season.listMatchesOfRound(roundId).map((match) => createRandomReport(season, match, random));
const createPayloads = (reports: readonly MatchReport[]) =>
	reports.map((report) => createPayload(`${report.matchId}`, [report]));
const getStart = (season: SmallSeason, roundId: RoundId) =>
	Math.min(...season.listMatchesOfRound(roundId).map(({ startsAt }) => startsAt));

async function readPublished(roundId: RoundId) {
	const { db } = harness.database;
	const standings = await db
		.selectFrom("standings")
		.where("round_id", "=", roundId)
		.select(["team_id", "points", "total_points", "highest_points", "overall_rank", "round_rank", "team_value"])
		.orderBy("team_id")
		.execute();
	const prices = await db
		.selectFrom("player_prices")
		.where("round_id", "=", roundId + 1)
		.select(["player_id", "price"])
		.execute();
	const round = await db.selectFrom("rounds").where("id", "=", roundId).selectAll().executeTakeFirstOrThrow();
	return {
		roundId,
		standings,
		magicNumber: round.magic_number,
		prices: new Map(prices.map(({ player_id, price }): [PlayerId, number] => [player_id, price])),
	};
}

const readAllTables = async () => {
	const tables = ["seasons", "rounds", "matches", "stat_lines", "standings", "player_prices", "teams", "lineups"];
	const rows = tables.map(
		async (table) => (await harness.database.pool.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`)).rows,
	);
	return JSON.stringify(await Promise.all(rows));
};

const listShownRanks = ({ standings }: SeasonEngine, teams: readonly { id: TeamId }[]) => {
	const view = standings.current();
	const rows = teams.map(({ id }) => [
		view.getPoints(id),
		view.getTotal(id),
		view.getOverallRank(id),
		view.getRoundRank(id),
	]);
	return { roundId: view.roundId, isLive: view.isLive, rows, order: view.overallOrder(0, 100) };
};

describe("a season played through its feed", () => {
	test("ends each round with the rules' points, ranks, values and prices (D1.9.12)", async () => {
		const { season, random, teams } = await seedAll();
		const oracle = createOracle(season);
		const engine = await harness.start();
		for (const roundId of [1, 2, 3, 4]) {
			const reports = roundReports(season, roundId, random);
			if (roundId === 3) for (const index of [0, 3, 27]) teams[index] = await saveLineup(season, random, teams[index]);
			const playing = teams.filter(({ startRound }) => startRound <= roundId);
			const expected = oracle.playRound(roundId, reports, playing);
			await harness.stepAt(getStart(season, roundId) + DAY + 3 * HOUR, createPayloads(reports));
			const live = listShownRanks(engine, playing);
			expect(live).toMatchObject({ roundId, isLive: true });
			await harness.stepAt(getStart(season, roundId) + DAY + 6 * HOUR);

			expect(await readPublished(roundId)).toEqual(expected);
			expect(listShownRanks(engine, playing)).toEqual({ ...live, isLive: false });
			expect(live.rows).toEqual(
				expected.standings.map((row) => [row.points, row.total_points, row.overall_rank, row.round_rank]),
			);
		}
		expect(engine.seasons.current().rounds.map(({ status }) => status)).toEqual(Array(4).fill("complete"));
		const [player] = engine.seasons.current().players.values();
		expect([...(player?.prices.keys() ?? [])]).toEqual([1, 2, 3, 4, 5]);
		await harness.stepAt(getStart(season, 4) + 30 * DAY);
	});

	test("shows the same points and ranks after a restart mid-round", async () => {
		const { season, random, teams } = await seedAll();
		const first = await harness.start();
		await harness.stepAt(getStart(season, 1) + 2 * DAY, createPayloads(roundReports(season, 1, random)));
		const [match] = roundReports(season, 2, random);
		await harness.stepAt(getStart(season, 2) + HOUR, createPayloads(match ? [{ ...match, status: "playing" }] : []));
		const before = listShownRanks(first, teams);
		const second = await harness.start();
		expect(before).toMatchObject({ roundId: 2, isLive: true });
		expect(listShownRanks(second, teams)).toEqual(before);
	});

	test("counts a line-up that is saved during the round", async () => {
		const { season, teams } = await seedAll();
		const engine = await harness.start();
		const [team] = teams;
		const star = season.players.find(({ id, squadId }) => squadId === 11 && !team?.slots.includes(id));
		const [match] = season.listMatchesOfRound(1);
		const stats = buildStatLine({ K: 20 });
		const lines = star ? [{ playerId: star.id, squadId: star.squadId, stats }] : [];
		await harness.stepAt(FIRST_BOUNCE + HOUR, createPayloads([{ matchId: match?.id ?? 0, status: "playing", lines }]));
		expect(engine.standings.current().getPoints(team?.id ?? 0)).toBe(0);
		await harness.database.db
			.updateTable("lineups")
			.where("team_id", "=", team?.id ?? 0)
			.set({ slots: [star?.id ?? 0, ...(team?.slots.slice(1) ?? [])], captain_id: star?.id ?? 0, emergency: [] })
			.execute();
		engine.standings.rescoreTeam(team?.id ?? 0);
		await engine.standings.refresh();
		expect(engine.standings.current().getPoints(team?.id ?? 0)).toBe(120);
		expect(engine.standings.current().getOverallRank(team?.id ?? 0)).toBe(1);
	});
});

describe("publication", () => {
	test("waits for corrections, and then happens exactly once", async () => {
		const { season, random } = await seedAll();
		const engine = await harness.start();
		const end = getStart(season, 1) + DAY + 2 * HOUR;
		await harness.stepAt(end, createPayloads(roundReports(season, 1, random)));
		await harness.stepAt(end + 119 * 60_000);
		expect(engine.seasons.current().rounds[0]?.status).toBe("playing");
		await harness.stepAt(end + 120 * 60_000);
		expect(engine.seasons.current().rounds[0]?.status).toBe("complete");

		const after = await readAllTables();
		await harness.stepAt(end + 121 * 60_000);
		expect(await publishRound(harness.database, season.id, 1, end)).toBe(false);
		expect(await readAllTables()).toBe(after);
	});

	test("by two processes at once happens once", async () => {
		const { season, random } = await seedAll();
		const [one, two] = [await harness.start(), await harness.start()];
		const end = getStart(season, 1) + DAY + 2 * HOUR;
		await harness.stepAt(end, createPayloads(roundReports(season, 1, random)));
		const both = await Promise.all([1, 2].map(() => publishRound(harness.database, season.id, 1, end)));
		expect(both.toSorted()).toEqual([false, true]);
		await Promise.all([one, two].map((engine) => engine.seasons.refresh()));
		expect([one, two].map((engine) => engine.seasons.current().rounds[0]?.status)).toEqual(["complete", "complete"]);
	});

	test("that fails halfway changes nothing, and succeeds once the cause is gone", async () => {
		const { season, random } = await seedAll();
		await harness.start();
		const end = getStart(season, 1) + DAY + 2 * HOUR;
		await harness.stepAt(end, createPayloads(roundReports(season, 1, random)));
		await harness.database.pool.query("CREATE TABLE standings_1_1_prepared ()");
		const before = await readAllTables();
		await expect(harness.stepAt(end + 2 * HOUR)).rejects.toThrow("already exists");
		expect(await readAllTables()).toBe(before);
		await harness.database.pool.query("DROP TABLE standings_1_1_prepared");
		// Its next attempt is due a second later.
		await waitFor(async () => {
			await harness.stepAt(end + 2 * HOUR);
			expect((await readPublished(1)).standings).toHaveLength(24);
		});
	});

	test("is refused while a match of the round is not complete", async () => {
		const { season, random } = await seedAll();
		await harness.start();
		const [first] = roundReports(season, 1, random);
		await harness.stepAt(getStart(season, 1) + 9 * DAY, createPayloads(first ? [first] : []));
		const before = await readAllTables();
		expect(await publishRound(harness.database, season.id, 1, getStart(season, 1) + 9 * DAY)).toBe(false);
		expect(await readAllTables()).toBe(before);
	});

	test("that puts a team over the cap delays its start", async () => {
		const season = await seedSeason(harness.database.db, { rounds: 4 });
		const random = createSeededRandom(3);
		const slots = drawSlots(season, random);
		const cost = slots.reduce((sum, id) => sum + (season.players.find((player) => player.id === id)?.cost ?? 0), 0);
		await harness.database.db
			.updateTable("seasons")
			.set({ rules: JSON.stringify({ ...season.rules, salaryCap: cost + 1000 }) })
			.execute();
		const team = await seedTeam(harness.database.db, season, { slots, startRound: 2, bank: 1000 });
		const engine = await harness.start();
		const playRound = async (roundId: RoundId, kicks: (id: PlayerId) => number) => {
			const reports = season.listMatchesOfRound(roundId).map(({ id, homeSquadId, awaySquadId }): MatchReport => {
				const players = season.players.filter(({ squadId }) => squadId === homeSquadId || squadId === awaySquadId);
				const lines = players.map((player) => ({
					playerId: player.id,
					squadId: player.squadId,
					stats: buildStatLine({ K: kicks(player.id) }),
				}));
				return { matchId: id, status: "complete", lines };
			});
			await harness.stepAt(getStart(season, roundId) + DAY + 3 * HOUR, createPayloads(reports));
			await harness.stepAt(getStart(season, roundId) + DAY + 6 * HOUR);
		};
		const readStored = async () =>
			(
				await harness.database.pool.query(
					"SELECT start_round_id, bank FROM teams JOIN lineups ON team_id = id AND team_id = $1",
					[team.id],
				)
			).rows[0];

		await playRound(1, (id) => (slots.includes(id) ? 14 : 10));
		const storedTeam = await readStored();
		expect(storedTeam).toMatchObject({ start_round_id: 2 });
		expect(storedTeam.bank).toBeLessThan(0);
		await playRound(2, (id) => (slots.includes(id) ? 0 : 20));
		expect(engine.standings.current().getOverallRank(team.id)).toBeNull();
		const fits = await readStored();
		expect(fits).toMatchObject({ start_round_id: 3 });
		expect(fits.bank).toBeGreaterThanOrEqual(0);
		await playRound(3, () => 10);
		expect(engine.standings.current().getOverallRank(team.id)).toBe(1);
	});
});

test("the first stat of a round sends one message with changes", async () => {
	const { season, random } = await seedAll();
	const engine = await harness.start();
	await harness.stepAt(FIRST_BOUNCE - HOUR);
	const messages: LiveVersion[] = [];
	engine.liveUpdates.onVersion((message) => messages.push(liveVersion.parse(message)));
	const [report] = roundReports(season, 1, random);
	await harness.stepAt(FIRST_BOUNCE - HOUR + 1, createPayloads(report ? [{ ...report, status: "playing" }] : []));
	await harness.stepAt(FIRST_BOUNCE - HOUR + 2);
	const changed = ["rounds", "players", "matches/101", "matches/102"];
	expect(messages).toMatchObject([{ changed, standings: true, liveRoundId: 1 }]);
	const { checksums, version } = engine.liveUpdates.getCurrent();
	expect(messages[0]).toMatchObject({ checksums, version });
});

test("a roster update between rounds does not re-rank teams", async () => {
	const { season, random } = await seedAll();
	const engine = await harness.start();
	await harness.stepAt(getStart(season, 1) + 2 * DAY, createPayloads(roundReports(season, 1, random)));
	await harness.stepAt(getStart(season, 1) + 2 * DAY + 3 * HOUR);
	const { version, isLive } = engine.standings.current();
	expect(isLive).toBe(false);
	const statuses = [{ playerId: 1001, status: "injured" as const }];
	await harness.stepAt(getStart(season, 1) + 3 * DAY, createPayloads([{ matchId: 201, statuses }]));
	expect(engine.seasons.current().players.get(1001)?.status).toBe("injured");
	expect(engine.standings.current().version).toBe(version);
});

test("a quarantined payload changes no live data", async () => {
	const { season, random, teams } = await seedAll();
	const engine = await harness.start();
	const reports = roundReports(season, 1, random).map((report) => ({ ...report, status: "playing" as const }));
	await harness.stepAt(FIRST_BOUNCE + DAY + HOUR, createPayloads(reports));
	const before = listShownRanks(engine, teams);
	const { checksums } = engine.files.current();
	const [first] = reports;
	const invalid = {
		...first,
		matchId: first?.matchId ?? 0,
		lines: first?.lines?.map((line) => ({ ...line, stats: buildStatLine({ K: 300 }) })),
	};
	await harness.stepAt(FIRST_BOUNCE + DAY + HOUR, [
		...createPayloads([{ matchId: invalid.matchId, lines: invalid.lines ?? [] }]),
		{ ...createPayload("x", []), body: new TextEncoder().encode("<html>502</html>") },
	]);
	expect(listShownRanks(engine, teams)).toEqual(before);
	expect(engine.files.current().checksums).toEqual(checksums);
	const verdicts = await harness.database.db.selectFrom("feed_payloads").select("verdict").orderBy("id").execute();
	expect(verdicts.map(({ verdict }) => verdict)).toEqual(["applied", "applied", "quarantined", "quarantined"]);
});
