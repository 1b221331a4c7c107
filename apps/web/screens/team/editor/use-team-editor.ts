import type { Team } from "@first-bounce/contract/team/team";
import { type CaptainRole, getRoleHolder } from "@first-bounce/rules/captaincy/change-roles";
import type { Dollars, PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { findChangedPlayers } from "@first-bounce/rules/lineup/changed-players";
import { isEmptySlot, type Lineup, type Slot } from "@first-bounce/rules/lineup/lineup";
import { findEmptySlot, getPlayerAt } from "@first-bounce/rules/lineup/slots";
import { createLockCheck, findLockViolations, type LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { computeBankAfterEdit, computeBankUnderCap } from "@first-bounce/rules/salary/salary";
import { applySwaps } from "@first-bounce/rules/swaps/swap-players";
import { checkTeamEdit } from "@first-bounce/rules/team/edit-team";
import { hasTeamStarted } from "@first-bounce/rules/team/team-state";
import type { Violation } from "@first-bounce/rules/violation";
import { useMemo, useState } from "react";
import type { Season } from "../../../api/season-model.ts";
import { getLineup, getTeamState } from "../model/team-state.ts";
import {
	addPlayer,
	clearUnlocked,
	createDraft,
	createFirstDraft,
	type Draft,
	fillDefaultRoles,
	listEmptySlots,
	movePlayer,
	removePlayer,
	setRole,
	toggleEmergency,
} from "./draft.ts";
import { loadDraft } from "./draft-storage.ts";
import { type CanMoveTo, createHistory, type History, pushState, redo, undo } from "./undo-history.ts";

export interface TeamEditor {
	readonly lineup: Lineup;
	readonly draft: Draft;
	readonly bank: Dollars;
	readonly isLocked: LockCheck;
	/** Free editing is open until the start round is complete. */
	readonly isEditable: boolean;
	readonly isDirty: boolean;
	/** The draft was restored from this device's storage. */
	readonly isRestored: boolean;
	readonly emptySlots: readonly Slot[];
	/** A complete, legal line-up that differs from the saved one. */
	readonly candidate: Lineup | null;
	/** Why a complete line-up cannot be saved. */
	readonly violations: readonly Violation[];
	/** Locked players changed by the draft, which prevents saving it. */
	readonly lockedChanges: readonly PlayerId[];
	readonly remove: (slot: Slot) => void;
	/** Adds her to the preferred slot if it is empty and she fits, else to the first slot she fits. */
	readonly add: (id: PlayerId, preferred: Slot | null) => void;
	/** The slot that `add` would fill; null if she fits none. */
	readonly findSlot: (id: PlayerId, preferred: Slot | null) => Slot | null;
	readonly move: (from: Slot, to: Slot) => void;
	readonly setRole: (role: CaptainRole, id: PlayerId) => void;
	readonly toggleEmergency: (id: PlayerId) => void;
	readonly clear: () => void;
	/** Null if every step would move a locked player. */
	readonly undo: (() => void) | null;
	readonly redo: (() => void) | null;
	/** Replaces the line-up in one step. */
	readonly replaceWith: (lineup: Lineup) => void;
	/** Returns to an earlier draft as a new step. */
	readonly restore: (draft: Draft) => void;
	/** Sets the saved team without changing a draft that was edited during the save. */
	readonly setSaved: (saved: Team) => void;
	/** Replaces the draft with a team saved elsewhere. Undo restores the draft if it had changes. */
	readonly replaceWithSaved: (saved: Team) => void;
	/** A draft that a save from elsewhere replaced; null once it is restored or would change locked players. */
	readonly replacedDraft: Draft | null;
	readonly restoreReplaced: () => void;
	readonly discardReplaced: () => void;
}

interface EditorState {
	readonly savedTeam: Team;
	readonly drafts: History<Draft>;
	readonly isRestored: boolean;
	readonly replacedDraft: Draft | null;
}

function createEditorState(team: Team, season: Season): EditorState {
	const stored = loadDraft(team.id, team.version, season);
	const restored = stored?.isCurrent ? stored.draft : null;
	return {
		savedTeam: team,
		drafts: createHistory(restored ?? createDraftForTeam(team, season)),
		isRestored: restored !== null,
		replacedDraft: stored && !stored.isCurrent ? stored.draft : null,
	};
}

const createDraftForTeam = (team: Team, { rules }: Season): Draft =>
	team.isComplete ? createDraft(getLineup(team)) : createFirstDraft(getLineup(team), rules);

/** Updates the saved team. An unchanged draft follows it; an edited or just saved draft stays. */
function rebase(state: EditorState, team: Team, season: Season): EditorState {
	const { rules } = season;
	const { savedTeam, drafts } = state;
	const hasChangedSince = (from: Team) => findChangedPlayers(getLineup(from), drafts.present.lineup, rules).length > 0;
	return hasChangedSince(savedTeam) || !hasChangedSince(team)
		? { ...state, savedTeam: team }
		: { ...state, savedTeam: team, drafts: createHistory(createDraftForTeam(team, season)), isRestored: false };
}

/** Whether a team is older than the last save on this page; the query cache may still hold it for a moment. */
const isOlder = (team: Team, savedTeam: Team): boolean => team.id === savedTeam.id && team.version < savedTeam.version;

/** The team being edited. Previews use the same rules as the server. */
export function useTeamEditor(team: Team, season: Season, now: SeasonTime): TeamEditor {
	const [editorState, setEditorState] = useState(() => createEditorState(team, season));
	if (editorState.savedTeam !== team && !isOlder(team, editorState.savedTeam))
		setEditorState(rebase(editorState, team, season));
	const { rules, lookup: getPlayer, rounds } = season;
	const savedState = getTeamState(team);
	const getProjectedPoints = (id: PlayerId): number | undefined => season.playerById.get(id)?.stats.projectedPoints;
	const context = { rules, getPlayer, rounds, now, projected: getProjectedPoints };
	const isLocked = useMemo(
		() => createLockCheck(getTeamState(team), { rules, getPlayer, rounds, now }),
		[team, rules, getPlayer, rounds, now],
	);
	const { drafts } = editorState;
	const draft = drafts.present;
	const { lineup } = draft;
	const emptySlots = listEmptySlots(draft, rules);
	const changed = findChangedPlayers(getLineup(team), lineup, rules);
	const isDirty = changed.length > 0;
	const editResult = isDirty && emptySlots.length === 0 ? checkTeamEdit(savedState, lineup, context) : null;

	const pushDraft = (next: Draft) =>
		setEditorState((previous) => ({ ...previous, drafts: pushState(previous.drafts, next), isRestored: false }));
	const updateDraft = (next: Draft) => {
		const isComplete = listEmptySlots(next, rules).length === 0;
		pushDraft(
			isComplete ? createDraft(fillDefaultRoles(next.lineup, savedState === null, rules, getProjectedPoints)) : next,
		);
	};
	const listLocked = (ids: readonly PlayerId[]) =>
		findLockViolations(ids, isLocked).flatMap((violation) => ("playerId" in violation ? [violation.playerId] : []));
	const canMoveTo: CanMoveTo<Draft> = (target, present) =>
		listLocked(findChangedPlayers(getLineup(team), target.lineup, rules)).length === 0 &&
		findChangedPlayers(present.lineup, target.lineup, rules).length > 0;
	const { replacedDraft } = editorState;
	const createHistoryAction = (move: typeof undo<Draft>) => {
		if (!move(drafts, canMoveTo)) return null;
		return () =>
			setEditorState((previous) => ({
				...previous,
				drafts: move(previous.drafts, canMoveTo) ?? previous.drafts,
				isRestored: false,
			}));
	};
	const findSlot = (id: PlayerId, preferred: Slot | null): Slot | null => {
		const player = getPlayer(id);
		if (!player) return null;
		const fits =
			preferred &&
			isEmptySlot(getPlayerAt(lineup, preferred)) &&
			(!preferred.line || player.position.includes(preferred.line));
		return fits ? preferred : findEmptySlot(lineup, player, rules);
	};

	return {
		lineup,
		draft,
		bank: savedState
			? computeBankAfterEdit(savedState.bank, savedState.lineup, lineup, getPlayer)
			: computeBankUnderCap(lineup, rules, getPlayer),
		isLocked,
		isEditable: !savedState || !hasTeamStarted(savedState, context),
		isDirty,
		isRestored: editorState.isRestored,
		emptySlots,
		candidate: editResult?.ok ? editResult.value.lineup : null,
		violations: editResult && !editResult.ok ? editResult.violations : [],
		lockedChanges: listLocked(changed),
		remove: (slot) => updateDraft(removePlayer(draft, slot, rules)),
		add: (id, preferred) => {
			const slot = findSlot(id, preferred);
			if (slot) updateDraft(addPlayer(draft, slot, id, rules));
		},
		findSlot,
		move: (from, to) => {
			const otherId = getPlayerAt(lineup, to);
			if (isEmptySlot(otherId)) return updateDraft(movePlayer(draft, from, to, rules));
			const swapped = applySwaps(lineup, [[getPlayerAt(lineup, from), otherId]], { rules, getPlayer }, isLocked);
			if (swapped.ok) updateDraft({ ...draft, lineup: swapped.value });
		},
		setRole: (role, id) => {
			if (getRoleHolder(lineup, role) !== id && !isLocked(getRoleHolder(lineup, role)))
				updateDraft(setRole(draft, role, id));
		},
		toggleEmergency: (id) => updateDraft(toggleEmergency(draft, id)),
		undo: createHistoryAction(undo),
		redo: createHistoryAction(redo),
		clear: () => updateDraft(clearUnlocked(draft, isLocked, rules)),
		replaceWith: (next) => pushDraft(createDraft(next)),
		restore: pushDraft,
		setSaved: (savedTeam) => setEditorState((previous) => ({ ...previous, savedTeam, replacedDraft: null })),
		replaceWithSaved: (savedTeam) =>
			setEditorState((previous) => {
				const { present } = previous.drafts;
				const next = createDraftForTeam(savedTeam, season);
				if (findChangedPlayers(getLineup(previous.savedTeam), present.lineup, rules).length === 0)
					return { ...previous, savedTeam, drafts: createHistory(next), isRestored: false };
				return {
					savedTeam,
					drafts: pushState(createHistory(present), next),
					isRestored: false,
					replacedDraft: present,
				};
			}),
		replacedDraft: replacedDraft && canMoveTo(replacedDraft, draft) ? replacedDraft : null,
		restoreReplaced: () =>
			setEditorState((previous) => ({
				...previous,
				isRestored: false,
				replacedDraft: null,
				drafts: previous.replacedDraft ? pushState(previous.drafts, previous.replacedDraft) : previous.drafts,
			})),
		discardReplaced: () => setEditorState((previous) => ({ ...previous, replacedDraft: null })),
	};
}
