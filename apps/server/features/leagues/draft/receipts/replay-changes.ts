import { applyMoves, type InjuredMove, type MovesContext, type Squads } from "@first-bounce/rules/draft/squad-moves";
import { listReverseInjured } from "@first-bounce/rules/draft/undo-change";
import type { TeamId } from "@first-bounce/rules/ids";
import type { StoredChange } from "./queries.ts";

/** Changes that were stored by one transaction, such as those of a waiver run. */
export type ChangeGroup = readonly [StoredChange, ...StoredChange[]];

const isOfSameRun = (a: StoredChange, b: StoredChange): boolean =>
	a.kind === "waivers" &&
	b.kind === "waivers" &&
	a.data.runRoundId === b.data.runRoundId &&
	a.data.run === b.data.run &&
	a.seasonAt === b.seasonAt;

export function groupChanges(changes: readonly StoredChange[]): readonly ChangeGroup[] {
	const groups: [StoredChange, ...StoredChange[]][] = [];
	for (const change of changes) {
		const group = groups.at(-1);
		if (group && isOfSameRun(group[0], change)) group.push(change);
		else groups.push([change]);
	}
	return groups;
}

/** What a change did to injured places. A player who leaves her team leaves its injured place too. */
function listInjuredMoves(change: StoredChange, undone: StoredChange | undefined): readonly InjuredMove[] {
	const { kind, teamId, moves, data } = change;
	const playerId = data.injuredPlayerId;
	if (kind === "undo" && undone) {
		const { injuredPlayerId = null } = undone.data;
		return listReverseInjured({ ...undone, at: undone.seasonAt, isUndone: true, injuredPlayerId });
	}
	if (teamId === null || playerId === undefined) return [];
	if (kind === "injured") return [{ teamId, playerId }];
	return kind === "back" && !moves.some((move) => move.playerId === playerId) ? [{ teamId, playerId: null }] : [];
}

/** The teams whose squads or injured places a group of changes concerns. */
export function listConcernedTeams(group: ChangeGroup): readonly TeamId[] {
	const teamIds = group.flatMap(({ kind, teamId, moves, data }) => [
		...moves.flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId]),
		...(data.injuredPlayerId === undefined || (kind !== "injured" && kind !== "back" && kind !== "undo")
			? []
			: [teamId]),
	]);
	return [...new Set(teamIds.filter((teamId) => teamId !== null))];
}

/** Moves players as the log says, even against the rules, so that later changes can be checked. */
function moveAsLogged({ owners, injured, lineups }: Squads, { moves }: StoredChange): Squads {
	const ownersAfter = new Map(owners);
	for (const { playerId, toTeamId } of moves) {
		ownersAfter.delete(playerId);
		if (toTeamId !== null) ownersAfter.set(playerId, toTeamId);
	}
	return { owners: ownersAfter, injured, lineups };
}

/**
 * Applies changes again under the rules, one after the other. A change that the rules refuse is reported and applied all the
 * same.
 */
export function applyChanges(
	squads: Squads,
	group: ChangeGroup,
	{ changes, context }: { readonly changes: ReadonlyMap<string, StoredChange>; readonly context: MovesContext },
): { readonly squads: Squads; readonly problems: readonly string[] } {
	const problems: string[] = [];
	let current = squads;
	for (const change of group) {
		const undone = changes.get(change.data.undoneId ?? "");
		const result = applyMoves(current, { moves: change.moves, injured: listInjuredMoves(change, undone) }, context);
		if (!result.ok) problems.push(`the change of squads ${change.id} is refused: ${result.problem.code}`);
		current = result.ok ? result.squads : moveAsLogged(current, change);
	}
	return { squads: current, problems };
}
