import { changePlayer } from "@first-bounce/contract/operator/players";
import { correctStatLines, showStatLines } from "@first-bounce/contract/operator/stats";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/database.ts";
import { finishRound } from "../../../testing/season/play-rounds.ts";
import { createSeededRandom, DAY, drawSlots, FIRST_BOUNCE, HOUR, seedTeam } from "../../../testing/season/small-season.ts";
import { buildStatLine, createRandomReport } from "../../../testing/stats-providers/test-feed.ts";
import { type Client, createTestApp, createTestOperator, type TestApp } from "../../../testing/test-app.ts";
import { acceptLateCorrection, listLateCorrections } from "../../match-day/corrections/late-corrections.ts";
import { verifyRound } from "../../seasons/verify/verify-round.ts";
import { processPayload } from "../../stats-providers/intake/process-payload.ts";
import { buildManualPayload, type ManualEntry, manualFeed } from "../../stats-providers/manual/manual-feed.ts";

/** Round 1: squads 11 – 12 (match 101) and 13 – 14 (102), byes for 15 and 16. Round 2: 13 – 14 (201) and 15 – 16 (202). */
const [MOVER, TEAMMATE] = [1001, 1002];
const reason = "the league's list";
const COUNTS = { ...EMPTY_STAT_LINE, TOG: 80 };
let app: TestApp;
let client: Client;
let reports: ManualEntry[];

beforeEach(async () => {
	app = await createTestApp();
	({ client } = await createTestOperator(app));
	await seedTeam(app.database.db, app.season, { slots: drawSlots(app.season, createSeededRandom(3)) });
});
afterEach(() => app.close());

const context = () => ({ db: app.database.db, currentSeason: app.seasons.current, clocks: app.clocks });
const report = async (entry: ManualEntry | undefined) => {
	if (!entry) throw new Error("No report");
	const result = await processPayload(buildManualPayload(entry), manualFeed, context());
	await app.seasons.refresh();
	return result;
};

/** Plays and publishes a round from its provider's reports; the mover has ten kicks in her match. */
async function playRound(roundId: number): Promise<void> {
	const random = createSeededRandom(roundId);
	const season = { ...app.season, players: [...app.seasons.current().players.values()] };
	app.clocks.setSeason(FIRST_BOUNCE + (roundId - 1) * 7 * DAY + DAY + 3 * HOUR);
	reports = app.season.listMatchesOfRound(roundId).map((match) => {
		const drawn = createRandomReport(season, match, random) as unknown as ManualEntry;
		const squadId = season.players.find(({ id }) => id === MOVER)?.squadId ?? 0;
		const plays = squadId === match.homeSquadId || squadId === match.awaySquadId;
		const others = (drawn.lines ?? []).filter(({ playerId }) => playerId !== MOVER && playerId !== TEAMMATE);
		const own = { playerId: MOVER, squadId, stats: buildStatLine({ K: 10 }) };
		return { ...drawn, lines: plays ? [...others, own] : others } as ManualEntry;
	});
	for (const entry of reports) expect((await report(entry)).problems).toEqual([]);
	await finishRound(app, roundId);
}

const move = (id: number, squadId: number) => client(changePlayer, { params: { id }, body: { reason, squadId } });
const correct = (matchId: number, playerId: number, K: number | null) =>
	client(correctStatLines, {
		params: { id: matchId },
		body: { reason, lines: [{ playerId, stats: K === null ? null : { ...COUNTS, K } }] },
	});
const listSquads = async (matchId: number, ...ids: number[]) => {
	const { lines } = await client(showStatLines, { params: { id: matchId } });
	return lines.filter(({ playerId }) => ids.includes(playerId)).map(({ playerId, squadId }) => [playerId, squadId]);
};
async function verify(roundId: number) {
	const copy = await createTestDatabase();
	try {
		const { differences, refused } = await verifyRound(
			app.database,
			copy,
			{ seasonId: 1, roundId },
			() => undefined,
		);
		return { differences, refused };
	} finally {
		await copy.close();
	}
}
const CLEAN = { differences: [], refused: [] };

test("a match of her former club can be corrected, and lists her under that club", async () => {
	await playRound(1);
	await move(MOVER, 13);
	await move(TEAMMATE, 13);
	expect(await listSquads(101, MOVER, TEAMMATE)).toEqual([
		[MOVER, 11],
		[TEAMMATE, 11],
	]);
	expect(await listSquads(102, MOVER, TEAMMATE)).toEqual([]);
	await correct(101, MOVER, 12);
	await correct(101, TEAMMATE, 7);
	expect(await listSquads(101, MOVER, TEAMMATE)).toEqual([
		[MOVER, 11],
		[TEAMMATE, 11],
	]);
	expect(await verify(1)).toEqual(CLEAN);
	await expect(correct(102, MOVER, 12)).rejects.toMatchObject({ code: "not-in-match" });
});

test("a match between her two clubs keeps her line with her former one", async () => {
	await playRound(1);
	await move(MOVER, 12);
	await correct(101, MOVER, 12);
	await correct(101, TEAMMATE, 3);
	expect(await listSquads(101, MOVER)).toEqual([[MOVER, 11]]);
	expect(await verify(1)).toEqual(CLEAN);
});

test("the provider's late correction of a match of her former club waits for an operator", async () => {
	await playRound(1);
	await move(MOVER, 13);
	const [first] = reports;
	const lines = (first?.lines ?? []).map((line) =>
		line.playerId === MOVER ? { ...line, stats: buildStatLine({ K: 11 }) } : line,
	);
	const { problems } = await report({ ...first, lines } as ManualEntry);
	expect(problems).toEqual(["match 101: its round is published: the changed stats of 1 players wait for an operator"]);
	const [late] = await listLateCorrections(app.database.db, 1);
	const version = late?.version ?? "";
	await acceptLateCorrection(app.database, { seasonId: 1, matchId: 101, version }, { actor: "operator:1", reason });
	expect(await listSquads(101, MOVER)).toEqual([[MOVER, 11]]);
	expect(await verify(1)).toEqual(CLEAN);
});
