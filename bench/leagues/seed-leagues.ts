import type { Pool } from "pg";

export interface LeagueCounts {
	readonly users: number;
	readonly leagues: number;
}

const PLAYED_ROUNDS = 6;
const ROUNDS = 12;
const SEASON = 1;

const FIRST_WORDS =
	"Wild,Blue,Café,Über,Sunday,Kicking,Señora,Flying,Golden,Mighty,Outback,Zoë,Drop,Late,Brave,Noisy".split(",");
const SECOND_WORDS =
	"Magpies,Rückers,Legends,Punters,Bananas,Torpedoes,Élites,Wombats,Handballers,Emus,Galahs,Speccies".split(",");
const THIRD_WORDS = "Club,League,Society,Union,Sweep,Office,Cup,Crew,Family,Street,Ninety,Circle,Déjà,Mob,Shed".split(
	",",
);

const buildSqlArray = (words: readonly string[]) => `(ARRAY[${words.map((word) => `'${word}'`).join(",")}])`;
const buildPickSql = (words: readonly string[], index: string) =>
	`${buildSqlArray(words)}[1 + (${index}) % ${words.length}]`;
const NAME = `left(${buildPickSql(FIRST_WORDS, "l")} || ' ' || ${buildPickSql(SECOND_WORDS, "l / 16")} || ' ' || ${buildPickSql(THIRD_WORDS, "l / 192")} || ' ' || l, 50)`;
const CODE = Array.from(
	{ length: 6 },
	(_, place) => `substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + (l / ${31 ** place}) % 31, 1)`,
).join(" || ");

/**
 * Builds the statements that insert all rows, without triggers and foreign keys, because the rows are consistent anyway. In them
 * l is a league, u a user, h whether a league is head-to-head, r a round, and k a place in a league or round.
 */
