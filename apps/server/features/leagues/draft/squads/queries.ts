import type { InjuredMove, PlayerMove } from "@first-bounce/rules/draft/squad-moves";
import type { PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { type Insertable, sql } from "kysely";
import { prepared } from "../../../../db/prepared.ts";
import { listRows } from "../../../../db/rows.ts";
import type { Db, Row, Tables } from "../../../../db/tables/tables.ts";

/** What all changes that are saved together have in common. */
export interface SaveContext {
	readonly leagueId: number;
	readonly roundId: number;
	readonly wallAt: Date;
	readonly seasonAt: Date;
}

/** Why and by whom squads are changed. */
export interface SquadChange {
	readonly kind: Row<"squad_changes">["kind"];
	/** Null for the server and for an operator; `data` then says which. */
	readonly userId: UserId | null;
	readonly teamId: TeamId | null;
	readonly reason?: string;
	readonly data?: Readonly<Record<string, unknown>>;
	/** What changes in injured places. A player who leaves her team leaves its injured place too. */
	readonly injured?: readonly InjuredMove[];
}

export type SquadMove = PlayerMove & { readonly kind: Row<"player_moves">["kind"] };

export interface AppliedChange {
	readonly change: SquadChange;
	readonly moves: readonly SquadMove[];
}

/** The user id of a receipt that no manager caused: the server changed the team, or nobody manages it. */
export const NO_USER: UserId = 0;

// Rows are sent as one JSON parameter: a statement with hundreds of parameters takes several times as long.

/** Saves changes of squads with their moves, in order; returns the ids of the changes. */
export async function insertChanges(
	trx: Db,
	{ leagueId, roundId, wallAt, seasonAt }: SaveContext,
	applied: readonly AppliedChange[],
): Promise<readonly string[]> {
	const changes = applied.map(({ change, moves }) => ({ ...change, moves }));
	const rows = await listRows(trx)<{ id: string }>`${prepared("insert-squad-changes")}
		WITH given AS MATERIALIZED (
			SELECT kind, "userId", "teamId", coalesce(reason, '') AS reason, coalesce(data, '{}') AS data, moves, ordinality
			FROM ROWS FROM (json_to_recordset(${JSON.stringify(changes)}::json)
				AS (kind text, "userId" int, "teamId" int, reason text, data jsonb, moves json)) WITH ORDINALITY),
		stored AS (
			INSERT INTO squad_changes (league_id, kind, round_id, at, season_at, user_id, team_id, reason, data)
			SELECT ${leagueId}, kind, ${roundId}, ${wallAt}, ${seasonAt}, "userId", "teamId", reason, data
			FROM given ORDER BY ordinality RETURNING id),
		-- Ids are assigned in the order of the rows that are inserted.
		numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS ordinality FROM stored),
		moved AS (
			INSERT INTO player_moves (league_id, player_id, from_team_id, to_team_id, kind, round_id, at, reason, change_id)
			SELECT ${leagueId}, m."playerId", m."fromTeamId", m."toTeamId", m.kind, ${roundId}, ${wallAt}, g.reason, n.id
			FROM numbered n JOIN given g USING (ordinality) CROSS JOIN LATERAL ROWS FROM (json_to_recordset(g.moves)
				AS ("playerId" int, "fromTeamId" int, "toTeamId" int, kind text)) WITH ORDINALITY
				AS m ("playerId", "fromTeamId", "toTeamId", kind, place)
			ORDER BY n.id, m.place)
		SELECT id FROM numbered ORDER BY id`;
	return rows.map(({ id }) => String(id));
}

type NewLineup = Pick<
	Insertable<Tables["lineups"]>,
	"team_id" | "slots" | "captain_id" | "vice_captain_id" | "emergency"
> & {
	readonly user_id: number;
	/** The receipt's data. */
	readonly saved: object;
};

interface LineupSave {
	readonly leagueId: number;
	/** The round from which the line-ups count. */
	readonly lineupRoundId: RoundId;
	/** The round in which the receipts are listed. */
	readonly receiptRoundId: RoundId;
	readonly action: Row<"team_actions">["action"];
	readonly seasonAt: Date;
}

/**
 * Saves line-ups, raises the versions of their teams, and saves a receipt for each. Returns the receipts. Other processes look
 * for new receipts to find teams that were saved.
 */
export const saveLineups = (
	trx: Db,
	{ leagueId, lineupRoundId, receiptRoundId, action, seasonAt }: LineupSave,
	lineups: readonly NewLineup[],
) =>
	listRows(trx)<{ id: string; wall_at: Date }>`${prepared("save-squad-lineups")}
		WITH given AS MATERIALIZED (
			SELECT * FROM json_to_recordset(${JSON.stringify(lineups)}::json) AS (team_id int, slots int[], captain_id int,
				vice_captain_id int, emergency int[], user_id int, saved jsonb)),
		stored AS (
			INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency)
			SELECT team_id, ${lineupRoundId}, slots, captain_id, vice_captain_id, emergency FROM given
			ON CONFLICT (team_id, round_id) DO UPDATE SET slots = excluded.slots, captain_id = excluded.captain_id,
				vice_captain_id = excluded.vice_captain_id, emergency = excluded.emergency),
		raised AS (
			UPDATE teams t SET version = t.version + 1 FROM given g
			WHERE t.league_id = ${leagueId} AND t.id = g.team_id RETURNING t.id, t.version)
		INSERT INTO team_actions (team_id, user_id, round_id, action, version, saved, season_at)
		SELECT g.team_id, g.user_id, ${receiptRoundId}, ${action}, r.version, g.saved, ${seasonAt}
		FROM given g JOIN raised r ON r.id = g.team_id RETURNING id, wall_at`;

/** Saves which player is in the injured place of a team. */
export const saveInjuredPlace = (trx: Db, teamId: TeamId, playerId: PlayerId | null) =>
	trx.updateTable("draft_seats").set({ injured_player_id: playerId }).where("team_id", "=", teamId).execute();

/** Raises a draft's version, so that members' screens notice that something has changed. */
export const incrementDraftVersion = (trx: Db, leagueId: number) =>
	sql`${prepared("increment-draft-version")} UPDATE drafts SET version = version + 1 WHERE league_id = ${leagueId}`.execute(
		trx,
	);
