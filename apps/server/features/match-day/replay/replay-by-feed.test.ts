import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyFirstRounds } from "../../../../../testing/season/season-2023.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder } from "../../seasons/current/season-holder.ts";
import { ProblemList } from "../../seasons/import/csv/problem-list.ts";
import { readLineups } from "../../seasons/import/files/read-lineups.ts";
import { importSeason } from "../../seasons/import/import-season.ts";
import { buildCsvPayload, createCsvFeed } from "../../stats-providers/csv/csv-feed.ts";
import { processPayload } from "../../stats-providers/intake/process-payload.ts";
import { advanceSeason } from "../engine/advance-season.ts";
import { createHistoricTeams } from "./queries.ts";
import { replaySeason } from "./replay.ts";

/** Until the prices of round 4 and later depend on the last three rounds, and a player is signed. */
const LAST_ROUND = 5;
const FIRST_COUNT_COLUMN = 4;
/** Half-time stats are sent only in the first rounds, because each reload of the season takes time. */
const LAST_HALF_TIME_ROUND = 3;

/** Builds a match's stats files at half-time and at the end. */
function buildFiles(rows: readonly string[], header: string): readonly [half: string, whole: string] {
	const columns = header.split(",");
	const half = rows.map((row) => {
		const cells = row.split(",");
		const halfTimeCells = cells.map((cell, index) => {
			const isCount = index >= FIRST_COUNT_COLUMN && columns[index] !== "fantasy_points";
			return isCount ? String(Math.floor(Number(cell) / 2)) : cell;
		});
		return `${halfTimeCells.join()},playing`;
	});
	const completeRows = rows.map((row) => `${row},complete`);
	return [[`${header},match_status`, ...half].join("\n"), [`${header},match_status`, ...completeRows].join("\n")];
}

describe("the real 2023 season, received as payloads of a feed", () => {
	const scratch = mkdtempSync(path.join(tmpdir(), "first-bounce-feed-"));
	const folder = path.join(scratch, "season");
	const lineupFile = path.join(folder, "lineups_round1.csv");
	let database: Database;
	beforeAll(async () => {
		copyFirstRounds(LAST_ROUND, folder);
		database = await createTestDatabase();
	});
	afterAll(async () => {
		await database.close();
		rmSync(scratch, { recursive: true });
	});

	test("gives the same magic numbers, prices, points and ranks as `fb replay`", {
		timeout: 120_000,
	}, async () => {
		const { db, pool } = database;
		await importSeason(db, folder);
		await db.deleteFrom("stat_lines").execute();
		await db.updateTable("matches").set({ status: "scheduled", home_score: null, away_score: null }).execute();
		const seasons = await createSeasonHolder(db, { on: () => () => false });
		const { rules, seasonId } = seasons.current();
		const lineups = await readLineups({ file: lineupFile, roundId: 1 }, rules, new Map(), new ProblemList());
		await createHistoricTeams(db, seasonId, lineups, rules);

		const [header = "", ...rows] = readFileSync(path.join(folder, "stats.csv"), "utf8").trim().split(/\r?\n/);
		const byMatch = Map.groupBy(rows, (row) => Number(row.split(",")[0]));
		const events = seasons.current().rounds.flatMap((round) =>
			round.matches.flatMap((match) => {
				const [half, whole] = buildFiles(byMatch.get(match.id) ?? [], header);
				const name = `match-${match.id}.csv`;
				const end = { at: match.startsAt + 3 * HOUR_MS, payload: buildCsvPayload(name, Buffer.from(whole)) };
				if (round.id > LAST_HALF_TIME_ROUND) return [end];
				return [{ at: match.startsAt + HOUR_MS, payload: buildCsvPayload(name, Buffer.from(half)) }, end];
			}),
		);
		const feed = createCsvFeed(null, seasons.current);
		const clocks = createFixedClocks(0);
		const processAt = async (now: number) => {
			clocks.set(now);
			await seasons.refresh();
			await advanceSeason({ database: { db, pool }, seasons }, now);
		};
		for (const { at, payload } of events.toSorted((a, b) => a.at - b.at)) {
			await processAt(at);
			const { verdict, problems } = await processPayload(payload, feed, { db, currentSeason: seasons.current, clocks });
			expect([verdict, problems]).toEqual(["applied", []]);
		}
		await processAt(Math.max(...events.map(({ at }) => at)) + 3 * HOUR_MS);

		const { result } = await replaySeason(folder, [{ file: lineupFile, roundId: 1 }], () => undefined);
		const { players, rounds } = await seasons.refresh();
		expect(rounds.map(({ status }) => status)).toEqual(rounds.map(() => "complete"));
		expect(rounds.map(({ id, magicNumber }) => ({ round: id, value: magicNumber }))).toEqual(result?.magicNumbers);
		const wrongPrices = result?.prices.filter(
			({ round, player, price }) => players.get(player)?.prices.get(round) !== price,
		);
		expect([result?.prices.length, wrongPrices]).toEqual([expect.any(Number), []]);
		const standings = await db
			.selectFrom("standings")
			.where("round_id", "=", 1)
			.select(["team_id as team", "points", "round_rank as rank"])
			.orderBy("team_id")
			.execute();
		const teams = result?.rounds[0]?.teams.map(({ team, points, rank }) => ({ team, points, rank }));
		expect(standings).toEqual(teams);
	});
});
