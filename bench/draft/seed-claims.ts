import { listPickedPlayers } from "@first-bounce/rules/draft/draft-board";
import { listTurns } from "@first-bounce/rules/draft/draft-order";
import { placeSquad } from "@first-bounce/rules/draft/place-squad";
import { getSquadPreset, getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId } from "@first-bounce/rules/ids";
import { buildLineupFromIds, listScoringIds } from "@first-bounce/rules/lineup/slots";
import type { Database } from "../../apps/server/db/open.ts";
import { findDraftPlayer, listDraftPlayers } from "../../apps/server/features/leagues/draft/draft-players.ts";
import { buildLeagueCode } from "../../apps/server/features/load-test/insert-teams.ts";
import type { SeasonSnapshot } from "../../apps/server/features/seasons/current/season-snapshot.ts";
import { listScript, TEAMS } from "./seed-drafts.ts";

/**
 * Builds the teams of a drafted league. Each claims two players whom nobody else claims and, last, one who another team has
 * won by then, so that a third of the claims fail.
 */
function buildTeams(season: SeasonSnapshot) {
	const rules = getSquadPreset(TEAMS);
	const script = listScript(season);
	const order = Array.from({ length: TEAMS }, (_, index) => index + 1);
	const picks = listTurns(order, getSquadSize(rules), "snake").map((turn) => ({
		...turn,
		teamId: turn.originalTeamId,
		playerId: script[turn.overall - 1] ?? 0,
		isSkipped: false,
	}));
	const isMidfielder = (id: PlayerId) => findDraftPlayer(season, id)?.position.join() === "MID";
	const unowned = listDraftPlayers(season, [])
		.map(({ id }) => id)
		.filter((id) => isMidfielder(id) && !script.includes(id));
	return order.map((place) => {
		const players = listPickedPlayers(picks, place);
		const known = players.flatMap((id) => findDraftPlayer(season, id) ?? []);
		const slots = placeSquad(known, rules);
		const captains = listScoringIds(buildLineupFromIds(slots, rules), rules).slice(0, 2);
		const drops = players.filter((id) => findDraftPlayer(season, id)?.position.includes("MID"));
		const wanted = [unowned[2 * place - 2], unowned[2 * place - 1], unowned[(2 * place) % (2 * TEAMS)]];
		const claims = wanted.flatMap((playerId, index) => {
			const dropId = drops[index % drops.length];
			return playerId === undefined || dropId === undefined ? [] : [{ playerId, dropId }];
		});
		return { place, players, slots, captains, claims };
	});
}

/** The round that is published. */
export const START_ID = 1;

/**
 * Creates drafted leagues of ten managers that have played a round, with three claims each; managers are the owners of classic
 * teams.
 */
