import type { RoundId } from "@first-bounce/rules/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	HOUR,
	type SmallSeason,
	seedSeason,
	seedTeams,
} from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { buildManualPayload } from "../../../../../testing/stats-providers/manual-payload.ts";
import { buildStatLine, createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import type { Database } from "../../../db/open.ts";
import { setMatchState } from "../../operator/season/match-state.ts";
import { setClock } from "../../seasons/current/set-clock.ts";
import type { FeedPayload } from "../../stats-providers/feed.ts";
import { acceptFaultyLine, listLineReviews } from "../../stats-providers/intake/accept-faulty-lines.ts";
import { processPayload } from "../../stats-providers/intake/process-payload.ts";
import { releasePayload } from "../../stats-providers/intake/release-payloads.ts";
import { type ManualEntry, manualFeed } from "../../stats-providers/manual/manual-feed.ts";
import { acceptLateCorrections, listLateCorrections } from "../corrections/accept-late-corrections.ts";
import { correctStats } from "../corrections/correct-stats.ts";
import { rerunPrices } from "../corrections/rerun-prices.ts";
import { createSeasonEngine, type SeasonEngine } from "../engine/season-engine.ts";
import { abandonMatch } from "../match-changes/service.ts";
import { verifyRound } from "./verify-round.ts";

let database: Database;
let engine: SeasonEngine;
let season: SmallSeason;
let incoming: FeedPayload[] = [];
const auditContext = { actor: "operator:1", reason: "I was there" };
const random = createSeededRandom(21);

beforeAll(async () => {
	database = await createTestDatabase();
	season = await seedSeason(database.db, { rounds: 3 });
	const plans = Array.from({ length: 12 }, (_, number) => {
		const slots = drawSlots(season, random);
		return { slots, startRound: number < 9 ? 1 : 2, emergency: slots.slice(16, 18) };
	});
	await seedTeams(database.db, season, plans);
	const feed = { ...manualFeed, poll: async () => incoming.splice(0) };
	const onError = (error: unknown) => {
		throw error;
	};
	engine = await createSeasonEngine({ database, loadFeed: async () => feed, onError });
});
afterAll(async () => {
	await engine.close();
	await database.close();
});

const getStart = (roundId: RoundId) => Math.min(...season.listMatchesOfRound(roundId).map(({ startsAt }) => startsAt));
async function stepAt(
	seasonAt: number,
	entries: readonly ManualEntry[] = [],
	first: readonly FeedPayload[] = [],
): Promise<void> {
	await setClock(database.db, { seasonAt, speed: 0 }, Date.now());
	await engine.clocks.refresh();
	incoming = [...first, ...entries.map(buildManualPayload)];
	await engine.seasons.refresh();
	await engine.runner.step();
}
const listEntries = (roundId: RoundId) =>
	season
		.listMatchesOfRound(roundId)
		.map((match) => createRandomReport(season, match, random) as unknown as ManualEntry);

async function verify(roundId: RoundId) {
	const copy = await createTestDatabase();
	try {
		return await verifyRound(database, copy, { seasonId: 1, roundId }, () => undefined);
	} finally {
		await copy.close();
	}
}

/**
 * Plays two rounds with half-time stats, a released payload, corrections before and after publication, a re-run of prices,
 * and reverted and abandoned matches.
 */
async function playTwoRounds(): Promise<void> {
	const [first, second] = listEntries(1);
	if (!first || !second) throw new Error("No matches");
	const half = { ...first, status: "playing" as const, lines: (first.lines ?? []).slice(0, 4) };
	await stepAt(getStart(1) + HOUR, [half]);
	const implausible = {
		...half,
		minutes: 60,
		lines: (half.lines ?? []).map((line) => ({ ...line, stats: buildStatLine({ K: 61 }) })),
	};
	await stepAt(getStart(1) + HOUR, [implausible as ManualEntry]);
	const waiting = await database.db
		.selectFrom("feed_payloads")
		.where("verdict", "=", "quarantined")
		.select("id")
		.execute();
	const sources = {
		db: database.db,
		currentSeason: engine.seasons.current,
		clocks: engine.clocks,
		parse: manualFeed.parse,
	};
	await releasePayload(sources, waiting[0]?.id ?? 0, auditContext);
	const firstId = (first.lines ?? [])[0]?.playerId ?? 0;
	await correctStats(
		database,
		{ matchId: first.matchId, lines: [{ playerId: firstId, stats: buildStatLine({ K: 30 }) }] },
		auditContext,
	);
	await stepAt(getStart(1) + DAY + 3 * HOUR, [first, second]);
	await stepAt(getStart(1) + DAY + 6 * HOUR);

	const [third, fourth] = listEntries(2);
	if (!third || !fourth) throw new Error("No matches");
	// An operator starts the third match hours early by mistake, corrects it, and reverts it.
	const early = { ...third, status: "playing" as const, lines: (third.lines ?? []).slice(0, 3) };
	await stepAt(getStart(2) - 7 * HOUR, [early]);
	const wrongPlayerId = (early.lines ?? [])[0]?.playerId ?? 0;
	await correctStats(
		database,
		{ matchId: third.matchId, lines: [{ playerId: wrongPlayerId, stats: buildStatLine({ K: 9 }) }] },
		auditContext,
	);
	const noResult = { minutes: null, homeScore: null, awayScore: null };
	const services = { db: database.db, seasons: engine.seasons, clocks: engine.clocks };
	await setMatchState(services, third.matchId, { status: "scheduled", ...noResult }, auditContext);
	await stepAt(getStart(2) + DAY + 3 * HOUR, [third]);
	await abandonMatch(database, fourth.matchId, auditContext, getStart(2) + DAY + 3 * HOUR);
	const removedId = (second.lines ?? [])[0]?.playerId ?? 0;
	await correctStats(
		database,
		{ matchId: second.matchId, lines: [{ playerId: removedId, stats: null }] },
		auditContext,
	);
	await stepAt(getStart(2) + DAY + 3 * HOUR);
	await stepAt(getStart(2) + DAY + 6 * HOUR);
	const correctedId = (third.lines ?? [])[1]?.playerId ?? 0;
	await correctStats(
		database,
		{ matchId: third.matchId, lines: [{ playerId: correctedId, stats: buildStatLine({ G: 9 }) }] },
		auditContext,
	);
	await rerunPrices(database, 2, auditContext, getStart(2) + 3 * DAY);
}

/**
 * Plays a round with a faulty line that is accepted during its match, a match whose end is reported before its stats, and
 * stats received after publication.
 */
async function playRoundWithReviews(): Promise<void> {
	const [fifth, sixth] = listEntries(3);
	const [first] = fifth?.lines ?? [];
	if (!fifth || !sixth || !first) throw new Error("No matches");
	const withFirst = (K: number) =>
		(fifth.lines ?? []).map((line) => (line === first ? { ...line, stats: buildStatLine({ K }) } : line));
	const during = { ...fifth, status: "playing" as const, lines: withFirst(61) } as ManualEntry;
	await stepAt(getStart(3) + HOUR, [during]);
	const [waiting] = (await listLineReviews(database.db, 1)).faulty.filter(({ matchId }) => matchId === fifth.matchId);
	if (!waiting) throw new Error("no waiting line");
	await acceptFaultyLine({ db: database.db, currentSeason: engine.seasons.current }, waiting, auditContext);
	const { lines = [], ...end } = sixth;
	await stepAt(
		getStart(3) + DAY + 3 * HOUR,
		[{ ...fifth, lines: withFirst(58) } as ManualEntry, { matchId: sixth.matchId, lines }],
		[{ ...buildManualPayload(end), subject: "the end" }],
	);
	await stepAt(getStart(3) + DAY + 6 * HOUR);
	await stepAt(getStart(3) + DAY + 9 * HOUR);
	const sources = { db: database.db, currentSeason: engine.seasons.current, clocks: engine.clocks };
	await processPayload(buildManualPayload({ ...fifth, lines: withFirst(57) } as ManualEntry), manualFeed, sources);
	const corrections = await listLateCorrections(database.db, 1);
	const late = corrections.find(({ matchId }) => matchId === fifth.matchId);
	await acceptLateCorrections(
		database,
		[{ seasonId: 1, matchId: fifth.matchId, version: late?.version ?? "" }],
		auditContext,
	);
}

test("stored payloads replayed into an empty database give published results", async () => {
	await playTwoRounds();
	expect((await engine.seasons.refresh()).rounds.map(({ status }) => status)).toEqual([
		"complete",
		"complete",
		"scheduled",
	]);
	for (const roundId of [1, 2]) {
		const { differences, refused, teams, payloads } = await verify(roundId);
		expect({ roundId, differences, refused }).toEqual({ roundId, differences: [], refused: [] });
		expect([teams, payloads]).toEqual([roundId === 1 ? 9 : 12, 6]);
	}
});

test("accepted faulty lines and late corrections give the published results", async () => {
	await playRoundWithReviews();
	const snapshot = await engine.seasons.refresh();
	expect(snapshot.rounds[2]?.status).toBe("complete");
	const { differences, refused } = await verify(3);
	expect({ differences, refused }).toEqual({ differences: [], refused: [] });
	const states = await database.db
		.selectFrom("stat_reviews")
		.where("state", "=", "accepted")
		.select("kind")
		.orderBy("id")
		.execute();
	expect(states).toEqual([{ kind: "faulty" }, { kind: "late" }]);
});

test("differences from the published results are listed", async () => {
	const { db } = database;
	const row = await db
		.selectFrom("standings")
		.where("round_id", "=", 2)
		.select(["team_id", "points"])
		.executeTakeFirstOrThrow();
	await db
		.updateTable("standings")
		.where("round_id", "=", 2)
		.where("team_id", "=", row.team_id)
		.set({ points: row.points + 1 })
		.execute();
	await db
		.updateTable("player_prices")
		.where("round_id", "=", 3)
		.where("player_id", "=", 1001)
		.set({ price: 1 })
		.execute();
	const { differences } = await verify(2);
	expect(differences.map(({ what }) => what)).toEqual(["player 1001: price", `team ${row.team_id}: points`]);
	expect(differences[1]).toMatchObject({ published: row.points + 1, recomputed: row.points });
});
