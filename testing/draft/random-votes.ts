import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import type { TeamId } from "@first-bounce/rules/ids";
import { expect } from "vitest";
import { correctSquads } from "../../apps/server/features/leagues/draft/squads/correct.ts";
import { agreeToUndo, undoTransaction } from "../../apps/server/features/leagues/draft/squads/undo.ts";
import { getPickKey, type LeagueModel, type ModelChange, type ModelMove, type ModelProposal } from "./league-model.ts";
import {
	type Actor,
	createAction,
	getServices,
	PLACE_REFUSALS,
	pickFrom,
	pickPlayer,
	type RandomAction,
	rememberChange,
} from "./random-actor.ts";

/** The team and the user of the commissioner, who makes all proposals. */
const getCommissioner = ({ room: { teamIds, managers } }: Actor) => ({
	teamId: teamIds[0] ?? 0,
	userId: managers[0]?.userId ?? 0,
});

const isReserved = (model: LeagueModel, moves: readonly ModelMove[]): boolean =>
	moves.some(({ playerId }) => model.getReserved().playerIds.has(playerId));

export function buildCorrection(actor: Actor): RandomAction {
	const { room, model, random } = actor;
	const [ownTeamId = 0, ...others] = room.teamIds;
	const toTeamId = random() < 0.7 ? (pickFrom(random, random() < 0.9 ? others : room.teamIds) ?? 0) : null;
	const owned = [...model.owners.keys()];
	const playerId = (random() < 0.6 ? pickFrom(random, owned) : undefined) ?? pickPlayer(actor);
	const leaving = toTeamId !== null && random() < 0.6 ? pickFrom(random, model.listSquad(toTeamId)) : undefined;
	const moves = [
		{ playerId, toTeamId },
		...(leaving === undefined || leaving === playerId ? [] : [{ playerId: leaving, toTeamId: null }]),
	].map((move) => ({ ...move, fromTeamId: model.owners.get(move.playerId) ?? null }));
	const findAllowed = () => {
		if (moves[0]?.fromTeamId === toTeamId) return ["correct-nothing"];
		if (toTeamId === ownTeamId || moves.some(({ fromTeamId }) => fromTeamId === ownTeamId)) return ["correct-own"];
		if (isReserved(model, moves)) return ["correct-reserved"];
		if (toTeamId !== null && model.isTooFull(toTeamId, moves)) return ["locked", "squad-full"];
		return ["done", ...PLACE_REFUSALS];
	};
	return createAction({
		name: "correct",
		allowed: findAllowed(),
		send: () => correctSquads(getServices(room), getCommissioner(actor).userId, room.id, { moves, reason: "A slip" }),
		apply: ({ transaction }) => {
			rememberChange(actor, transaction);
			const { id, proposedMoves } = transaction;
			if (proposedMoves) {
				expect(proposedMoves).toEqual(moves);
				expect(transaction.moves).toEqual([]);
				model.changes.set(id, { kind: "proposal", isUndone: false, teamIds: new Set() });
				model.proposals.set(id, { moves, agreed: new Set() });
				return;
			}
			// Who loses a player must agree, or half of the others.
			expect(moves.every(({ fromTeamId }) => fromTeamId === null)).toBe(true);
			model.move(moves);
		},
	});
}

const UNDO_REFUSALS = ["squad-full", "squad-player-moved", "squad-player-free", ...PLACE_REFUSALS];
/** What locks and later moves refuse, before anything else is looked at. */
const LATE_REFUSALS = ["undo-after-lock", "undo-moved-again"];

/** What an undo that needs no votes, or has them all, may end with. */
function listUndoOutcomes({ model }: Actor, { trade }: ModelChange): readonly string[] {
	if (trade && !model.canReturnPicks(trade)) return [...LATE_REFUSALS, "undo-pick-moved"];
	return ["done", "correct-reserved", ...LATE_REFUSALS, ...UNDO_REFUSALS];
}

function applyUndo({ model }: Actor, changeId: string, transaction: DraftTransaction): void {
	if (model.isOver) throw new Error("A change was undone after the season");
	const change = model.changes.get(changeId);
	if (!change) throw new Error(`Change ${changeId} was undone, which nobody made`);
	const { kind, trade } = change;
	model.changes.set(changeId, { ...change, isUndone: true });
	model.proposals.delete(changeId);
	for (const side of trade ? [trade.from, trade.to] : [])
		for (const pick of side.picks) model.picks.set(getPickKey(pick), side.teamId);
	const { teamId, injuredPlayerId } = transaction;
	if (kind === "injured" && teamId !== null) model.injured.delete(teamId);
	model.move(transaction.moves);
	if (kind === "back" && teamId !== null && injuredPlayerId !== null) model.injured.set(teamId, injuredPlayerId);
}

