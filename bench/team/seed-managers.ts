import { hashToken } from "../../apps/server/db/hash-token.ts";
import type { Database } from "../../apps/server/db/open.ts";
import { saveDemoSeason } from "../../apps/server/features/demo/save-season.ts";
import { buildSeasonData } from "../../apps/server/features/seasons/generator/build-season-data.ts";
import {
	GENERATED_RULES,
	type GeneratedSeason,
	generateSeason,
} from "../../apps/server/features/seasons/generator/generate-season.ts";
import { LINES, type Line } from "../../packages/rules/player.ts";

const FRIDAY = Date.parse("2026-08-28T00:00:00Z");
const DAY = 86_400_000;

export interface SeededManagers {
	readonly database: Database;
	readonly season: GeneratedSeason;
	/** A season time between the end of round 1 and the first match of round 2. */
	readonly now: number;
	/** The initial line-up of all teams. */
	readonly slots: readonly number[];
	/** Lists the players of a line who are in no team. */
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

const getToken = (number: number) => `bench-token-${number}`;

/** Inserts users, sessions and teams; half of them started in round 1, half start in round 2. */
async function insertManagers({ pool }: Database, seasonId: number, slots: readonly number[], managers: number) {
	await pool.query(
		`INSERT INTO users (first_name, last_name, email, team_name)
		SELECT 'Mo', 'Manager', 'mo' || n || '@example.test', 'Team ' || n FROM generate_series(1, $1::int) AS n`,
		[managers],
	);
	const hashes = Array.from({ length: managers }, (_, index) => hashToken(getToken(index + 1)));
	await pool.query(
		`INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at)
		SELECT hash, u.id, now(), now() + interval '1 day', now()
		FROM unnest($1::bytea[]) WITH ORDINALITY AS t (hash, n)
		JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE team_name LIKE 'Team %') AS u USING (n)`,
		[hashes],
	);
	await pool.query(
		`INSERT INTO teams (season_id, user_id, start_round_id, completed_at)
		SELECT $1, id, CASE WHEN row_number() OVER (ORDER BY id) * 2 <= $2 THEN 1 ELSE 2 END, now()
		FROM users WHERE team_name LIKE 'Team %'`,
		[seasonId, managers],
	);
	await pool.query(
		`INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank)
		SELECT id, start_round_id, $1::int[], $2, $3, $4::int[], 5000000 FROM teams`,
		[slots, slots[0], slots[1], slots.slice(16, 20)],
	);
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
	await insertManagers(database, season.id, slots, managers);
	await database.pool.query("VACUUM ANALYZE");
	const tokens = Array.from({ length: managers }, (_, index) => getToken(index + 1));
	const half = managers / 2;
	return {
		database,
		season,
		slots,
		listFreeIds,
		now: FRIDAY + 5 * DAY,
		startedTokens: tokens.slice(0, half),
		notStartedTokens: tokens.slice(half),
	};
}
