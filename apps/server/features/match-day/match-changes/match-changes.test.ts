import type { RoundId } from "@first-bounce/rules/ids";
import { isSquadLocked } from "@first-bounce/rules/lockout/lockout";
import { getSquadStatus, isDoubleGameWeek } from "@first-bounce/rules/round/round";
import { expect, test } from "vitest";
import { createEngineHarness } from "../../../../../testing/season/engine-harness.ts";
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
import { buildStatLine, createPayload, createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import type { MatchReport } from "../../stats-providers/feed.ts";
import type { SeasonEngine } from "../engine/season-engine.ts";
import { abandonMatch, moveMatch, reinstateMatch, rescheduleMatch } from "./service.ts";

const harness = createEngineHarness();
let engine: SeasonEngine;
let season: SmallSeason;
const auditContext = { actor: "operator:1", reason: "The ground is under water" };
const NOW = FIRST_BOUNCE - DAY;

async function setUpSeason(rounds = 3): Promise<void> {
	season = await seedSeason(harness.database.db, { rounds });
	const random = createSeededRandom(5);
	await seedTeams(
		harness.database.db,
		season,
		Array.from({ length: 8 }, () => ({ slots: drawSlots(season, random) })),
	);
	engine = await harness.start();
}
async function stepAt(seasonAt: number, reports: readonly MatchReport[] = []): Promise<void> {
	// The notification of an operator's change may arrive later.
	await engine.seasons.refresh();
	await harness.stepAt(
		seasonAt,
		reports.map((report) => createPayload(`${report.matchId}`, [report])),
	);
}
const getRound = (roundId: RoundId) => {
	const found = engine.seasons.current().rounds.find(({ id }) => id === roundId);
	if (!found) throw new Error("no such round");
	return found;
};
const random = createSeededRandom(9);
const buildPlayedReport = (matchId: number) => {
	const match = season.matches.find(({ id }) => id === matchId);
	if (!match) throw new Error("no such match");
	return createRandomReport(season, match, random);
};

test("a match postponed within its round locks at the new start", async () => {
	await setUpSeason();
	await rescheduleMatch(
		harness.database,
		{ matchId: 101, startsAt: FIRST_BOUNCE + 2 * DAY, venue: "Dry Park" },
		auditContext,
		NOW,
	);
	await stepAt(FIRST_BOUNCE + HOUR);
	expect(getRound(1).matches.map(({ id, venue }) => [id, venue])).toEqual([
		[102, ""],
		[101, "Dry Park"],
	]);
	expect(isSquadLocked(11, getRound(1), FIRST_BOUNCE + HOUR)).toBe(false);
	await stepAt(FIRST_BOUNCE + DAY + 3 * HOUR, [buildPlayedReport(102)]);
	await stepAt(FIRST_BOUNCE + 2 * DAY + HOUR);
	expect(isSquadLocked(11, getRound(1), FIRST_BOUNCE + 2 * DAY + HOUR)).toBe(true);
	expect(getRound(1).status).toBe("playing");
	const [audit] = await harness.database.db
		.selectFrom("audit")
		.where("action", "=", "match-rescheduled")
		.selectAll()
		.execute();
	expect(audit).toMatchObject({ ...auditContext, subject: "match:1:101", after: { venue: "Dry Park" } });
});

test("a match's time zone changes only with its venue", async () => {
	await setUpSeason();
	const { db } = harness.database;
	await db
		.updateTable("matches")
		.set({ venue: "Summit Park", time_zone: "Australia/Perth" })
		.where("id", "=", 101)
		.execute();
	const reschedule = async (venue: string) => {
		const change = { matchId: 101, startsAt: FIRST_BOUNCE + HOUR, venue };
		await rescheduleMatch(harness.database, change, auditContext, NOW);
		return db.selectFrom("matches").where("id", "=", 101).select(["venue", "time_zone"]).executeTakeFirst();
	};
	expect(await reschedule("Summit Park")).toEqual({ venue: "Summit Park", time_zone: "Australia/Perth" });
	expect(await reschedule("Ikon Park")).toEqual({ venue: "Ikon Park", time_zone: "Australia/Melbourne" });
	expect(await reschedule("Dry Park")).toEqual({ venue: "Dry Park", time_zone: "" });
});

test("a match moved to the next round leaves byes and doubles", async () => {
	await setUpSeason();
	await stepAt(FIRST_BOUNCE + DAY - HOUR, [buildPlayedReport(101)]);
	await moveMatch(
		harness.database,
		{ matchId: 102, toRoundId: 2, startsAt: FIRST_BOUNCE + 10 * DAY },
		auditContext,
		NOW,
	);
	await stepAt(FIRST_BOUNCE + DAY + 3 * HOUR);
	expect(getRound(1).byeSquads).toEqual([13, 14, 15, 16]);
	await stepAt(FIRST_BOUNCE + DAY + 6 * HOUR);
	expect(getRound(1).status).toBe("complete");
	expect(getRound(2).matches.filter((match) => match.homeSquadId === 13)).toHaveLength(2);
	expect(isDoubleGameWeek(getRound(2), { singleWeekMatches: 2 })).toBe(true);

	const buildReport = (matchId: number, K: number): MatchReport => ({
		matchId,
		status: "complete",
		lines: [{ playerId: 1025, squadId: 13, stats: buildStatLine({ K }) }],
	});
	const ownMatchId = season.listMatchesOfRound(2).find((match) => match.homeSquadId === 13)?.id ?? 0;
	await stepAt(FIRST_BOUNCE + 9 * DAY, [buildReport(ownMatchId, 5)]);
	expect(getSquadStatus(13, getRound(2))).toBe("partial");
	expect(isSquadLocked(13, getRound(2), FIRST_BOUNCE + 9 * DAY)).toBe(true);
	await stepAt(FIRST_BOUNCE + 11 * DAY, [buildReport(102, 7)]);
	expect(engine.seasons.current().players.get(1025)?.scores.get(2)).toBe(36);
});

test("an abandoned match's stats count, without delaying round or prices", async () => {
	await setUpSeason();
	const half: MatchReport = { ...buildPlayedReport(101), status: "playing" };
	await stepAt(FIRST_BOUNCE + DAY + 3 * HOUR, [half, buildPlayedReport(102)]);
	await abandonMatch(harness.database, 101, auditContext, FIRST_BOUNCE + DAY + 3 * HOUR);
	await stepAt(FIRST_BOUNCE + DAY + 3 * HOUR);
	await stepAt(FIRST_BOUNCE + DAY + 6 * HOUR);
	const { players } = engine.seasons.current();
	expect(getRound(1).status).toBe("complete");
	const counted = half.lines?.find(({ playerId }) => players.get(playerId)?.scores.has(1));
	expect(counted).toBeDefined();
	for (const { playerId } of half.lines ?? []) {
		const prices = players.get(playerId)?.prices;
		expect(prices?.get(2)).toBe(prices?.get(1));
	}
	const rows = await harness.database.db.selectFrom("standings").where("round_id", "=", 1).select("points").execute();
	expect(rows.some(({ points }) => points > 0)).toBe(true);
});

test("players of a match called off early are locked as absent (D2.9.77)", async () => {
	await setUpSeason();
	await abandonMatch(harness.database, 101, auditContext, NOW);
	await stepAt(FIRST_BOUNCE - HOUR);
	expect(getRound(1).matches[0]).toMatchObject({ id: 101, isAbandoned: true, status: "scheduled", completedAt: null });
	expect(isSquadLocked(11, getRound(1), FIRST_BOUNCE - HOUR)).toBe(false);
	expect(await getRefusalCode(abandonMatch(harness.database, 101, auditContext, NOW))).toBe("match-is-abandoned");
	const later = { matchId: 101, startsAt: FIRST_BOUNCE + DAY };
	expect(await getRefusalCode(rescheduleMatch(harness.database, later, auditContext, NOW))).toBe("match-is-abandoned");
	expect(await getRefusalCode(moveMatch(harness.database, { ...later, toRoundId: 2 }, auditContext, NOW))).toBe(
		"match-is-abandoned",
	);
	await stepAt(FIRST_BOUNCE);
	expect(getRound(1).matches[0]).toMatchObject({ status: "complete", completedAt: FIRST_BOUNCE });
	expect(isSquadLocked(11, getRound(1), FIRST_BOUNCE)).toBe(true);
	expect(getRound(1).status).toBe("playing");
	await stepAt(FIRST_BOUNCE + DAY + 3 * HOUR, [buildPlayedReport(102)]);
	await stepAt(FIRST_BOUNCE + DAY + 6 * HOUR);
	expect(getRound(1).status).toBe("complete");
	const { players } = engine.seasons.current();
	expect([...players.values()].filter(({ squadId, scores }) => squadId === 11 && scores.has(1))).toEqual([]);
});

test("a round does not wait for a called-off match (D2.9.76, D2.9.77)", async () => {
	await setUpSeason();
	await abandonMatch(harness.database, 102, auditContext, NOW);
	await reinstateMatch(harness.database, 102, auditContext);
	await abandonMatch(harness.database, 102, auditContext, NOW);
	await stepAt(FIRST_BOUNCE + 3 * HOUR, [buildPlayedReport(101)]);
	expect(getRound(1).matches[1]).toMatchObject({ id: 102, isAbandoned: true, status: "complete" });
	await stepAt(FIRST_BOUNCE + 6 * HOUR);
	expect(getRound(1).status).toBe("complete");
	expect(await getRefusalCode(reinstateMatch(harness.database, 102, auditContext))).toBe("round-over");
});

test("an abandonment can be reverted until the round is complete", async () => {
	await setUpSeason();
	await stepAt(FIRST_BOUNCE + HOUR);
	await abandonMatch(harness.database, 101, auditContext, FIRST_BOUNCE + HOUR);
	await reinstateMatch(harness.database, 101, auditContext);
	await stepAt(FIRST_BOUNCE + 2 * HOUR, [{ ...buildPlayedReport(101), status: "playing" }]);
	expect(getRound(1).matches[0]).toMatchObject({ status: "playing", isAbandoned: false, completedAt: null });
	expect(await getRefusalCode(reinstateMatch(harness.database, 101, auditContext))).toBe("match-not-abandoned");
});

test("a reinstated match is over if its last stats say so", async () => {
	await setUpSeason();
	const playing = { ...buildPlayedReport(101), status: "playing" } as const;
	await stepAt(FIRST_BOUNCE + HOUR, [playing]);
	await abandonMatch(harness.database, 101, auditContext, FIRST_BOUNCE + HOUR);
	const complete = { ...playing, status: "complete" } as const;
	await stepAt(FIRST_BOUNCE + 3 * HOUR, [complete]);
	await reinstateMatch(harness.database, 101, auditContext);
	await stepAt(FIRST_BOUNCE + 3 * HOUR + 1, [complete]);
	expect(getRound(1).matches[0]).toMatchObject({ status: "complete", isAbandoned: false });
});

test("players of a match called off early are projected at 0 (D2.9.77)", async () => {
	await setUpSeason();
	await engine.seasons.refresh();
	const listChances = () => {
		const { players } = engine.seasons.current();
		return new Set([...players.values()].filter(({ squadId }) => squadId === 11).map((player) => player.chanceToPlay));
	};
	expect([...listChances()]).not.toContain(0);
	await abandonMatch(harness.database, 101, auditContext, NOW);
	await engine.seasons.refresh();
	expect([...listChances()]).toEqual([0]);
	const player = [...engine.seasons.current().players.values()].find(({ squadId }) => squadId === 11);
	expect(player).toMatchObject({ projectedPoints: 0, projectedPrice: player?.cost });
	await reinstateMatch(harness.database, 101, auditContext);
	await engine.seasons.refresh();
	expect([...listChances()]).not.toContain(0);
});

test("a match abandoned without stats is scheduled again when reinstated", async () => {
	await setUpSeason();
	await stepAt(FIRST_BOUNCE + DAY - HOUR, [buildPlayedReport(101)]);
	await moveMatch(
		harness.database,
		{ matchId: 102, toRoundId: 2, startsAt: FIRST_BOUNCE + 9 * DAY },
		auditContext,
		NOW,
	);
	await stepAt(FIRST_BOUNCE + DAY + 6 * HOUR);
	const other = season.listMatchesOfRound(2).find((match) => match.homeSquadId === 13)?.id ?? 0;
	await stepAt(FIRST_BOUNCE + 8 * DAY, [buildPlayedReport(other)]);
	await abandonMatch(harness.database, 102, auditContext, FIRST_BOUNCE + 9 * DAY + HOUR);
	await reinstateMatch(harness.database, 102, auditContext);
	await engine.seasons.refresh();
	const match = getRound(2).matches.find(({ id }) => id === 102);
	expect(match).toMatchObject({ status: "scheduled", isAbandoned: false, completedAt: null });
});

test("a match is not reinstated while one of its clubs plays another", async () => {
	await setUpSeason();
	await abandonMatch(harness.database, 102, auditContext, NOW);
	const instead = { matchId: 201, toRoundId: 1, startsAt: FIRST_BOUNCE + DAY + HOUR };
	await moveMatch(harness.database, instead, auditContext, NOW);
	expect(await getRefusalCode(reinstateMatch(harness.database, 102, auditContext))).toBe("club-plays-then");
});

test("invalid changes of a match are refused with an error code", async () => {
	await setUpSeason();
	const at = FIRST_BOUNCE + 20 * DAY;
	expect(await getRefusalCode(rescheduleMatch(harness.database, { matchId: 9, startsAt: at }, auditContext, NOW))).toBe(
		"match-unknown",
	);
	expect(
		await getRefusalCode(moveMatch(harness.database, { matchId: 101, toRoundId: 9, startsAt: at }, auditContext, NOW)),
	).toBe("round-unknown");
	const first = buildPlayedReport(101);
	await stepAt(FIRST_BOUNCE + HOUR, [{ ...first, status: "playing" }]);
	expect(
		await getRefusalCode(rescheduleMatch(harness.database, { matchId: 101, startsAt: at }, auditContext, NOW)),
	).toBe("match-started");
	expect(
		await getRefusalCode(moveMatch(harness.database, { matchId: 101, toRoundId: 2, startsAt: at }, auditContext, NOW)),
	).toBe("match-started");
	const startOf102 = FIRST_BOUNCE + DAY;
	const besideOwnMatch = { matchId: 201, toRoundId: 1, startsAt: startOf102 + HOUR };
	expect(await getRefusalCode(moveMatch(harness.database, besideOwnMatch, auditContext, NOW))).toBe("club-plays-then");
	await moveMatch(harness.database, { matchId: 201, toRoundId: 3, startsAt: at }, auditContext, NOW);
	expect(
		await getRefusalCode(moveMatch(harness.database, { matchId: 202, toRoundId: 3, startsAt: at }, auditContext, NOW)),
	).toBe("round-without-matches");
	await stepAt(FIRST_BOUNCE + DAY + 3 * HOUR, [first, buildPlayedReport(102)]);
	await stepAt(FIRST_BOUNCE + DAY + 6 * HOUR);
	expect(await getRefusalCode(abandonMatch(harness.database, 101, auditContext, at))).toBe("round-over");
	expect(
		await getRefusalCode(moveMatch(harness.database, { matchId: 301, toRoundId: 1, startsAt: at }, auditContext, NOW)),
	).toBe("round-over");
});
