import { DAY_MS } from "@first-bounce/rules/durations";
import { hashToken } from "../../apps/server/db/hash-token.ts";
import type { Database } from "../../apps/server/db/open.ts";
import { saveDemoSeason } from "../../apps/server/features/demo/save-season.ts";
import { buildSeasonData } from "../../apps/server/features/seasons/generator/build-season-data.ts";
import { generateSeason } from "../../apps/server/features/seasons/generator/generate-season.ts";

const FRIDAY = Date.parse("2026-08-28T00:00:00Z");

export interface SeededRankings {
	readonly database: Database;
	readonly teams: number;
	/** The clubs that managers support. */
	readonly squads: readonly number[];
	/** Session tokens of different managers. */
	readonly tokens: readonly string[];
	readonly now: number;
}

const MAX_SESSIONS = 10_000;
const countSessions = (teams: number) => Math.min(teams, MAX_SESSIONS);
const getToken = (number: number) => `bench-token-${number}`;

/** Builds SQL for a pseudo-random number from 0 up to `below` that depends on `id` only. */
const buildPseudoRandomSql = (id: string, factor: number, below: number) =>
	`((${id}::bigint * ${factor} + ${id}::bigint * ${id} % 1013) % ${below})::int`;

/** Inserts users, teams, line-ups and the standings of two published rounds. */
async function seedTeams(
	{ pool }: Database,
	seasonId: number,
	squads: readonly number[],
	slots: readonly number[],
	teams: number,
) {
	await pool.query("ALTER TABLE teams DISABLE TRIGGER USER");
	await pool.query(
		`INSERT INTO users (first_name, last_name, email, team_name, state, country, supported_squad_id)
		SELECT 'Briony', 'Manager', 'mo' || n || '@example.test', 'The Rucking ' || n,
			(ARRAY['ACT','NSW','NT','QLD','SA','TAS','VIC','WA'])[1 + ${buildPseudoRandomSql("n", 7_919, 8)}], 'AU',
			($2::int[])[1 + ${buildPseudoRandomSql("n", 104_729, squads.length)}]
		FROM generate_series(1, $1::int) AS n`,
		[teams, squads],
	);
	await pool.query(
		`INSERT INTO teams (season_id, user_id, start_round_id, completed_at)
		SELECT $1, id, 1, timestamptz '2026-08-01' + id * interval '1 second' FROM users WHERE team_name LIKE 'The Rucking%'`,
		[seasonId],
	);
	await pool.query("ALTER TABLE teams ENABLE TRIGGER USER");
	await pool.query(
		`INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank)
		SELECT id, 1, $1::int[], $2, $3, $4::int[], 5000000 FROM teams`,
		[slots, slots[0], slots[1], slots.slice(16, 20)],
	);
	for (const [round, factor] of [
		[1, 7_727],
		[2, 6_151],
	] as const) {
		await pool.query(
			`CREATE TABLE standings_${seasonId}_${round} PARTITION OF standings
				FOR VALUES FROM (${seasonId}, ${round}) TO (${seasonId}, ${round + 1})`,
		);
		await pool.query(
			`INSERT INTO standings (season_id, round_id, team_id, points, round_rank, total_points, highest_points, overall_rank, team_value)
			SELECT $1, $2, n, points, row_number() OVER (ORDER BY points DESC, n), $2 * 1000 + total, points,
				row_number() OVER (ORDER BY total DESC, n), 15000000
			FROM (SELECT id AS n, 900 + ${buildPseudoRandomSql("id", factor, 900)} AS points, ${buildPseudoRandomSql("id", factor + 2, 1_800)} AS total
				FROM teams) AS scored`,
			[seasonId, round],
		);
		await pool.query("UPDATE matches SET status = 'complete' WHERE round_id = $1", [round]);
		await pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE id = $1", [round]);
	}
	await pool.query("UPDATE seasons SET data_version = data_version + 1");
	const hashes = Array.from({ length: countSessions(teams) }, (_, index) => hashToken(getToken(index)));
	await pool.query(
		`INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at)
		SELECT hash, t.user_id, now(), now() + interval '30 days', now()
		FROM unnest($1::bytea[]) WITH ORDINALITY AS s (hash, n)
		JOIN teams t ON t.id = (SELECT min(id) FROM teams) + (s.n * 99991) % $2`,
		[hashes, teams],
	);
	await pool.query("VACUUM ANALYZE");
}

/** Seeds a season after its second round. */
export async function seedRankings(database: Database, teams: number): Promise<SeededRankings> {
	const origin = { seed: 7, id: 1, name: "Bench", firstDay: FRIDAY };
	const season = generateSeason(origin);
	await saveDemoSeason(database.db, buildSeasonData(season, 0), { ...origin, after: null });
	const squads = [...new Set(season.footballers.map(({ squadId }) => squadId))];
	const slots = season.footballers.slice(0, 21).map(({ id }) => id);
	await seedTeams(database, season.id, squads, slots, teams);
	return {
		database,
		teams,
		squads,
		now: FRIDAY + 12 * DAY_MS,
		tokens: Array.from({ length: countSessions(teams) }, (_, index) => getToken(index)),
	};
}
