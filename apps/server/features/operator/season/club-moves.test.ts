import { changePlayer, listOperatorPlayers } from "@first-bounce/contract/operator/players";
import { correctStatLines, showStatLines } from "@first-bounce/contract/operator/stats";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	type SeededTeam,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { buildManualPayload } from "../../../../../testing/stats-providers/manual-payload.ts";
import { buildStatLine, createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import { acceptLateCorrections, listLateCorrections } from "../../match-day/corrections/accept-late-corrections.ts";
import { verifyRound } from "../../match-day/verify/verify-round.ts";
import { getPastTeam } from "../../past-seasons/past-team.ts";
import { buildPlayersFile } from "../../static-files/players-file.ts";
import { buildCsv } from "../../static-files/season-texts.ts";
import { processPayload } from "../../stats-providers/intake/process-payload.ts";
import { type ManualEntry, manualFeed } from "../../stats-providers/manual/manual-feed.ts";

/** Round 1: squads 11 – 12 (match 101) and 13 – 14 (102), byes for 15 and 16. Round 2: 13 – 14 (201) and 15 – 16 (202). */
const [MOVER, TEAMMATE] = [1001, 1002];
const reason = "the league's list";
const COUNTS = { ...EMPTY_STAT_LINE, TOG: 80 };
let app: TestApp;
let client: Client;
let reports: ManualEntry[];
let team: SeededTeam;

beforeEach(async () => {
	app = await createTestApp();
	({ client } = await createTestOperator(app));
	const [, ...slots] = drawSlots(app.season, createSeededRandom(3));
	team = await seedTeam(app.database.db, app.season, { slots: [TEAMMATE, ...slots] });
});
afterEach(() => app.close());

const context = () => ({ db: app.database.db, currentSeason: app.seasons.current, clocks: app.clocks });
const report = async (entry: ManualEntry | undefined) => {
	if (!entry) throw new Error("No report");
	const result = await processPayload(buildManualPayload(entry), manualFeed, context());
	await app.seasons.refresh();
	return result;
};

type ReportedLine = NonNullable<ManualEntry["lines"]>[number];

/** Plays and publishes a round from its provider's reports; the mover has ten kicks in her match. */
async function playRound(roundId: number, wrong?: ReportedLine): Promise<void> {
	const random = createSeededRandom(roundId);
	const season = { ...app.season, players: [...app.seasons.current().players.values()] };
	app.clocks.setSeason(FIRST_BOUNCE + (roundId - 1) * 7 * DAY + DAY + 3 * HOUR);
	reports = app.season.listMatchesOfRound(roundId).map((match) => {
		const drawn = createRandomReport(season, match, random) as unknown as ManualEntry;
		const squadId = season.players.find(({ id }) => id === MOVER)?.squadId ?? 0;
		const plays = squadId === match.homeSquadId || squadId === match.awaySquadId;
		const others = (drawn.lines ?? []).filter(({ playerId }) => playerId !== MOVER && playerId !== TEAMMATE);
		const own = { playerId: MOVER, squadId, stats: buildStatLine({ K: 10 }) };
		const isWrong = wrong && (wrong.squadId === match.homeSquadId || wrong.squadId === match.awaySquadId);
		const lines = [...others, ...(plays ? [own] : []), ...(isWrong ? [wrong] : [])];
		return { ...drawn, lines } as ManualEntry;
	});
	const problems: string[] = [];
	for (const entry of reports) problems.push(...(await report(entry)).problems);
	expect(problems).toEqual(
		wrong ? [`match 102: player ${wrong.playerId} does not play for squad ${wrong.squadId} in this match`] : [],
	);
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
		const { differences, refused } = await verifyRound(app.database, copy, { seasonId: 1, roundId }, () => undefined);
		return { differences, refused };
	} finally {
		await copy.close();
	}
}
const CLEAN = { differences: [], refused: [] };

