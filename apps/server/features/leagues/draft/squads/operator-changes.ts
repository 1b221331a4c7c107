import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import type { OperatorDraftLeague } from "@first-bounce/contract/operator/draft-leagues";
import { checkUndo, listChangedTeams } from "@first-bounce/rules/draft/undo-change";
import type { SeasonTime, TeamId } from "@first-bounce/rules/ids";
import type { Db } from "../../../../db/tables/tables.ts";
import { type AuditContext, parseOperatorActor, writeAudit } from "../../../../plugins/audit.ts";
import { refuse } from "../../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import type { LeagueRow } from "../../league-row.ts";
import { listOwners } from "../queries.ts";
import { type DraftServices, findOwnSeat, type Room } from "../room.ts";
import { getTeamName, sortSeats } from "../seat-view.ts";
import { withSettledSquads } from "../settle.ts";
import type { LockedSquads } from "./change-squads.ts";
import { applyCorrection, type CorrectionMove } from "./correct.ts";
import { buildTransaction, listLastChanges } from "./transactions.ts";
import { applyUndo, buildUndoableChange, loadUndoable, loadUndoContext } from "./undo.ts";

/** Builds the author of an operator's change as the league's log shows it: without a name, which members must not read. */
const buildAuthor = ({ reason }: AuditContext) => ({ userId: null, reason, data: { isOperator: true } });

/** Refuses a change by an operator whose own team it concerns. Commands are not checked, because they have no account. */
function requireOtherTeams(
	{ seats }: LockedSquads,
	{ actor }: AuditContext,
	teamIds: readonly (TeamId | null)[],
): void {
	const own = findOwnSeat(seats, parseOperatorActor(actor));
	if (own && teamIds.includes(own.team_id)) throw refuse(409, "operator-own-team");
}

/** Lists the teams of a league with their squads, in the order of the draft. */
export async function listSquadsForOperator(
	db: Db,
	{ draft, seats }: Pick<Room, "draft" | "seats">,
): Promise<OperatorDraftLeague["squads"]> {
	const owners = await listOwners(db, draft.league_id);
	return sortSeats(draft, seats).map((seat) => ({
		teamId: seat.team_id,
		teamName: getTeamName(seat),
		isRobot: seat.is_robot,
		isVacant: seat.user_id === null && !seat.is_robot,
		isAway: seat.is_away,
		misses: seat.misses,
		playerIds: owners.filter(({ teamId }) => teamId === seat.team_id).map(({ playerId }) => playerId),
		injuredPlayerId: seat.injured_player_id,
	}));
}

/** Lists the last changes of a league's squads with those that an operator may undo, the newest first. */
export async function listChangesForOperator(
	db: Db,
	league: Pick<LeagueRow, "id" | "start_id">,
	{ season, now, limit }: { readonly season: SeasonSnapshot; readonly now: SeasonTime; readonly limit: number },
): Promise<DraftTransaction[]> {
	const rows = await listLastChanges(db, league.id, limit);
	const changes = rows.map(buildUndoableChange);
	const context = await loadUndoContext(db, league, { season, now });
	return rows.map((row, index) => {
		const change = changes[index];
		const mayUndo = change !== undefined && checkUndo(change, changes.slice(0, index), context) === null;
		return { ...buildTransaction(row), ...(mayUndo ? { mayUndo } : {}) };
	});
}

/** Undoes a change of squads for a league in trouble, by the rules for its commissioner, but without a vote. */
export const undoByOperator = (
	services: DraftServices,
	leagueId: number,
	changeId: string,
	audit: AuditContext,
): Promise<string> =>
	withSettledSquads(services, leagueId, null, async (locked) => {
		const row = await loadUndoable(locked, changeId);
		requireOtherTeams(locked, audit, listChangedTeams(buildUndoableChange(row)));
		const id = await applyUndo(locked, row, buildAuthor(audit));
		await writeAudit(locked.trx, audit, {
			action: "squad-change-undone",
			subject: `draft-league:${leagueId}`,
			before: { changeId, kind: row.kind, moves: row.moves },
			after: { changeId: id },
		});
		return id;
	});

/** Corrects squads for a league in trouble. */
export const correctByOperator = (
	services: DraftServices,
	leagueId: number,
	moves: readonly CorrectionMove[],
	audit: AuditContext,
): Promise<string> =>
	withSettledSquads(services, leagueId, null, async (locked) => {
		const before = moves.map(({ playerId }) => ({ playerId, teamId: locked.squads.owners.get(playerId) ?? null }));
		requireOtherTeams(
			locked,
			audit,
			[...before, ...moves.map(({ toTeamId: teamId }) => ({ teamId }))].map(({ teamId }) => teamId),
		);
		const id = await applyCorrection(locked, moves, buildAuthor(audit));
		await writeAudit(locked.trx, audit, {
			action: "squads-corrected",
			subject: `draft-league:${leagueId}`,
			before: { owners: before },
			after: { changeId: id, moves },
		});
		return id;
	});
