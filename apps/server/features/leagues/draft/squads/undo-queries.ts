import type { PlayerMove } from "@first-bounce/rules/draft/squad-moves";
import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { type Insertable, sql } from "kysely";
import { findRow, findValue, hasRow, insertMissing, listRows } from "../../../../db/rows.ts";
import type { Db, OptionalRow, Row, Tables } from "../../../../db/tables/tables.ts";

export type ProposalRow = Row<"undo_proposals"> &
	OptionalRow<"users", "team_name" | "is_active" | "avatar_version"> & {
		readonly team_ids: readonly TeamId[];
		/** Of a proposed correction. */
		readonly moves: readonly PlayerMove[] | null;
	};

/** Lists the proposals of a league with the teams that agree. */
export const listProposals = (db: Db, leagueId: number): Promise<readonly ProposalRow[]> =>
	listRows(db)<ProposalRow>`
		SELECT p.*, (SELECT c.data->'proposedMoves' FROM squad_changes c WHERE c.id = p.change_id) AS moves, u.team_name, u.is_active, u.avatar_version, ARRAY(
			SELECT v.team_id FROM undo_votes v WHERE v.change_id = p.change_id ORDER BY v.team_id) AS team_ids
		FROM undo_proposals p LEFT JOIN users u ON u.id = p.user_id WHERE p.league_id = ${leagueId}`;

export const insertProposal = (trx: Db, proposal: Insertable<Tables["undo_proposals"]>) =>
	insertMissing(trx, "undo_proposals", proposal);

export const deleteProposal = (trx: Db, changeId: string) =>
	trx.deleteFrom("undo_proposals").where("change_id", "=", changeId).execute();

/** Deletes the proposals of a draft that is reset. */
export const deleteProposals = (trx: Db, leagueId: number) =>
	trx.deleteFrom("undo_proposals").where("league_id", "=", leagueId).execute();

/** Finds the id of the last change of a league's squads; 0 without one. */
export const findLastChange = async (db: Db, leagueId: number): Promise<number> =>
	Number(await findValue(db)<string | null>`SELECT max(id) FROM squad_changes WHERE league_id = ${leagueId}`);

/**
 * Finds the id of the last change of squads that belongs to a draft that was reset; 0 without one. A reset that did not record
 * it is compared by wall time.
 */
export const findLastFormerChange = async (db: Db, leagueId: number): Promise<number> =>
	Number(
		await findValue(db)<string | null>`
			SELECT max(coalesce((g.data->>'lastChangeId')::bigint,
				(SELECT max(c.id) FROM squad_changes c WHERE c.league_id = g.league_id AND c.at <= g.at)))
			FROM draft_log g WHERE g.league_id = ${leagueId} AND g.action = 'reset'`,
	);

/** Records a team's vote for a proposal, or removes it. */
export const saveVote = (
	trx: Db,
	vote: { readonly change_id: string; readonly team_id: TeamId; readonly at: Date },
	agrees: boolean,
): Promise<unknown> =>
	agrees
		? insertMissing(trx, "undo_votes", vote)
		: sql`DELETE FROM undo_votes WHERE change_id = ${vote.change_id} AND team_id = ${vote.team_id}`.execute(trx);

/** Lists the claims of a team that are pending or were decided since a round. */
export const listClaimsOfTeam = (db: Db, teamId: TeamId, fromRoundId: RoundId) =>
	listRows(db)<Row<"waiver_claims", "player_id" | "state" | "round_id" | "run">>`
		SELECT player_id, state, round_id, run FROM waiver_claims
		WHERE team_id = ${teamId} AND (state = 'pending' OR round_id >= ${fromRoundId})`;

export const markUndone = (trx: Db, changeId: string, undoId: string) =>
	trx.updateTable("squad_changes").set({ undone_by: undoId }).where("id", "=", changeId).execute();

/** Gives a team back what it has bid. */
export const refundBid = (trx: Db, teamId: TeamId, bid: number) =>
	sql`UPDATE draft_seats SET budget = budget + ${bid} WHERE team_id = ${teamId}`.execute(trx);

/**
 * Finds the last waiver run of a league, if it made this change: the priority before it, and the teams whose claims were granted
 * and not undone, in order. Undefined if an earlier run made the change.
 */
export const findLastRunForUndo = (trx: Db, leagueId: number, changeId: string) =>
	findRow(trx)<{ teamIds: TeamId[]; winnerIds: TeamId[] }>`
		SELECT r.data->'teamIds' AS "teamIds", array(SELECT o.team_id FROM squad_changes o
			WHERE o.league_id = r.league_id AND o.kind = 'waivers' AND o.undone_by IS NULL
				AND o.data->>'runRoundId' = c.data->>'runRoundId' AND o.data->>'run' = c.data->>'run' ORDER BY o.id) AS "winnerIds"
		FROM squad_changes c JOIN (SELECT * FROM waiver_runs WHERE league_id = ${leagueId}
				ORDER BY round_id DESC, run DESC LIMIT 1) r
			ON r.round_id = (c.data->>'runRoundId')::int AND r.run = c.data->>'run'
		WHERE c.id = ${changeId}`;

/** SQL: the picks that an executed trade has moved. */
const selectTradedPicks = (changeId: string) => sql`
	SELECT t.league_id, p.pick_round, p.pick_original_team_id, p.team_id AS giver,
		t.from_team_id + t.to_team_id - p.team_id AS receiver
	FROM draft_trades t JOIN draft_trade_parts p ON p.trade_id = t.id
	WHERE t.change_id = ${changeId} AND p.pick_round IS NOT NULL`;

/** Whether all picks of an executed trade are still where it moved them, and none is part of another accepted trade. */
export const canReturnTradedPicks = async (trx: Db, changeId: string): Promise<boolean> =>
	!(await hasRow(trx)`
		SELECT FROM (${selectTradedPicks(changeId)}) parts
		WHERE NOT EXISTS (SELECT FROM future_picks f WHERE f.league_id = parts.league_id AND f.round = parts.pick_round
				AND f.original_team_id = parts.pick_original_team_id AND f.team_id = parts.receiver)
			OR EXISTS (SELECT FROM draft_trades t JOIN draft_trade_parts p ON p.trade_id = t.id
				WHERE t.league_id = parts.league_id AND t.state = 'accepted' AND p.pick_round = parts.pick_round
					AND p.pick_original_team_id = parts.pick_original_team_id)`);

/** Gives the picks of an executed trade back. */
export const returnTradedPicks = (trx: Db, changeId: string) =>
	sql`UPDATE future_picks f SET team_id = parts.giver FROM (${selectTradedPicks(changeId)}) parts
		WHERE f.league_id = parts.league_id AND f.round = parts.pick_round
			AND f.original_team_id = parts.pick_original_team_id`.execute(trx);
