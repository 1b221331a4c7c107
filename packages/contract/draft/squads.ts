import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague, changeOwnTeam } from "../call-access.ts";
import { id } from "../fields.ts";
import { draftTransaction, rowId, savedTransaction, undoProposal } from "./waivers.ts";

const MAX_MOVES = 30;

const changeReason = z.string().trim().min(3).max(300);

export const putInInjuredPlace = defineCall("POST", "/draft/squads/:id/injured", {
	...changeOwnTeam,
	summary:
		"Extension: put an injured player of the caller's squad in its injured place, which frees her place in the squad",
	body: z.strictObject({ playerId: id }),
	success: savedTransaction,
});

export const bringBackFromInjury = defineCall("POST", "/draft/squads/:id/back", {
	...changeOwnTeam,
	summary: "Extension: bring the player in the caller's injured place back to the squad; `dropId` leaves for her",
	body: z.strictObject({ dropId: id.nullable().default(null) }),
	success: savedTransaction,
});

export const correctionMoves = z
	.array(z.strictObject({ playerId: id, toTeamId: id.nullable() }))
	.min(1)
	.max(MAX_MOVES)
	.refine((moves) => new Set(moves.map(({ playerId }) => playerId)).size === moves.length, "distinct");

export const correctSquads = defineCall("POST", "/draft/squads/:id/correct", {
	...actInLeague,
	summary:
		"Extension: move players to the teams where they belong, null for none, all or nobody; commissioner and deputies, for other teams than their own. If a manager loses a player or gets another team's, or one on waivers moves, it is proposed: half of the others or whoever loses a player must agree",
	body: z.strictObject({ moves: correctionMoves, reason: changeReason }),
	success: savedTransaction,
});

/** The outcome of an undo: it is done, or the other managers vote on it. */
const undoResult = z.object({
	/** The undo in the log; null while managers vote. */
	transaction: draftTransaction.nullable(),
	proposal: undoProposal.nullable(),
});

export const undoTransaction = defineCall("POST", "/draft/squads/:id/undo", {
	...actInLeague,
	summary:
		"Extension: undo a change of squads until the next match starts; commissioner and deputies. If it concerns the caller's own team, or a player whom it has claimed, half of the other managers must agree",
	body: z.strictObject({ changeId: rowId, reason: changeReason }),
	success: undoResult,
});

export const agreeToUndo = defineCall("POST", "/draft/squads/:id/undo/agree", {
	...actInLeague,
	summary: "Extension: agree to a proposed undo or correction, or take that back; the last vote that is needed does it",
	body: z.strictObject({ changeId: rowId, agrees: z.boolean() }),
	success: undoResult,
});
