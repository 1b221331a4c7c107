import path from "node:path";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { listSlots } from "@first-bounce/rules/lineup/slots";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type SeasonApiServer, startSeasonApi } from "../../../../../testing/season/fetched-season.ts";
import { createOracle, type OracleTeam } from "../../../../../testing/season/season-oracle.ts";
import {
	createSeededRandom,
	drawSlots,
	type SmallSeason,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { runFb } from "../../../../../testing/server/run-fb.ts";
import type { Database } from "../../../db/open.ts";
import { advanceSeason } from "../../match-day/engine/advance-season.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder } from "../../seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { acceptChanges, compareSeason } from "../../seasons/import/fetched/accept-changes.ts";
import { readSeasonFolder } from "../../seasons/import/files/read-season-folder.ts";
import { createAflApiFeed } from "../afl-api/afl-api-feed.ts";
import { createFeedPoller } from "../intake/poll-feed.ts";

let database: Database;
let server: SeasonApiServer;
beforeAll(async () => {
	database = await createTestDatabase();
	// Only three matches a round, so that the season is played in a few seconds; the other clubs have a bye.
	server = await startSeasonApi({ matchesPerRound: 3 });
});
afterAll(async () => {
	await server.close();
	await database.close();
});

function runCommand(...args: string[]) {
	for (const [name, value] of Object.entries({ ...server.env, DATABASE_URL: database.url })) vi.stubEnv(name, value);
	return runFb(args).finally(() => vi.unstubAllEnvs());
}

/** Computes points with the official weights, which are repeated here so that the check does not rely on our rules. */
const sumPoints = ({ K, H, M, T, FF, FA, HO, G, B }: StatLine): number =>
	3 * K + 2 * H + 3 * M + 4 * T + FF - 3 * FA + HO + 6 * G + B;

/** Takes the provider's last round away, and returns a function that adds it again. */
function hideLastRound(): () => void {
	const { rounds, matchesByRound } = server.season;
	const round = rounds.pop();
	const matches = matchesByRound.get(12);
	matchesByRound.delete(12);
	if (!round || !matches) throw new Error("The season has no twelfth round");
	return () => {
		rounds.push(round);
		matchesByRound.set(12, matches);
	};
}

/** Builds the season as the reference computation takes it. */
const buildOracleSeason = ({ seasonId: id, rules, squads, players, rounds }: SeasonSnapshot): SmallSeason => {
	const matches = rounds.flatMap((round) => round.matches);
	return {
		id,
		rules,
		squadIds: squads.map((squad) => squad.id),
		players: [...players.values()],
		matches,
		listMatchesOfRound: (roundId) => matches.filter((match) => match.roundId === roundId),
	};
};

/** Seeds two fantasy teams, which keep their players, and returns them as the reference computation takes them. */
async function createTeams(season: SmallSeason): Promise<OracleTeam[]> {
	const random = createSeededRandom(5);
	const completedAt = season.matches[0]?.startsAt ?? 0;
	const field = listSlots(season.rules).filter(({ area }) => area === "field").length;
	const teams: OracleTeam[] = [];
	for (const slots of [drawSlots(season, random), drawSlots(season, random)]) {
		const { id } = await seedTeam(database.db, season, { slots, completedAt });
		const [captainId = 0, viceCaptainId = 0] = slots;
		teams.push({ id, slots, captainId, viceCaptainId, emergency: slots.slice(field, -1), completedAt });
	}
	return teams;
}

/** Fetches the season again, and accepts what has changed since. Returns the kinds of the changes. */
async function acceptFetchedChanges(out: string, now: number): Promise<string[]> {
	expect((await runCommand("season", "fetch", "--season", "2027", "--out", out, "--refresh")).code).toBe(0);
	const { season: fetched } = await readSeasonFolder(out);
	if (!fetched) throw new Error("The fetched season has problems");
	const { changes } = await database.db.transaction().execute((trx) => compareSeason(trx, fetched, now));
	const chosen = changes.map(({ key, version }) => ({ key, version }));
	await acceptChanges(database.db, fetched, { chosen, audit: { actor: "operator", reason: "drawn" }, now });
	return changes.map(({ kind }) => kind);
}

test("a whole season is fetched, imported and played to the end (D1.9.82, D2.9.54)", {
	timeout: 240_000,
}, async () => {
	const out = path.join(server.folder, "season");
	const addLastRound = hideLastRound();
	expect((await runCommand("season", "fetch", "--season", "2027", "--out", out)).code).toBe(0);
	expect((await runCommand("season", "import", out)).code).toBe(0);

	const { db, pool } = database;
	const seasons = await createSeasonHolder(db, { on: () => () => false });
	const clocks = createFixedClocks(0);
	const settings = { url: server.api.url, competition: "264", season: "2027", intervalMs: 30_000 };
	let wallTime = 0;
	const feed = createAflApiFeed(settings, seasons.current, { wallNow: () => wallTime, pollTimeoutMs: 20_000 });
	const { poll } = createFeedPoller(feed, { db, currentSeason: seasons.current, clocks });
	const pollAt = async (at: number) => {
		server.now = at;
		clocks.set(at);
		wallTime += HOUR_MS;
		await poll();
		await seasons.refresh();
	};
	expect(seasons.current().rounds.flatMap(({ matches }) => matches)).toHaveLength(33);
	const openingSeason = buildOracleSeason(seasons.current());
	const teams = await createTeams(openingSeason);
	for (let next = seasons.current().rounds[0]; next; next = seasons.current().rounds[next.id]) {
		const { id, matches } = next;
		const starts = matches.map(({ startsAt }) => startsAt);
		// Line-ups are asked for only in the first round, because each answer takes time.
		if (id === 1) await pollAt(Math.min(...starts) - HOUR_MS);
		// The first poll reports that matches have ended, which applies only once their stats have arrived.
		await pollAt(Math.max(...starts) + 4 * HOUR_MS);
		await pollAt(Math.max(...starts) + 5 * HOUR_MS);
		await advanceSeason({ database: { db, pool }, seasons }, Math.max(...starts) + 8 * HOUR_MS);
		await seasons.refresh();
		if (id === 6) {
			addLastRound();
			expect(await acceptFetchedChanges(out, Math.max(...starts) + 9 * HOUR_MS)).toEqual(["round-added"]);
			await seasons.refresh();
			expect(seasons.current().rules.lastRound).toBe(12);
		}
	}

	const { rounds, players } = seasons.current();
	expect(rounds.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => "complete"));
	expect(rounds.every(({ publishedAt }) => publishedAt !== null)).toBe(true);
	expect(rounds.flatMap(({ matches }) => matches).every(({ status }) => status === "complete")).toBe(true);
	const roundByMatch = new Map(server.generated.matches.map(({ id, roundId }) => [id, roundId]));
	const played = [...server.generated.results].flatMap(([match, { lines }]) => {
		const round = roundByMatch.get(match);
		return round === undefined ? [] : lines.map(({ playerId, stats }) => [playerId, round, sumPoints(stats)] as const);
	});
	expect(played.length).toBeGreaterThan(1_500);
	const wrongScores = played.filter(([player, round, points]) => players.get(player)?.scores.get(round) !== points);
	expect(wrongScores).toEqual([]);
	const scored = [...players.values()].reduce((sum, { scores }) => sum + scores.size, 0);
	expect(scored).toBe(played.length);
	const quarantined = await db.selectFrom("feed_payloads").where("verdict", "=", "quarantined").selectAll().execute();
	expect(quarantined).toEqual([]);
	// The rounds have different magic numbers, so prices changed.
	expect(new Set(rounds.map(({ magicNumber }) => magicNumber)).size).toBeGreaterThan(6);

	// The teams' points and ranks in every round equal a computation by the rules alone, from what the provider reported.
	const oracle = createOracle(openingSeason);
	const expected = rounds.flatMap(({ id, matches }) => {
		const reports = matches.map(({ id: matchId, providerId }) => {
			const result = server.generated.results.get(Number(providerId?.replace("CD_M", "")));
			return { matchId, lines: result?.lines ?? [] };
		});
		return oracle
			.playRound(id, reports, teams)
			.standings.map((row) => [id, row.team_id, row.points, row.total_points, row.round_rank, row.overall_rank]);
	});
	const stored = await db.selectFrom("standings").selectAll().orderBy("round_id").orderBy("team_id").execute();
	const published = stored.map((row) => [
		row.round_id,
		row.team_id,
		row.points,
		row.total_points,
		row.round_rank,
		row.overall_rank,
	]);
	expect(published).toHaveLength(24);
	expect(published).toEqual(expected);
	expect(published.slice(-2).every(([, , points]) => (points ?? 0) > 0)).toBe(true);
});
