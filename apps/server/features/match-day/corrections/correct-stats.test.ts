import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { expect, test } from "vitest";
import { createEngineHarness } from "../../../../../testing/season/engine-harness.ts";
import { createOracle } from "../../../../../testing/season/season-oracle.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	type SmallSeason,
	seedSeason,
	seedTeams,
} from "../../../../../testing/season/small-season.ts";
import { getRefusalCode } from "../../../../../testing/server/failure.ts";
import { recordQueries } from "../../../../../testing/server/record-queries.ts";
import { buildStatLine, createPayload, createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import type { MatchReport } from "../../stats-providers/feed.ts";
import type { SeasonEngine } from "../engine/season-engine.ts";
import { correctStats, previewCorrections } from "./correct-stats.ts";
import { rerunPrices, reviewPrices } from "./rerun-prices.ts";
import type { StatCorrection } from "./validate-correction.ts";

const harness = createEngineHarness();
const auditContext = { actor: "operator:1", reason: "The tackle was another player's" };
let engine: SeasonEngine;

const stepAt = (seasonAt: number, reports: readonly MatchReport[] = []): Promise<void> =>
	harness.stepAt(
		seasonAt,
		reports.map((report) => createPayload(`${report.matchId}`, [report])),
	);
const getStart = (season: SmallSeason, roundId: RoundId) =>
	Math.min(...season.listMatchesOfRound(roundId).map(({ startsAt }) => startsAt));

/** Plays and publishes this many rounds of a season of four, with twenty teams, some of which start in round 2. */
async function playSeason(rounds: number) {
	const season = await seedSeason(harness.database.db, { rounds: 4 });
	const random = createSeededRandom(11);
	const plans = Array.from({ length: 20 }, (_, number) => {
		const slots = drawSlots(season, random);
		const startRound = number < 15 ? 1 : 2;
		const [captainId = 0, viceCaptainId = 0] = slots;
		const completedAt = FIRST_BOUNCE - DAY + (startRound - 1) * 7 * DAY;
		return { slots, captainId, viceCaptainId, completedAt, startRound, emergency: slots.slice(16, 20) };
	});
	const seeded = await seedTeams(harness.database.db, season, plans);
	const teams = plans.map((plan, index) => ({ ...plan, id: seeded[index]?.id ?? 0 }));
	engine = await harness.start();
	const reports = new Map<RoundId, MatchReport[]>();
	for (let round = 1; round <= 4; round++)
		reports.set(
			round,
			season.listMatchesOfRound(round).map((match) => createRandomReport(season, match, random)),
		);
	for (let round = 1; round <= rounds; round++) {
		await stepAt(getStart(season, round) + DAY + 3 * HOUR, reports.get(round));
		await stepAt(getStart(season, round) + DAY + 6 * HOUR);
	}
	return { season, teams, reports };
}
type SeasonSetup = Awaited<ReturnType<typeof playSeason>>;

/** Computes the season with the rules alone, with one changed stat line in round 1. */
function computeByRules({ season, teams, reports }: SeasonSetup, rounds: number, matchId: number, changed: PlayerId) {
	const oracle = createOracle(season);
	return Array.from({ length: rounds }, (_, index) => {
		const round = index + 1;
		const changedReports = (reports.get(round) ?? []).map((report) =>
			report.matchId !== matchId
				? report
				: {
						...report,
						lines: (report.lines ?? []).map((line) =>
							line.playerId === changed ? { ...line, stats: buildStatLine({ K: 40 }) } : line,
						),
					},
		);
		return oracle.playRound(
			round,
			changedReports,
			teams.filter(({ startRound }) => startRound <= round),
		);
	});
}

const readStandings = async (roundId: RoundId) =>
	harness.database.db
		.selectFrom("standings")
		.where("round_id", "=", roundId)
		.select(["team_id", "points", "total_points", "highest_points", "overall_rank", "round_rank"])
		.orderBy("team_id")
		.execute();
const readPrices = async () =>
	JSON.stringify(
		await harness.database.db
			.selectFrom("player_prices")
			.selectAll()
			.orderBy("round_id")
			.orderBy("player_id")
			.execute(),
	);
const omitTeamValue = ({ team_value: _, ...row }: { team_value: number }) => row;

/** Finds a player of round 1 whom many teams have on the field. */
function findPopularPlayer({ season, teams, reports }: SeasonSetup): {
	matchId: number;
	playerId: PlayerId;
	squadId: number;
} {
	const countTeamsWith = (id: PlayerId) => teams.filter(({ slots }) => slots.slice(0, 16).includes(id)).length;
	const lines = (reports.get(1) ?? []).flatMap(({ matchId, lines = [] }) =>
		lines.map((line) => ({ ...line, matchId })),
	);
	const [mostPopular] = lines.toSorted((a, b) => countTeamsWith(b.playerId) - countTeamsWith(a.playerId));
	if (!mostPopular || !season) throw new Error("no player");
	return mostPopular;
}

test("a correction after publication re-scores that and later rounds only", async () => {
	const played = await playSeason(3);
	const { matchId, playerId } = findPopularPlayer(played);
	const before = await readPrices();
	const correction = { matchId, lines: [{ playerId, stats: buildStatLine({ K: 40 }) }] };
	const expected = computeByRules(played, 3, matchId, playerId);

	const preview = await previewCorrections(harness.database, [correction]);
	const unchanged = await readStandings(3);
	const effect = await correctStats(harness.database, correction, auditContext);
	expect(effect).toEqual(preview);
	expect(unchanged).not.toEqual(await readStandings(3));

	for (const { roundId, standings: rows } of expected)
		expect(await readStandings(roundId)).toEqual(rows.map((row) => ({ ...omitTeamValue(row) })));
	expect(await readPrices()).toBe(before);
	await engine.seasons.refresh();
	await engine.liveUpdates.refresh();
	const view = engine.standings.current();
	const last = expected[2]?.standings ?? [];
	expect(last.map(({ team_id }) => view.getOverallRank(team_id))).toEqual(last.map((row) => row.overall_rank));
	const [audit] = await harness.database.db
		.selectFrom("audit")
		.where("action", "=", "stats-corrected")
		.selectAll()
		.execute();
	expect(audit).toMatchObject({
		actor: auditContext.actor,
		reason: auditContext.reason,
		subject: `match:1:${matchId}`,
		after: { lines: [{ playerId, stats: { K: 40 } }], roundId: 1, isPublished: true },
	});
});

test("a preview lists changed teams and ranks and saves nothing", async () => {
	const played = await playSeason(2);
	const { matchId, playerId } = findPopularPlayer(played);
	const holders = played.teams.filter(({ slots }) => slots.slice(0, 16).includes(playerId)).map(({ id }) => id);
	const tables = ["seasons", "rounds", "stat_lines", "standings", "player_prices", "stat_corrections", "audit"];
	const readTables = async () =>
		JSON.stringify(
			await Promise.all(
				tables.map(
					async (table) => (await harness.database.pool.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`)).rows,
				),
			),
		);
	const before = await readTables();
	const effect = await previewCorrections(harness.database, [
		{
			matchId,
			lines: [{ playerId, stats: buildStatLine({ K: 40 }) }],
		},
	]);
	expect(await readTables()).toBe(before);
	expect(effect).toMatchObject({ roundId: 1, isPublished: true, players: [{ playerId, after: 120 }], prices: null });
	expect(effect.rounds.map(({ roundId }) => roundId)).toEqual([1, 2]);
	const [first] = effect.rounds;
	const touched = new Set(
		first?.moves.filter((move) => move.pointsBefore !== move.pointsAfter).map((move) => move.teamId),
	);
	for (const id of holders.filter((team) =>
		played.teams.some((playedTeam) => playedTeam.id === team && playedTeam.startRound === 1),
	))
		expect(touched).toContain(id);
	expect(first?.teamsTouched).toBe(touched.size);
});

test("totals during a round add to corrected earlier totals", async () => {
	const played = await playSeason(2);
	const { matchId, playerId } = findPopularPlayer(played);
	const live = (played.reports.get(3) ?? []).map((report) => ({ ...report, status: "playing" as const }));
	await stepAt(getStart(played.season, 3) + HOUR, live.slice(0, 1));
	await correctStats(
		harness.database,
		{ matchId, lines: [{ playerId, stats: buildStatLine({ K: 40 }) }] },
		auditContext,
	);
	await engine.seasons.refresh();
	await engine.liveUpdates.refresh();
	const totals = new Map((await readStandings(2)).map((row) => [row.team_id, row.total_points]));
	const view = engine.standings.current();
	expect(view.isLive).toBe(true);
	for (const { id } of played.teams)
		expect(view.getTotal(id)).toBe((totals.get(id) ?? 0) + (view.getPoints(id) ?? Number.NaN));
});

test("a correction of the score alone reads no elimination leagues", async () => {
	const { matchId, playerId } = findPopularPlayer(await playSeason(1));
	const countReads = async (lines: StatCorrection["lines"]) => {
		const correction = { matchId, lines, score: { home: 99, away: 98 } };
		const texts = await recordQueries(() => previewCorrections(harness.database, [correction]));
		return texts.filter((text) => /from "leagues" where .*"type" =/.test(text)).length;
	};
	expect(await countReads([{ playerId, stats: buildStatLine({ K: 40 }) }])).toBe(1);
	expect(await countReads([])).toBe(0);
});

test("a correction during a round counts at once and stays", async () => {
	const played = await playSeason(0);
	const { matchId, playerId } = findPopularPlayer(played);
	const reports = (played.reports.get(1) ?? []).map((report) => ({ ...report, status: "playing" as const }));
	await stepAt(FIRST_BOUNCE + HOUR, reports);
	const getPoints = () => engine.seasons.current().players.get(playerId)?.scores.get(1);
	await correctStats(
		harness.database,
		{ matchId, lines: [{ playerId, stats: buildStatLine({ K: 40 }) }] },
		auditContext,
	);
	await engine.seasons.refresh();
	expect(getPoints()).toBe(120);
	const continued = reports.map((report) => ({ ...report, minutes: 50, homeScore: 90 }));
	await stepAt(FIRST_BOUNCE + HOUR + 1, continued);
	expect(engine.seasons.current().rounds[0]?.matches[0]?.minutes).toBe(50);
	expect(getPoints()).toBe(120);
});

test("re-running a round's prices makes next trades final, banks unchanged", async () => {
	const played = await playSeason(2);
	const { db } = harness.database;
	const [line] = played.reports.get(2)?.[0]?.lines ?? [];
	const matchId = played.reports.get(2)?.[0]?.matchId ?? 0;
	const playerId = line?.playerId ?? 0;
	const trade = { price_in: 1, price_out: 1, made_at: new Date(), slot: 1, player_in_id: 1, player_out_id: 2 };
	await db
		.insertInto("trades")
		.values(
			[2, 3].map((round_id, index) => ({ ...trade, round_id, slot: index + 1, team_id: played.teams[0]?.id ?? 0 })),
		)
		.execute();
	await correctStats(
		harness.database,
		{ matchId, lines: [{ playerId, stats: buildStatLine({ K: 40 }) }] },
		auditContext,
	);
	await engine.seasons.refresh();
	const before = await readPrices();
	const listBanks = () => db.selectFrom("lineups").select(["team_id", "round_id", "bank"]).orderBy("team_id").execute();
	const banksBefore = await listBanks();
	const review = reviewPrices(engine.seasons.current(), 2);
	expect(review.changes.map((change) => change.playerId)).toContain(playerId);
	expect(await rerunPrices(harness.database, 2, auditContext, getStart(played.season, 2) + 3 * DAY)).toEqual(review);
	expect(await readPrices()).not.toBe(before);
	const snapshot = await engine.seasons.refresh();
	for (const { playerId: id, after } of review.changes) expect(snapshot.players.get(id)?.cost).toBe(after);
	expect(reviewPrices(snapshot, 2).changes).toEqual([]);
	const trades = await db.selectFrom("trades").select(["round_id", "is_final"]).orderBy("round_id").execute();
	expect(trades).toEqual([
		{ round_id: 2, is_final: false },
		{ round_id: 3, is_final: true },
	]);
	expect(await listBanks()).toEqual(banksBefore);
	const teamValues = await db
		.selectFrom("standings")
		.where("round_id", "=", 2)
		.select(["team_id", "team_value"])
		.execute();
	for (const { team_id, team_value } of teamValues) {
		const slots = played.teams.find(({ id }) => id === team_id)?.slots ?? [];
		expect(team_value).toBe(slots.reduce((sum, id) => sum + (snapshot.players.get(id)?.cost ?? 0), 0));
	}
});

test.each([
	["of an unknown match", { matchId: 9, lines: [] }, "match-unknown"],
	["of a player in neither squad", { matchId: 101, lines: [{ playerId: 1060, stats: null }] }, "not-in-match"],
	[
		"to a negative count",
		{ matchId: 101, lines: [{ playerId: 1001, stats: buildStatLine({ K: -1 }) }] },
		"wrong-count",
	],
	[
		"to impossible stats",
		{ matchId: 101, lines: [{ playerId: 1001, stats: buildStatLine({ K: 501 }) }] },
		"impossible-points",
	],
	["that changes nothing", { matchId: 101, lines: [{ playerId: 1001, stats: null }] }, "nothing-corrected"],
])("a correction %s is refused", async (_, correction, code) => {
	await playSeason(0);
	expect(await getRefusalCode(correctStats(harness.database, correction, auditContext))).toBe(code);
});

test("a whole match is corrected at once, or nothing is (D1.9.86)", async () => {
	const { season } = await playSeason(0);
	const squads = [11, 12];
	const lines = season.players
		.filter(({ squadId }) => squads.includes(squadId))
		.map(({ id }, index) => ({ playerId: id, stats: buildStatLine({ K: index + 1 }) }));
	expect(lines).toHaveLength(24);
	const countLines = async () => (await harness.database.db.selectFrom("stat_lines").selectAll().execute()).length;
	const invalidLines = lines.with(23, { playerId: lines[23]?.playerId ?? 0, stats: buildStatLine({ TOG: 101 }) });
	const refused = correctStats(harness.database, { matchId: 101, lines: invalidLines }, auditContext);
	expect([await getRefusalCode(refused), await countLines()]).toEqual(["wrong-count", 0]);
	const { players } = await correctStats(harness.database, { matchId: 101, lines }, auditContext);
	expect([players.length, players[0]?.after, players[23]?.after, await countLines()]).toEqual([24, 3, 72, 24]);
});

test("prices can be re-run only after the last published round", async () => {
	const played = await playSeason(2);
	const tryRerun = (roundId: RoundId) =>
		getRefusalCode(rerunPrices(harness.database, roundId, auditContext, getStart(played.season, 3)));
	expect([await tryRerun(1), await tryRerun(3), await tryRerun(9)]).toEqual([
		"prices-superseded",
		"round-not-published",
		"round-unknown",
	]);
});
