import type { Team } from "@first-bounce/contract/team/team";
import { type CaptainRole, getRoleHolder } from "@first-bounce/rules/captaincy/captaincy";
import type { Dollars, PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { findChangedPlayers } from "@first-bounce/rules/lineup/changed-players";
import type { Lineup, Slot } from "@first-bounce/rules/lineup/lineup";
import { getPlayerAt } from "@first-bounce/rules/lineup/slots";
import { createLockCheck, findLockViolations, type LockCheck } from "@first-bounce/rules/lockout/team-locks";
import { computeBankAfterEdit, computeBankUnderCap, findOpenSlot } from "@first-bounce/rules/salary/salary";
import { applySwaps } from "@first-bounce/rules/swaps/swap-players";
import { checkTeamEdit } from "@first-bounce/rules/team/edit-team";
import { hasTeamStarted } from "@first-bounce/rules/team/team-state";
import type { Violation } from "@first-bounce/rules/violation";
import { useState } from "react";
import type { Season } from "../../../api/season-model.ts";
import { lineupOf, stateOf } from "../model/team-state.ts";
import {
	addTo,
	clearUnlocked,
	type Draft,
	draftOf,
	emptyPlaces,
	firstDraft,
	marked,
	moveTo,
	removeFrom,
	toggleEmergency,
	withRole,
} from "./draft.ts";
import { readDraft } from "./draft-storage.ts";
import { advance, begin, type History, type Leads, redo, undo } from "./history.ts";

export interface TeamEditor {
	readonly lineup: Lineup;
	readonly draft: Draft;
	readonly bank: Dollars;
	readonly isLocked: LockCheck;
	/** Free editing is open: the start round is not complete (D1 §4). */
	readonly isEditable: boolean;
	readonly isDirty: boolean;
	/** The draft came from this device's storage. */
	readonly isRestored: boolean;
	readonly empty: readonly Slot[];
	/** A whole, legal line-up that differs from the saved one. */
	readonly candidate: Lineup | null;
	/** What keeps a whole line-up from being saved. */
	readonly violations: readonly Violation[];
	/** Locked players whom the draft has changed: it can never be saved as it is. */
	readonly lockedChanges: readonly PlayerId[];
	readonly remove: (slot: Slot) => void;
	/** Into the place asked for if she fits and it is empty, else into the first that suits her. */
	readonly add: (id: PlayerId, wanted: Slot | null) => void;
	readonly exchange: (from: Slot, to: Slot) => void;
	readonly giveRole: (role: CaptainRole, id: PlayerId) => void;
	readonly toggleEmergency: (id: PlayerId) => void;
	readonly clear: () => void;
	/** Null when there is nothing to go back to, or on to, that leaves everybody locked as she is saved. */
	readonly undo: (() => void) | null;
	readonly redo: (() => void) | null;
	/** Back to the saved team, or on to another, as one step. */
	readonly replaceWith: (lineup: Lineup) => void;
	/** An earlier draft again, as one step more. */
	readonly restore: (draft: Draft) => void;
	/** What was saved from here comes before the draft, which stays what it has become while the save was under way. */
	readonly settle: (saved: Team) => void;
	/** The saved team, from elsewhere, comes before the draft: one step back leads to that, and none further. */
	readonly giveWay: () => void;
}

interface Held {
	readonly base: Team;
	readonly drafts: History<Draft>;
	readonly isRestored: boolean;
}

function take(team: Team, season: Season): Held {
	const kept = readDraft(team.id, team.version, season);
	return { base: team, drafts: begin(kept ?? draftOn(team, season)), isRestored: kept !== null };
}

const draftOn = (team: Team, { rules }: Season): Draft =>
	team.isComplete ? draftOf(lineupOf(team)) : firstDraft(lineupOf(team), rules);

/** A newer saved team under the draft: an untouched draft follows it, one that was edited or just saved stays. */
function rebase(held: Held, team: Team, season: Season): Held {
	const { rules } = season;
	const { base, drafts } = held;
	const differs = (from: Team) => findChangedPlayers(lineupOf(from), drafts.present.lineup, rules).length > 0;
	return differs(base) || !differs(team)
		? { ...held, base: team }
		: { base: team, drafts: begin(draftOn(team, season)), isRestored: false };
}

/** A team as it was before a save from here was answered: what is on show may come a moment later than the answer. */
const isOlder = (team: Team, base: Team): boolean => team.id === base.id && team.version < base.version;

/** The team being edited in the browser: every preview is the server's own rule, asked at season time. */
export function useTeamEditor(team: Team, season: Season, now: SeasonTime): TeamEditor {
	const [held, setHeld] = useState(() => take(team, season));
	if (held.base !== team && !isOlder(team, held.base)) setHeld(rebase(held, team, season));
	const { rules, lookup: players, rounds } = season;
	const saved = stateOf(team);
	const context = { rules, players, rounds, now, projected };
	const isLocked = createLockCheck(saved, context);
	const { drafts } = held;
	const draft = drafts.present;
	const { lineup } = draft;
	const empty = emptyPlaces(draft, rules);
	const changed = findChangedPlayers(lineupOf(team), lineup, rules);
	const isDirty = changed.length > 0;
	const ruling = isDirty && empty.length === 0 ? checkTeamEdit(saved, lineup, context) : null;

	function projected(id: PlayerId): number | undefined {
		return season.playerById.get(id)?.stats.projectedPoints;
	}
	const step = (next: Draft) =>
		setHeld((before) => ({ ...before, drafts: advance(before.drafts, next), isRestored: false }));
	const change = (next: Draft) => {
		const isWhole = emptyPlaces(next, rules).length === 0;
		step(isWhole ? draftOf(marked(next.lineup, saved === null, rules, projected)) : next);
	};
	const lockedIn = (ids: readonly PlayerId[]) =>
		findLockViolations(ids, isLocked).flatMap((each) => ("playerId" in each ? [each.playerId] : []));
	const leads: Leads<Draft> = (there, here) =>
		lockedIn(findChangedPlayers(lineupOf(team), there.lineup, rules)).length === 0 &&
		findChangedPlayers(here.lineup, there.lineup, rules).length > 0;
	const way = (where: typeof undo<Draft>) => {
		if (!where(drafts, leads)) return null;
		return () =>
			setHeld((before) => ({ ...before, drafts: where(before.drafts, leads) ?? before.drafts, isRestored: false }));
	};
	const placeFor = (id: PlayerId, wanted: Slot | null): Slot | null => {
		const player = players(id);
		if (!player) return null;
		const suits =
			wanted && getPlayerAt(lineup, wanted) === 0 && (!wanted.line || player.position.includes(wanted.line));
		return suits ? wanted : findOpenSlot(lineup, player, rules);
	};

	return {
		lineup,
		draft,
		bank: saved
			? computeBankAfterEdit(saved.bank, saved.lineup, lineup, players)
			: computeBankUnderCap(lineup, rules, players),
		isLocked,
		isEditable: !saved || !hasTeamStarted(saved, context),
		isDirty,
		isRestored: held.isRestored,
		empty,
		candidate: ruling?.ok ? ruling.value.lineup : null,
		violations: ruling && !ruling.ok ? ruling.violations : [],
		lockedChanges: lockedIn(changed),
		remove: (slot) => change(removeFrom(draft, slot, rules)),
		add: (id, wanted) => {
			const place = placeFor(id, wanted);
			if (place) change(addTo(draft, place, id, rules));
		},
		exchange: (from, to) => {
			const other = getPlayerAt(lineup, to);
			if (other === 0) return change(moveTo(draft, from, to, rules));
			const swapped = applySwaps(lineup, [[getPlayerAt(lineup, from), other]], { rules, players }, isLocked);
			if (swapped.ok) change({ ...draft, lineup: swapped.value });
		},
		giveRole: (role, id) => {
			if (getRoleHolder(lineup, role) !== id && !isLocked(getRoleHolder(lineup, role)))
				change(withRole(draft, role, id));
		},
		toggleEmergency: (id) => change(toggleEmergency(draft, id)),
		undo: way(undo),
		redo: way(redo),
		clear: () => change(clearUnlocked(draft, isLocked, rules)),
		replaceWith: (next) => step(draftOf(next)),
		restore: step,
		settle: (base) => setHeld((before) => ({ ...before, base })),
		giveWay: () =>
			setHeld(({ base, drafts: { present } }) => ({
				base,
				isRestored: false,
				drafts: advance(begin(present), draftOf(lineupOf(base))),
			})),
	};
}
