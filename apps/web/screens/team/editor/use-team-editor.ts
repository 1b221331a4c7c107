import type { Team } from "@first-bounce/contract/team/team";
import { type CaptainRole, getRoleHolder } from "@first-bounce/rules/captaincy/change-roles";
import { checkLineupSave } from "@first-bounce/rules/draft/check-lineup-save";
import type { PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { findChangedPlayers } from "@first-bounce/rules/lineup/changed-players";
import type { GetProjectedPoints } from "@first-bounce/rules/lineup/default-roles";
import { isNobody, type Lineup, type Slot } from "@first-bounce/rules/lineup/lineup";
import { findEmptySlot, getPlayerAt } from "@first-bounce/rules/lineup/slots";
import { createLockCheck, findLockViolations, type LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { findRound, findStartRoundId } from "@first-bounce/rules/round/round";
import { computeBankAfterEdit, computeBankUnderCap } from "@first-bounce/rules/salary/salary";
import { applySwaps } from "@first-bounce/rules/swaps/swap-players";
import { checkTeamEdit, type EditContext } from "@first-bounce/rules/team/edit-team";
import { getStartRoundId, hasTeamStarted, type TeamState } from "@first-bounce/rules/team/team-state";
import { accept, type Ruling } from "@first-bounce/rules/violation";
import { useMemo, useState } from "react";
import type { Season } from "../../../api/season-model.ts";
import { getExpectedPoints } from "../../../players/team-score.ts";
import { getLineup, getTeamState } from "../model/team-state.ts";
import {
	addPlayer,
	clearUnlocked,
	createEditedLineup,
	createFirstLineup,
	type EditedLineup,
	fillDefaultRoles,
	listEmptySlots,
	movePlayer,
	removePlayer,
	setRole,
	toggleEmergency,
} from "./edited-lineup.ts";
import { type CanMoveTo, createHistory, type History, pushState, redo, undo } from "./undo-history.ts";
import { loadUnsavedChanges } from "./unsaved-changes.ts";

interface EditorState {
	readonly savedTeam: Team;
	readonly history: History<EditedLineup>;
	readonly isLoadedFromDevice: boolean;
	readonly replacedChanges: EditedLineup | null;
}

function createEditorState(team: Team, season: Season): EditorState {
	const stored = loadUnsavedChanges(team.id, team.version, season);
	const unsaved = stored?.isCurrent ? stored.edited : null;
	return {
		savedTeam: team,
		history: createHistory(unsaved ?? createLineupOf(team, season)),
		isLoadedFromDevice: unsaved !== null,
		replacedChanges: stored && !stored.isCurrent ? stored.edited : null,
	};
}

const createLineupOf = (team: Team, { rules }: Season): EditedLineup =>
	team.isComplete ? createEditedLineup(getLineup(team)) : createFirstLineup(getLineup(team), rules);

/** Updates the saved team. The line-up follows it, unless the manager has edited the line-up. */
function updateSavedTeam(state: EditorState, team: Team, season: Season): EditorState {
	const { savedTeam, history } = state;
	const { lineup } = history.present;
	const isEdited = findChangedPlayers(getLineup(savedTeam), lineup, season.rules).length > 0;
	// The team has just been saved as it is shown, or has changed in something else.
	const isUpToDate = findChangedPlayers(getLineup(team), lineup, season.rules).length === 0;
	return isEdited || isUpToDate
		? { ...state, savedTeam: team }
		: { ...state, savedTeam: team, history: createHistory(createLineupOf(team, season)), isLoadedFromDevice: false };
}

/** Whether a team is older than the last save on this page; the query cache may still hold it for a moment. */
const isOlder = (team: Team, savedTeam: Team): boolean => team.id === savedTeam.id && team.version < savedTeam.version;

type ChangeState = (change: (previous: EditorState) => EditorState) => void;

/** What happens when the team is saved here or elsewhere. */
const buildSavedTeamActions = (changeState: ChangeState, season: Season) => ({
	/** Sets the saved team without losing edits made during the save. */
	setSaved: (savedTeam: Team) => changeState((previous) => ({ ...previous, savedTeam, replacedChanges: null })),
	/** Replaces the edited line-up with a team saved elsewhere. Undo restores the edited line-up if it had changes. */
	replaceWithSaved: (savedTeam: Team) =>
		changeState((previous) => {
			const { present } = previous.history;
			const next = createLineupOf(savedTeam, season);
			if (findChangedPlayers(getLineup(previous.savedTeam), present.lineup, season.rules).length === 0)
				return { ...previous, savedTeam, history: createHistory(next), isLoadedFromDevice: false };
			return {
				savedTeam,
				history: pushState(createHistory(present), next),
				isLoadedFromDevice: false,
				replacedChanges: present,
			};
		}),
	restoreReplaced: () =>
		changeState((previous) => ({
			...previous,
			isLoadedFromDevice: false,
			replacedChanges: null,
			history: previous.replacedChanges ? pushState(previous.history, previous.replacedChanges) : previous.history,
		})),
	discardReplaced: () => changeState((previous) => ({ ...previous, replacedChanges: null })),
});

interface LineupContext {
	readonly edited: EditedLineup;
	readonly season: Season;
	readonly isLocked: LockCheck;
	readonly applyEdit: (next: EditedLineup) => void;
}

/** The edits of players and their roles. */
function buildLineupActions({ edited, season: { rules, lookup: getPlayer }, isLocked, applyEdit }: LineupContext) {
	const { lineup } = edited;
	const findSlot = (id: PlayerId, preferred: Slot | null): Slot | null => {
		const player = getPlayer(id);
		if (!player) return null;
		const fits =
			preferred &&
			isNobody(getPlayerAt(lineup, preferred)) &&
			(!preferred.line || player.position.includes(preferred.line));
		return fits ? preferred : findEmptySlot(lineup, player, rules);
	};
	return {
		/** The slot that `add` would fill; null if she fits none. */
		findSlot,
		remove: (slot: Slot) => applyEdit(removePlayer(edited, slot, rules)),
		/** Adds a player to the preferred slot if it is empty and she fits, else to the first slot that she fits. */
		add: (id: PlayerId, preferred: Slot | null) => {
			const slot = findSlot(id, preferred);
			if (slot) applyEdit(addPlayer(edited, slot, id, rules));
		},
		move: (from: Slot, to: Slot) => {
			const otherId = getPlayerAt(lineup, to);
			if (isNobody(otherId)) return applyEdit(movePlayer(edited, from, to, rules));
			const swapped = applySwaps(lineup, [[getPlayerAt(lineup, from), otherId]], { rules, getPlayer }, isLocked);
			if (swapped.ok) applyEdit({ ...edited, lineup: swapped.value });
		},
		setRole: (role: CaptainRole, id: PlayerId) => {
			if (getRoleHolder(lineup, role) !== id && !isLocked(getRoleHolder(lineup, role)))
				applyEdit(setRole(edited, role, id));
		},
		toggleEmergency: (id: PlayerId) => applyEdit(toggleEmergency(edited, id)),
		clear: () => applyEdit(clearUnlocked(edited, isLocked, rules)),
	};
}

/** Checks an edited line-up as the server does: a line-up of a draft team has only players of its squad. */
function checkEdit(
	saved: TeamState | null,
	lineup: Lineup,
	{ squad, ...context }: EditContext & { readonly squad: readonly PlayerId[] | null },
): Ruling<Lineup> {
	if (squad && saved) return checkLineupSave(saved, lineup, { ...context, squad });
	const edited = checkTeamEdit(saved, lineup, context);
	return edited.ok ? accept(edited.value.lineup) : edited;
}

const listLocked = (ids: readonly PlayerId[], isLocked: LockCheck): readonly PlayerId[] =>
	findLockViolations(ids, isLocked).flatMap((violation) => ("playerId" in violation ? [violation.playerId] : []));

/** Creates a function that gets the expected points of unlocked players in a round. */
function createExpectedPoints(roundId: RoundId, season: Season, isLocked: LockCheck): GetProjectedPoints {
	const round = findRound(season.rounds, roundId) ?? null;
	return (id) => {
		const entry = season.playerById.get(id);
		return entry && !isLocked(id) ? getExpectedPoints(entry, round, season) : undefined;
	};
}

/**
 * The team being edited. Previews use the same rules as the server.
 *
 * @param squad the players of a team of a draft league; null for a classic team
 */
export function useTeamEditor(team: Team, season: Season, now: SeasonTime, squad: readonly PlayerId[] | null = null) {
	const [editorState, setEditorState] = useState(() => createEditorState(team, season));
	if (editorState.savedTeam !== team && !isOlder(team, editorState.savedTeam))
		setEditorState(updateSavedTeam(editorState, team, season));
	const { rules, lookup: getPlayer, rounds } = season;
	const savedState = getTeamState(team);
	const startRoundId = savedState ? getStartRoundId(savedState, { rounds, now }) : findStartRoundId(rounds, now);
	const isLocked = useMemo(
		() => createLockCheck(getTeamState(team), { getPlayer, rounds, now }),
		[team, getPlayer, rounds, now],
	);
	// A draft team is edited in every round, and its value is not limited, so it starts in the stored round.
	const nextRoundId = Math.max((squad === null ? startRoundId : team.startRoundId) ?? 0, season.current?.id ?? 0);
	const getExpected = createExpectedPoints(nextRoundId, season, isLocked);
	const context = { rules, getPlayer, rounds, now, getProjectedPoints: getExpected, squad };
	const { history, replacedChanges } = editorState;
	const edited = history.present;
	const { lineup } = edited;
	const emptySlots = listEmptySlots(edited, rules);
	const changed = findChangedPlayers(getLineup(team), lineup, rules);
	const isDirty = changed.length > 0;
	// The line-up of a draft team may have empty slots, because its squad may be too small.
	const shouldCheck = isDirty && (squad !== null || emptySlots.length === 0);
	const editResult = shouldCheck ? checkEdit(savedState, lineup, context) : null;

	const pushEdit = (next: EditedLineup) =>
		setEditorState((previous) => ({
			...previous,
			history: pushState(previous.history, next),
			isLoadedFromDevice: false,
		}));
	const applyEdit = (next: EditedLineup) => {
		if (listEmptySlots(next, rules).length > 0) return pushEdit(next);
		const isFirstSave = savedState === null;
		pushEdit(createEditedLineup(fillDefaultRoles(next.lineup, rules, getExpected, { isFirstSave })));
	};
	const canMoveTo: CanMoveTo<EditedLineup> = (target, present) =>
		listLocked(findChangedPlayers(getLineup(team), target.lineup, rules), isLocked).length === 0 &&
		findChangedPlayers(present.lineup, target.lineup, rules).length > 0;
	const createHistoryAction = (move: typeof undo<EditedLineup>) => {
		if (!move(history, canMoveTo)) return null;
		return () =>
			setEditorState((previous) => ({
				...previous,
				history: move(previous.history, canMoveTo) ?? previous.history,
				isLoadedFromDevice: false,
			}));
	};
	return {
		lineup,
		edited,
		bank: savedState
			? computeBankAfterEdit(savedState.bank, savedState.lineup, lineup, getPlayer)
			: computeBankUnderCap(lineup, rules, getPlayer),
		isLocked,
		/** Free editing is open until the start round is complete, and in a draft league always. */
		isEditable: squad !== null || !savedState || !hasTeamStarted(savedState, context),
		isDirty,
		/** The unsaved changes come from this device's storage. */
		isLoadedFromDevice: editorState.isLoadedFromDevice,
		emptySlots,
		/** A complete, legal line-up that differs from the saved line-up. */
		candidate: editResult?.ok ? editResult.value : null,
		/** Why a complete line-up cannot be saved. */
		violations: editResult && !editResult.ok ? editResult.violations : [],
		/** Locked players changed by the edits, which prevents saving them. */
		lockedChanges: listLocked(changed, isLocked),
		...buildLineupActions({ edited, season, isLocked, applyEdit }),
		/** Null if there is no step, or each would move a locked player. */
		undo: createHistoryAction(undo),
		redo: createHistoryAction(redo),
		replaceWith: (next: Lineup) => pushEdit(createEditedLineup(next)),
		/** Returns to an earlier line-up as a new step. */
		returnTo: pushEdit,
		...buildSavedTeamActions(setEditorState, season),
		/** Unsaved changes that a save from elsewhere replaced; null once they are restored or would change locked players. */
		replacedChanges: replacedChanges && canMoveTo(replacedChanges, edited) ? replacedChanges : null,
	};
}
export type TeamEditor = ReturnType<typeof useTeamEditor>;