export function buildUndo(actor: Actor): RandomAction | null {
	const { room, model, random } = actor;
	const [changeId, change] = pickFrom(random, [...model.changes].slice(-6)) ?? [];
	if (changeId === undefined || change === undefined) return null;
	const { userId, teamId: ownTeamId } = getCommissioner(actor);
	const findAllowed = () => {
		if (change.isUndone) return ["undo-undone-already"];
		if (["undo", "proposal"].includes(change.kind)) return ["undo-not-undoable"];
		return listUndoOutcomes(actor, change);
	};
	return createAction({
		name: "undo",
		allowed: findAllowed(),
		send: () => undoTransaction(getServices(room), userId, room.id, { changeId, reason: "A slip" }),
		apply: ({ transaction, proposal }) => {
			// Claims are no part of the model; the commissioner's own concern it as well.
			expect({ isProposed: proposal !== null, isDone: transaction !== null }).toEqual(
				proposal || change.teamIds.has(ownTeamId)
					? { isProposed: true, isDone: false }
					: { isProposed: false, isDone: true },
			);
			if (transaction) {
				rememberChange(actor, transaction);
				applyUndo(actor, changeId, transaction);
			} else if (!model.proposals.has(changeId)) model.proposals.set(changeId, { moves: [], agreed: new Set() });
		},
	});
}

/** How a proposal stands if these teams agree: half of the others must who get nobody by it, or all who lose somebody. */
function countVotes(actor: Actor, { moves }: ModelProposal) {
	const others = actor.room.teamIds.filter((teamId) => teamId !== getCommissioner(actor).teamId);
	const losers = others.filter((teamId) => moves.some(({ fromTeamId }) => fromTeamId === teamId));
	const voters = others.filter((teamId) => !moves.some(({ toTeamId }) => toTeamId === teamId));
	return {
		mayVote: (teamId: TeamId) => voters.includes(teamId) || losers.includes(teamId),
		isAgreed: (agreed: ReadonlySet<TeamId>) =>
			voters.filter((teamId) => agreed.has(teamId)).length >= Math.max(1, voters.length / 2) ||
			(losers.length > 0 && losers.every((teamId) => agreed.has(teamId))),
	};
}

/** Mostly votes on what is put to the vote, and sometimes on what is not. The last vote that a proposal needs makes it. */
export function buildVote(actor: Actor): RandomAction | null {
	const { room, model, random, userId, teamId } = actor;
	const open = [...model.proposals.keys()].slice(-3);
	const changeId = pickFrom(random, open.length > 0 && random() < 0.8 ? open : [...model.changes.keys()].slice(-6));
	const change = changeId === undefined ? undefined : model.changes.get(changeId);
	if (changeId === undefined || change === undefined) return null;
	const agrees = random() < 0.9;
	const proposal = model.proposals.get(changeId);
	const { mayVote, isAgreed } = countVotes(actor, proposal ?? { moves: [], agreed: new Set() });
	const agreed = new Set(proposal?.agreed);
	if (agrees) agreed.add(teamId);
	else agreed.delete(teamId);
	const late = change.kind === "proposal" ? ["undo-after-lock"] : LATE_REFUSALS;
	const findAllowed = () => {
		if (change.isUndone) return ["undo-undone-already"];
		if (change.kind === "undo") return ["undo-not-undoable"];
		if (change.trade && !model.canReturnPicks(change.trade)) return listUndoOutcomes(actor, change);
		if (!proposal) return ["undo-not-proposed", ...late];
		if (!mayVote(teamId)) return ["undo-own-vote", ...late];
		if (!isAgreed(agreed)) return ["done", ...late];
		if (change.kind !== "proposal") return listUndoOutcomes(actor, change);
		if (isReserved(model, proposal.moves)) return ["correct-reserved", ...late];
		const isStale = proposal.moves.some(
			({ playerId, fromTeamId }) => (model.owners.get(playerId) ?? null) !== fromTeamId,
		);
		return [...(isStale ? [] : ["done"]), ...late, ...UNDO_REFUSALS];
	};
	return createAction({
		name: "agree",
		allowed: findAllowed(),
		send: () => agreeToUndo(getServices(room), userId, room.id, { changeId, agrees }),
		apply: ({ transaction }) => {
			if (!proposal) throw new Error(`A vote was counted on change ${changeId}, which nobody has proposed`);
			expect(transaction !== null).toBe(isAgreed(agreed));
			model.proposals.set(changeId, { ...proposal, agreed });
			if (!transaction) return;
			rememberChange(actor, transaction);
			if (change.kind !== "proposal") return applyUndo(actor, changeId, transaction);
			model.proposals.delete(changeId);
			model.move(proposal.moves);
		},
	});
}
