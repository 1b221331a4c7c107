import { type AuditContext, writeAudit } from "../../../../plugins/audit.ts";
import type { DraftServices } from "../room.ts";
import { withSettledSquads } from "../settle.ts";
import { applyCorrection, type CorrectionMove } from "./correct.ts";
import { applyUndo, loadUndoable } from "./undo.ts";

/** What the log of the league says about a change by an operator, whose name members do not read. */
const buildAuthor = ({ reason }: AuditContext) => ({ userId: null, reason, data: { isOperator: true } });

/** Undoes a change of squads for a league in trouble, under the rules that bind its commissioner but for the vote. */
export const undoByOperator = (
	services: DraftServices,
	leagueId: number,
	changeId: string,
	audit: AuditContext,
): Promise<string> =>
	withSettledSquads(services, leagueId, null, async (locked) => {
		const row = await loadUndoable(locked, changeId);
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
		const id = await applyCorrection(locked, moves, buildAuthor(audit));
		await writeAudit(locked.trx, audit, {
			action: "squads-corrected",
			subject: `draft-league:${leagueId}`,
			before: { owners: before },
			after: { changeId: id, moves },
		});
		return id;
	});