const buildStatements = ({ users, leagues }: LeagueCounts): readonly string[] => [
	"SET session_replication_role = replica",
	`INSERT INTO users (first_name, last_name, email, team_name)
		SELECT 'U', 'N' || u, 'u' || u || '@example.test', 'Team ' || u FROM generate_series(1, ${users}) AS u`,
	`INSERT INTO teams (season_id, user_id, start_round_id, completed_at)
		SELECT ${SEASON}, id, 1, timestamptz '2026-08-01' + id * interval '1 second' FROM users ORDER BY id`,
	`INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank)
		SELECT t.id, 1, p.slots, p.slots[1], p.slots[2], '{}', 0
		FROM teams t, (SELECT (array_agg(id ORDER BY id))[1:21] AS slots FROM players) AS p`,
	...Array.from({ length: PLAYED_ROUNDS }, (_, index) => index + 1).flatMap((round) => [
		`CREATE TABLE standings_${SEASON}_${round} PARTITION OF standings
			FOR VALUES FROM (${SEASON}, ${round}) TO (${SEASON}, ${round + 1})`,
		`INSERT INTO standings
			(season_id, round_id, team_id, points, round_rank, total_points, highest_points, overall_rank, team_value)
			SELECT ${SEASON}, ${round}, id, points, row_number() OVER (ORDER BY points DESC, id), total, highest,
				row_number() OVER (ORDER BY total DESC, id), 15000000
			FROM (SELECT t.id, r.last AS points, r.total, r.highest FROM teams t CROSS JOIN LATERAL (
				SELECT sum(points)::int AS total, max(points) AS highest, max(points) FILTER (WHERE r = ${round}) AS last
				FROM (SELECT r, 900 + abs(hashint4(t.id * 31 + r)) % 1000 AS points FROM generate_series(1, ${round}) AS r) AS each
			) AS r) AS scored`,
	]),
	`UPDATE rounds SET status = 'complete', published_at = now() WHERE id <= ${PLAYED_ROUNDS}`,
	`UPDATE matches SET status = 'complete' WHERE round_id <= ${PLAYED_ROUNDS}`,
	// Of ten leagues, six are head-to-head and full, and four are open. A third of all leagues are public.
	`INSERT INTO leagues (id, season_id, name, code, type, privacy, size, start_id, finals, tiebreaker, commissioner_id, colour, drawn_at)
		OVERRIDING SYSTEM VALUE
		SELECT l, ${SEASON}, ${NAME}, ${CODE}, CASE WHEN h THEN 'h2h' ELSE 'open' END,
			CASE WHEN l % 3 = 0 THEN 'public' ELSE 'private' END, CASE WHEN h THEN 10 ELSE 10000 END,
			CASE WHEN l % 4 = 0 THEN 3 ELSE 1 END, CASE WHEN h THEN true END, CASE WHEN h THEN 'percentage' END,
			0, 'ochre', CASE WHEN h THEN now() END
		FROM (SELECT l, l % 10 < 6 AS h FROM generate_series(1, ${leagues}) AS l) AS leagues`,
	`INSERT INTO league_members (league_id, user_id, team_id, joined_at)
		SELECT l, u, u, now() FROM (SELECT l, 1 + (l::bigint * 7919 + k * 4729) % ${users} AS u
			FROM generate_series(1, ${leagues}) AS l, generate_series(1, 10) AS k) AS members`,
	`INSERT INTO league_members (league_id, user_id, team_id, joined_at)
		SELECT 9, u, u, now() FROM generate_series(1, ${Math.min(9_990, users)}) AS u ON CONFLICT DO NOTHING`,
	`UPDATE leagues l SET num_teams = m.members, commissioner_id = m.first FROM (
		SELECT league_id, count(*) AS members, min(user_id) AS first FROM league_members GROUP BY league_id) AS m
		WHERE m.league_id = l.id`,
	// A round robin of ten teams by the circle method: nine teams rotate and the tenth stays, so pairs repeat after nine rounds.
	// Ordered by league, because the server inserts all match-ups of a league together too.
	`INSERT INTO league_matches (league_id, season_id, round_id, place, home_team_id, away_team_id, home_points, away_points)
		SELECT l.id, ${SEASON}, r, k, m.teams[1 + (r + k) % 9],
			CASE WHEN k = 0 THEN m.teams[10] ELSE m.teams[1 + (r - k + 9) % 9] END,
			CASE WHEN r <= ${PLAYED_ROUNDS} THEN 900 + (l.id + r * 7 + k) % 700 END,
			CASE WHEN r <= ${PLAYED_ROUNDS} THEN 900 + (l.id + r * 13 + k * 3) % 700 END
		FROM leagues l
			JOIN (SELECT league_id, array_agg(team_id ORDER BY joined_no) AS teams FROM league_members GROUP BY 1) AS m
				ON m.league_id = l.id,
			generate_series(1, ${ROUNDS - 1}) AS r, generate_series(0, 4) AS k
		WHERE l.type = 'h2h' AND r >= l.start_id ORDER BY l.id, r, k`,
	"SELECT setval(pg_get_serial_sequence('leagues', 'id'), 200000)",
	"SET session_replication_role = origin",
	"VACUUM ANALYZE",
];

/** Adds users, teams, leagues of ten members and six played rounds to a season. */
export async function seedLeagues(pool: Pool, counts: LeagueCounts, log: (line: string) => void): Promise<void> {
	const client = await pool.connect();
	try {
		for (const statement of buildStatements(counts)) await client.query(statement);
		const { rows } = await client.query<{ leagues: number; members: number; matches: number }>(`SELECT
			(SELECT count(*) FROM leagues) AS leagues, (SELECT count(*) FROM league_members) AS members,
			(SELECT count(*) FROM league_matches) AS matches`);
		log(`Filled: ${JSON.stringify(rows[0])}`);
	} finally {
		client.release();
	}
}

/** Gets the n-th search text: part of a generated name, with its accents half of the time. */
export function getSearchText(n: number): string {
	const words = [FIRST_WORDS, SECOND_WORDS, THIRD_WORDS][n % 3] ?? FIRST_WORDS;
	const whole = words[(n * 7) % words.length] ?? "";
	const part = whole.slice(n % 2, (n % 2) + 3 + (n % 3));
	return n % 2 === 0 ? part : part.normalize("NFD").replaceAll(/\p{M}/gu, "");
}