test("a match of her former club lists her under that club", async () => {
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

test("a match between her clubs keeps her with the former", async () => {
	await playRound(1);
	await move(MOVER, 12);
	await correct(101, MOVER, 12);
	await correct(101, TEAMMATE, 3);
	expect(await listSquads(101, MOVER)).toEqual([[MOVER, 11]]);
	expect(await verify(1)).toEqual(CLEAN);
});

test("a late correction of her former club's match waits", async () => {
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
	await acceptLateCorrections(app.database, [{ seasonId: 1, matchId: 101, version }], { actor: "operator:1", reason });
	expect(await listSquads(101, MOVER)).toEqual([[MOVER, 11]]);
	expect(await verify(1)).toEqual(CLEAN);
});

const listFormer = async (id: number) => {
	const { players } = await client(listOperatorPlayers, { query: { search: `P ${id}` } });
	return players.find((player) => player.id === id)?.formerSquads;
};
const moveFrom = (id: number, squadId: number, squadFromRound: number) =>
	client(changePlayer, { params: { id }, body: { reason, squadId, squadFromRound } });

test("each club counts in its own rounds, also after returning", async () => {
	await move(MOVER, 12);
	expect(await listFormer(MOVER)).toEqual([]);
	await move(MOVER, 11);
	await playRound(1);
	await move(MOVER, 13);
	await playRound(2);
	await move(MOVER, 15);
	await move(MOVER, 16);
	expect(await listFormer(MOVER)).toEqual([
		{ untilRound: 1, squadId: 11 },
		{ untilRound: 2, squadId: 13 },
	]);
	expect([await listSquads(101, MOVER), await listSquads(201, MOVER), await listSquads(302, MOVER)]).toEqual([
		[[MOVER, 11]],
		[[MOVER, 13]],
		[[MOVER, 16]],
	]);
	await correct(101, MOVER, 4);
	await correct(201, MOVER, 5);
	expect(await verify(2)).toEqual(CLEAN);
	await move(MOVER, 13);
	expect(await listFormer(MOVER)).toEqual([{ untilRound: 1, squadId: 11 }]);
});

test("a move that was a mistake is undone without a trace", async () => {
	await playRound(1);
	await move(MOVER, 13);
	await move(MOVER, 11);
	expect(await listFormer(MOVER)).toEqual([]);
	await move(TEAMMATE, 13);
	await playRound(2);
	await moveFrom(TEAMMATE, 11, 2);
	expect(await listFormer(TEAMMATE)).toEqual([]);
	expect(await listSquads(201, TEAMMATE)).toEqual([]);
});

test("a club that was never true is corrected from the given round", async () => {
	await playRound(1, { playerId: TEAMMATE, squadId: 13, stats: buildStatLine({ K: 6 }) });
	await expect(moveFrom(TEAMMATE, 13, 3)).rejects.toMatchObject({ code: "club-from-later-round" });
	await moveFrom(TEAMMATE, 13, 1);
	expect(await listFormer(TEAMMATE)).toEqual([]);
	// Her stats were left out because of the wrong club.
	expect(await verify(1)).toEqual(CLEAN);
	await correct(102, TEAMMATE, 6);
	expect(await listSquads(102, TEAMMATE)).toEqual([[TEAMMATE, 13]]);
	expect(await verify(1)).toEqual(CLEAN);
	const missing = client(changePlayer, { params: { id: MOVER }, body: { reason, squadFromRound: 1 } });
	await expect(missing).rejects.toMatchObject({ code: "invalid-field" });
});

test("the round of a late-recorded move can be corrected", async () => {
	await playRound(1);
	await playRound(2);
	await move(TEAMMATE, 16);
	expect(await listFormer(TEAMMATE)).toEqual([{ untilRound: 2, squadId: 11 }]);
	await moveFrom(TEAMMATE, 16, 2);
	expect(await listFormer(TEAMMATE)).toEqual([{ untilRound: 1, squadId: 11 }]);
	await correct(202, TEAMMATE, 6);
	expect(await verify(2)).toEqual(CLEAN);
});

test("a club that contradicts her stats is refused", async () => {
	await playRound(1);
	await expect(moveFrom(MOVER, 13, 1)).rejects.toMatchObject({
		code: "stats-for-other-club",
		message: "She has stats for Squad 11 in round 1. Correct them first, or choose a later round",
	});
	expect(app.seasons.current().players.get(MOVER)?.squadId).toBe(11);
	await expect(moveFrom(MOVER, 12, 1)).rejects.toMatchObject({ code: "stats-for-other-club" });
	await correct(101, MOVER, null);
	await moveFrom(MOVER, 13, 1);
	expect(await listSquads(102, MOVER)).toEqual([[MOVER, 13]]);
	expect(await verify(1)).toEqual(CLEAN);
});

test("files and pages of an earlier round show her former club", async () => {
	await playRound(1);
	await move(MOVER, 15);
	await move(TEAMMATE, 15);
	const season = app.seasons.current();
	const files = buildPlayersFile(season, { getSelection: () => null, lockedSquads: new Set() });
	expect(files.find(({ id }) => id === MOVER)).toMatchObject({
		squadId: 15,
		formerSquads: [{ untilRound: 1, squadId: 11 }],
	});
	expect(files.find(({ id }) => id === 1003)).not.toHaveProperty("formerSquads");
	const prices = buildCsv(season, "prices.csv")?.split("\n") ?? [];
	expect(prices.filter((row) => row.endsWith(`,${MOVER}`)).map((row) => row.split(",").at(-2))).toEqual(["11", "15"]);
	// She played in the last match that she could play in; her new club had a bye.
	expect(season.players.get(MOVER)?.availability.status).toBe("playing");
	expect(season.players.get(TEAMMATE)?.availability.status).toBe("uncertain");

	await app.database.pool.query("UPDATE seasons SET is_current = false, status = 'closed'");
	const services = { db: app.database.db, seasons: app.seasons };
	const past = await getPastTeam(services, null, { seasonId: 1, userId: team.userId, roundId: 1 });
	expect(past.team.players.find(({ playerId }) => playerId === TEAMMATE)).toMatchObject({ squad: "S11" });
});