export async function seedClaims({ pool }: Database, season: SeasonSnapshot, count: number): Promise<void> {
	const teams = buildTeams(season);
	const client = await pool.connect();
	const run = (text: string, values: readonly unknown[] = []) => client.query(text, [...values]);
	await run("BEGIN");
	// Without triggers and checks of references, a million rows take seconds.
	await run("SET LOCAL session_replication_role = replica");
	await run(
		`INSERT INTO leagues (season_id, name, code, class, type, privacy, size, num_teams, start_id, colour, finals, tiebreaker,
			commissioner_id)
		SELECT $1, 'Bench ' || c.code, c.code, 'draft', 'h2h', 'private', ${TEAMS}, ${TEAMS}, $2, 'navy', true, 'percentage',
			(SELECT user_id FROM teams WHERE user_id IS NOT NULL ORDER BY id LIMIT 1)
		FROM unnest($3::text[]) AS c (code)`,
		[season.seasonId, START_ID, Array.from({ length: count }, (_, index) => buildLeagueCode(index))],
	);
	await run(
		`INSERT INTO drafts (league_id, state, kind, clock, pick_seconds, time_zone, squad, captain_doubled, protects_best, seed, seed_hash, completed_at)
		SELECT id, 'complete', 'snake', 'live', 60, 'Australia/Melbourne', $1, true, false, repeat('0', 64), repeat('0', 64), now()
		FROM leagues WHERE class = 'draft'`,
		[JSON.stringify(getSquadPreset(TEAMS))],
	);
	await run(
		`INSERT INTO teams (season_id, league_id, name)
		SELECT l.season_id, l.id, 'Team ' || p FROM leagues l CROSS JOIN generate_series(1, ${TEAMS}) AS p WHERE l.class = 'draft'
		ORDER BY l.id, p`,
	);
	await run(
		`CREATE TABLE bench_teams AS SELECT t.id, t.league_id, split_part(t.name, ' ', 2)::int AS place,
			row_number() OVER (ORDER BY t.id) AS number FROM teams t WHERE t.league_id IS NOT NULL`,
	);
	await run(
		`INSERT INTO draft_seats (team_id, league_id, waiver_rank) SELECT id, league_id, ${TEAMS + 1} - place FROM bench_teams`,
	);
	await run(
		`INSERT INTO league_members (league_id, user_id, team_id, joined_at)
		SELECT b.league_id, o.user_id, b.id, now() FROM bench_teams b JOIN (
			SELECT user_id, row_number() OVER (ORDER BY id) AS number FROM teams WHERE user_id IS NOT NULL) o USING (number)`,
	);
	await run(
		`UPDATE leagues l SET commissioner_id = m.user_id FROM league_members m JOIN bench_teams b ON b.id = m.team_id AND b.place = 1
		WHERE l.id = m.league_id`,
	);
	for (const { place, players, slots, captains, claims } of teams) {
		await run(
			`INSERT INTO player_moves (league_id, player_id, to_team_id, kind, round_id, at)
			SELECT b.league_id, p, b.id, 'drafted', $3, now() FROM bench_teams b CROSS JOIN unnest($2::int[]) AS p WHERE b.place = $1`,
			[place, players, START_ID],
		);
		await run(
			`INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency)
			SELECT id, $2, $3, $4, $5, '{}' FROM bench_teams WHERE place = $1`,
			[place, START_ID, slots, captains[0], captains[1]],
		);
		await run(
			`INSERT INTO waiver_claims (league_id, team_id, player_id, drop_player_id, rank, created_at)
			SELECT b.league_id, b.id, c.player_id, c.drop_id, c.rank, now() FROM bench_teams b
				CROSS JOIN unnest($2::int[], $3::int[]) WITH ORDINALITY AS c (player_id, drop_id, rank) WHERE b.place = $1`,
			[place, claims.map(({ playerId }) => playerId), claims.map(({ dropId }) => dropId)],
		);
	}
	// PostgreSQL expects tables that it has seen empty to stay so, and would read the whole of them for each reference to a row.
	await run(
		`INSERT INTO waiver_runs (league_id, round_id, run, due_at, season_at, ran_at)
		SELECT league_id, $1, 'second', now() - interval '1 year', now() - interval '1 year', now() FROM drafts`,
		[START_ID],
	);
	await run(
		`INSERT INTO squad_changes (league_id, kind, round_id, at, season_at, team_id)
		SELECT league_id, 'back', $1, now(), now() - interval '1 year', id FROM bench_teams`,
		[START_ID],
	);
	await run("INSERT INTO league_conversations (league_id, version) SELECT league_id, 1 FROM drafts");
	await run(
		`INSERT INTO league_messages (league_id, version, kind, round_id, data, at, is_notified)
		SELECT league_id, 1, 'draft-complete', $1, '{"card": {"type": "draft-complete"}, "teamIds": []}', now(), true FROM drafts`,
		[START_ID],
	);
	await run("DROP TABLE bench_teams");
	await run("COMMIT");
	await run("ANALYZE");
	client.release();
}
