import { DAY_MS } from "@first-bounce/rules/durations";
import type { Database } from "../../apps/server/db/open.ts";
import { saveDemoSeason } from "../../apps/server/features/demo/save-season.ts";
import { insertSessions, insertTeams } from "../../apps/server/features/load-test/insert-teams.ts";
import { buildSeasonData } from "../../apps/server/features/seasons/generator/build-season-data.ts";
import {
	GENERATED_RULES,
	type GeneratedSeason,
	generateSeason,
} from "../../apps/server/features/seasons/generator/generate-season.ts";
import { LINES, type Line } from "../../packages/rules/player.ts";

const FRIDAY = Date.parse("2026-08-28T00:00:00Z");

export interface SeededManagers {
	readonly database: Database;
	readonly season: GeneratedSeason;
	/** A season time between the end of round 1 and the first match of round 2. */
	readonly now: number;
	/** The initial line-up of all teams. */
	readonly slots: readonly number[];
	readonly listFreeIds: (line: Line) => readonly number[];
	/** Session tokens of managers whose teams started in round 1, so that they swap and trade. */
	readonly startedTokens: readonly string[];
	/** Session tokens of managers whose teams start in round 2, so that they can be edited freely. */
	readonly notStartedTokens: readonly string[];
}

/** Picks players with a single position for the teams' line-up, so that all players of a line can be swapped. */
function pickPlayers(season: GeneratedSeason) {
	const pickedIds = new Set<number>();
	const listIds = (line: Line) =>
		season.footballers.filter(({ position }) => position.length === 1 && position[0] === line).map(({ id }) => id);
	const pickIds = (line: Line, count: number) => {
		const ids = listIds(line)
			.filter((id) => !pickedIds.has(id))
			.slice(0, count);
		for (const id of ids) pickedIds.add(id);
		return ids;
	};
	const { field, bench } = GENERATED_RULES;
	const slots = [
		...LINES.flatMap((line) => pickIds(line, field[line])),
		...LINES.flatMap((line) => pickIds(line, bench[line])),
		...pickIds("MID", 1),
	];
	return { slots, listFreeIds: (line: Line) => listIds(line).filter((id) => !pickedIds.has(id)) };
}

/** Inserts users, sessions and teams; half of them started in round 1, half start in round 2. */
async function insertManagers(
	{ pool }: Database,
	seasonId: number,
	slots: readonly number[],
	tokens: readonly string[],
) {
	const [captainId = 0, viceCaptainId = 0] = slots;
	const lineup = { slots, captainId, viceCaptainId, emergency: slots.slice(16, 20), bank: 5_000_000 };
	const client = await pool.connect();
	await insertTeams(client, { seasonId, teams: tokens.length, roundId: 1, lineups: [lineup], completedAt: FRIDAY });
	await insertSessions(client, tokens);
	client.release();
	await pool.query("UPDATE teams SET start_round_id = 2 WHERE id > $1", [tokens.length / 2]);
	await pool.query("UPDATE lineups SET round_id = 2 WHERE team_id > $1", [tokens.length / 2]);
}

/** Seeds a season after its first round, with managers who all have the same line-up. */
export async function seedManagers(database: Database, managers: number): Promise<SeededManagers> {
	const origin = { seed: 7, id: 1, name: "Bench", firstDay: FRIDAY };
	const season = generateSeason(origin);
	await saveDemoSeason(database.db, buildSeasonData(season, 0), { ...origin, after: null });
	await database.pool.query("UPDATE matches SET status = 'complete' WHERE round_id = 1");
	await database.pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE id = 1");
	await database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	const { slots, listFreeIds } = pickPlayers(season);
	const tokens = Array.from({ length: managers }, (_, index) => `bench-token-${index + 1}`);
	await insertManagers(database, season.id, slots, tokens);
	await database.pool.query("VACUUM ANALYZE");
	const half = managers / 2;
	return {
		database,
		season,
		slots,
		listFreeIds,
		now: FRIDAY + 5 * DAY_MS,
		startedTokens: tokens.slice(0, half),
		notStartedTokens: tokens.slice(half),
	};
}
