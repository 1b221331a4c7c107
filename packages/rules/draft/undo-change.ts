import type { PlayerId, SeasonTime, TeamId } from "../ids.ts";
import type { Round } from "../round/round.ts";
import type { InjuredMove, PlayerMove } from "./squad-moves.ts";

/** The parts of a change of squads that an undo needs. */
export interface UndoableChange {
	/** Later changes have higher ids. */
	readonly id: number;
	readonly kind: string;
	/** The team that made it; null for corrections. */
	readonly teamId: TeamId | null;
	readonly at: SeasonTime;
	readonly isUndone: boolean;
	readonly moves: readonly PlayerMove[];
	/** The player who went to the injured place or came back, for these kinds. */
	readonly injuredPlayerId: PlayerId | null;
}

export type UndoProblem =
	| { readonly code: "undone-already" }
	| { readonly code: "not-undoable" }
	| { readonly code: "after-lock" }
	| { readonly code: "moved-again"; readonly playerId: PlayerId };

/** What decides until when changes of squads can be undone. */
interface LockContext {
	readonly rounds: readonly Round[];
	readonly startRoundId: number;
	readonly now: SeasonTime;
}

/** Whether a match of the league's rounds has started since a change: until then it can be undone, and a proposal be voted on. */
export const hasBounceSince = (at: SeasonTime, { rounds, startRoundId, now }: LockContext): boolean =>
	rounds.some(
		({ id, matches }) => id >= startRoundId && matches.some(({ startsAt }) => startsAt > at && startsAt <= now),
	);

const listConcerned = ({ moves, injuredPlayerId }: Pick<UndoableChange, "moves" | "injuredPlayerId">): PlayerId[] => [
	...moves.map(({ playerId }) => playerId),
	...(injuredPlayerId === null ? [] : [injuredPlayerId]),
];

/** The teams whose squads a change has changed. */
export const listChangedTeams = ({ teamId, moves }: Pick<UndoableChange, "teamId" | "moves">): TeamId[] => [
	...new Set(
		[teamId, ...moves.flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId])].filter((id) => id !== null),
	),
];

/**
 * Finds why a change of squads cannot be undone (docs/game-rules.md#undone-and-corrected-squads); null if locks and places allow
 * it.
 *
 * @param later the changes of the league after it
 */
export function checkUndo(
	change: UndoableChange,
	later: readonly UndoableChange[],
	{
		lastFormerId,
		...locks
	}: LockContext & {
		/** The last change of a draft that was reset; 0 without one. Season time cannot tell, because a demo may stop it. */
		readonly lastFormerId: number;
	},
): UndoProblem | null {
	if (change.isUndone) return { code: "undone-already" };
	const isProposal = change.kind === "correction" && change.moves.length === 0;
	if (change.kind === "undo" || isProposal || change.id <= lastFormerId) return { code: "not-undoable" };
	if (hasBounceSince(change.at, locks)) return { code: "after-lock" };
	// A later change and its undo cancel each other out.
	const standing = later.filter(({ kind, isUndone }) => kind !== "undo" && !isUndone);
	const movedLater = new Set(standing.flatMap(listConcerned));
	// The injured place of a team has one player: its changes are undone from the last one back.
	const laterInPlace = change.injuredPlayerId === null ? [] : standing.filter(({ teamId }) => teamId === change.teamId);
	const playerId =
		listConcerned(change).find((id) => movedLater.has(id)) ??
		laterInPlace.find(({ injuredPlayerId }) => injuredPlayerId !== null)?.injuredPlayerId;
	return playerId == null ? null : { code: "moved-again", playerId };
}

/** The moves that take a change back. */
export const listReverseMoves = ({ moves }: Pick<UndoableChange, "moves">): PlayerMove[] =>
	moves.toReversed().map(({ playerId, fromTeamId, toTeamId }) => ({
		playerId,
		fromTeamId: toTeamId,
		toTeamId: fromTeamId,
	}));

/** Lists the moves that undo a change of an injured place. */
export function listReverseInjured({ kind, teamId, injuredPlayerId }: UndoableChange): InjuredMove[] {
	if (teamId === null || injuredPlayerId === null) return [];
	if (kind === "injured") return [{ teamId, playerId: null }];
	return kind === "back" ? [{ teamId, playerId: injuredPlayerId }] : [];
}

/** Counts how many other managers must agree before a manager may undo her own change: half of them, and at least one. */
export const countNeededVotes = (otherManagers: number): number => Math.max(1, Math.ceil(otherManagers / 2));
