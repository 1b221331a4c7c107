import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { type Insertable, type Kysely, sql } from "kysely";
import type { Row, Tables } from "../../../../db/tables/tables.ts";

/** What all rows of one save of changes have in common. */
export interface SavedAt {
	readonly leagueId: number;
	readonly roundId: number;
	readonly at: Date;
	readonly seasonAt: Date;
}

interface NewChange extends Row<"squad_changes", "kind" | "user_id" | "team_id" | "reason"> {
	readonly data: Readonly<Record<string, unknown>>;
}

// Rows are sent as one JSON parameter: a statement with hundreds of parameters takes several times as long.

/** Saves changes of squads; returns their ids in the same order. */
export async function insertChanges(
	trx: Kysely<Tables>,
	{ leagueId, roundId, at, seasonAt }: SavedAt,
	changes: readonly NewChange[],
): Promise<readonly string[]> {
	const { rows } = await sql<{ id: string }>`
		INSERT INTO squad_changes (league_id, kind, round_id, at, season_at, user_id, team_id, reason, data)
		SELECT ${leagueId}, c.kind, ${roundId}, ${at}, ${seasonAt}, c.user_id, c.team_id, c.reason, c.data
		FROM ROWS FROM (json_to_recordset(${JSON.stringify(changes)}::json)
			AS (kind text, user_id int, team_id int, reason text, data jsonb)) WITH ORDINALITY AS c
		ORDER BY c.ordinality RETURNING id`.execute(trx);
	return rows.map(({ id }) => id);
}

interface NewMove extends Row<"player_moves", "from_team_id" | "to_team_id" | "kind" | "reason" | "change_id"> {
	readonly player_id: PlayerId;
}

/** Saves the moves of changes, in order. */
export const insertChangeMoves = (trx: Kysely<Tables>, { leagueId, roundId, at }: SavedAt, moves: readonly NewMove[]) =>
	sql`INSERT INTO player_moves (league_id, player_id, from_team_id, to_team_id, kind, round_id, at, reason, change_id)
		SELECT ${leagueId}, m.player_id, m.from_team_id, m.to_team_id, m.kind, ${roundId}, ${at}, m.reason, m.change_id
		FROM ROWS FROM (json_to_recordset(${JSON.stringify(moves)}::json) AS (player_id int, from_team_id int,
			to_team_id int, kind text, reason text, change_id bigint)) WITH ORDINALITY AS m
		ORDER BY m.ordinality`.execute(trx);

type NewLineup = Pick<
	Insertable<Tables["lineups"]>,
	"team_id" | "slots" | "captain_id" | "vice_captain_id" | "emergency"
> & {
	readonly user_id: number;
	/** The receipt's data. */
	readonly saved: object;
};

/** Saves line-ups of a round, raises the versions of their teams, and saves a receipt for each. */
export const saveLineups = (
	trx: Kysely<Tables>,
	{ roundId, seasonAt, actionRoundId }: SavedAt & { readonly actionRoundId: number },
	lineups: readonly NewLineup[],
) =>
	sql`WITH given AS MATERIALIZED (
			SELECT * FROM json_to_recordset(${JSON.stringify(lineups)}::json) AS (team_id int, slots int[], captain_id int,
				vice_captain_id int, emergency int[], user_id int, saved jsonb)),
		stored AS (
			INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency)
			SELECT team_id, ${roundId}, slots, captain_id, vice_captain_id, emergency FROM given
			ON CONFLICT (team_id, round_id) DO UPDATE SET slots = excluded.slots, captain_id = excluded.captain_id,
				vice_captain_id = excluded.vice_captain_id, emergency = excluded.emergency),
		raised AS (
			UPDATE teams t SET version = t.version + 1 FROM given g WHERE t.id = g.team_id RETURNING t.id, t.version)
		INSERT INTO team_actions (team_id, user_id, round_id, action, version, saved, season_at)
		SELECT g.team_id, g.user_id, ${actionRoundId}, 'squad-change', r.version, g.saved, ${seasonAt}
		FROM given g JOIN raised r ON r.id = g.team_id`.execute(trx);

/** Sets who is in the injured place of a team. */
export const saveInjuredPlace = (trx: Kysely<Tables>, teamId: TeamId, playerId: PlayerId | null) =>
	trx.updateTable("draft_seats").set({ injured_player_id: playerId }).where("team_id", "=", teamId).execute();

/** Raises a draft's version, by which members' screens know that something has changed. */
export const incrementDraftVersion = (trx: Kysely<Tables>, leagueId: number) =>
	trx.updateTable("drafts").set({ version: sql`version + 1` }).where("league_id", "=", leagueId).execute();
