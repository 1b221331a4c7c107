import { HOUR_MS } from "@first-bounce/rules/durations";
import type { Match } from "@first-bounce/rules/round/round";
import { STAT_KEYS } from "@first-bounce/rules/scoring/stats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { generateSeason } from "../../seasons/generator/generate-season.ts";
import type { MatchReport } from "../feed.ts";
import { MAX_SIMULATED_MATCH_MS } from "./match-timeline.ts";
import { createSimulatorFeed } from "./simulator-feed.ts";

const season = generateSeason({ seed: 3, id: 2, name: "Any", firstDay: Date.UTC(2026, 7, 28) });
const matches = season.matches.map((match): Match => ({ ...match, status: "scheduled" }));
const feed = createSimulatorFeed(season);

const arbitraryMatch = fc.constantFrom(...matches);
const arbitraryElapsed = fc.integer({ min: -7 * 24 * HOUR_MS, max: MAX_SIMULATED_MATCH_MS + HOUR_MS });

async function getReportsAt(match: Match, now: number): Promise<MatchReport[]> {
	const payloads = await feed.poll([match], now);
	return payloads.flatMap((payload) => {
		const reading = feed.parse(payload);
		if (!reading.ok) throw new Error(reading.problems.join("; "));
		return reading.reports;
	});
}
const getStatsAt = async (match: Match, now: number) => (await getReportsAt(match, now)).find(({ lines }) => lines);
const getStatusesAt = async (match: Match, now: number) =>
	new Map(
		(await getReportsAt(match, now))
			.flatMap((report) => report.statuses ?? [])
			.map((line) => [line.playerId, line.status]),
	);

test("a payload does not depend on earlier polls", async () => {
	await fc.assert(
		fc.asyncProperty(arbitraryMatch, arbitraryElapsed, async (match, after) => {
			const payloads = await feed.poll([match], match.startsAt + after);
			const freshPayloads = await createSimulatorFeed(season).poll([match], match.startsAt + after);
			expect(freshPayloads).toEqual(payloads);
		}),
		{ numRuns: 60 },
	);
});

test("counts, minutes and scores never decrease during a match", async () => {
	await fc.assert(
		fc.asyncProperty(arbitraryMatch, arbitraryElapsed, arbitraryElapsed, async (match, one, other) => {
			const before = await getStatsAt(match, match.startsAt + Math.min(one, other));
			const after = await getStatsAt(match, match.startsAt + Math.max(one, other));
			expect(after?.minutes ?? 0).toBeGreaterThanOrEqual(before?.minutes ?? 0);
			expect(after?.homeScore ?? 0).toBeGreaterThanOrEqual(before?.homeScore ?? 0);
			for (const { playerId, stats } of before?.lines ?? []) {
				const later = after?.lines?.find((line) => line.playerId === playerId)?.stats;
				for (const key of STAT_KEYS) expect(later?.[key] ?? -1).toBeGreaterThanOrEqual(stats[key]);
				expect(stats.TOG).toBeGreaterThan(0);
				expect(stats.TOG).toBeLessThanOrEqual(100);
				expect(stats.K).toBeGreaterThanOrEqual(stats.G + stats.B);
			}
		}),
		{ numRuns: 100 },
	);
});

test("a match lasts about two hours and ends with its generated result", async () => {
	for (const match of matches.slice(0, 20)) {
		expect(await getStatsAt(match, match.startsAt - 1)).toBeUndefined();
		expect((await getStatsAt(match, match.startsAt))?.status).toBe("playing");
		expect((await getStatsAt(match, match.startsAt + 1.6 * HOUR_MS))?.status).toBe("playing");
		const end = await getStatsAt(match, match.startsAt + MAX_SIMULATED_MATCH_MS);
		expect([end?.status, end?.quarter]).toEqual(["complete", 4]);
		const result = season.results.get(match.id);
		expect(end?.lines).toEqual(result?.lines);
		expect([end?.homeScore, end?.awayScore]).toEqual([result?.homeScore, result?.awayScore]);
	}
});

test("injuries are known all week, line-ups and late outs later", async () => {
	const lateOuts = [...season.announcedTeams].flatMap(([squadId, weeks]) =>
		weeks.filter(({ lateOut }) => lateOut !== null).map((week) => ({ ...week, squadId })),
	);
	const { roundId, squadId, lateOut, injured } = lateOuts[0] ?? { roundId: 0, squadId: 0, lateOut: 0, injured: [] };
	const match = matches.find(
		(match) => match.roundId === roundId && [match.homeSquadId, match.awaySquadId].includes(squadId),
	);
	if (!match || lateOut === null) throw new Error("no late out in this season");

	const week = await getStatusesAt(match, match.startsAt - 3 * 24 * HOUR_MS);
	expect(new Set(week.values())).toEqual(new Set(["injured", "uncertain"]));
	for (const id of injured) expect(week.get(id)).toBe("injured");
	const dayBefore = await getStatusesAt(match, match.startsAt - 20 * HOUR_MS);
	expect([...dayBefore.values()].filter((status) => status === "playing")).toHaveLength(42);
	expect(dayBefore.get(lateOut)).toBe("playing");
	expect((await getStatusesAt(match, match.startsAt - HOUR_MS / 2)).get(lateOut)).toBe("not-playing");
	expect(await feed.poll([match], match.startsAt - 7 * 24 * HOUR_MS)).toEqual([]);
});

test("a moved match is played at its new time", async () => {
	const [match] = matches;
	if (!match) throw new Error("no match");
	const moved = { ...match, startsAt: match.startsAt + 48 * HOUR_MS };
	expect(await getStatsAt(moved, match.startsAt + HOUR_MS)).toBeUndefined();
	expect((await getStatsAt(moved, moved.startsAt + HOUR_MS))?.lines).toEqual(
		(await getStatsAt(match, match.startsAt + HOUR_MS))?.lines,
	);
});

test("an invalid payload is rejected with the reason", async () => {
	const [payload] = await feed.poll(matches.slice(0, 1), (matches[0]?.startsAt ?? 0) + HOUR_MS);
	if (!payload) throw new Error("no payload");
	const withBody = (body: string) => feed.parse({ ...payload, body: new TextEncoder().encode(body) });
	expect(withBody("{").ok).toBe(false);
	expect(
		withBody('{"kind":"roster","match":101,"stage":"week","players":[{"player":1,"status":"fine"}]}'),
	).toMatchObject({
		ok: false,
		problems: [expect.stringContaining("players.0.status")],
	});
	expect(feed.parse({ ...payload, subject: "999" }).ok).toBe(false);
});
