import {
	isScorableSquad,
	MAX_DRAFT_BENCH,
	MAX_DRAFT_FIELD,
	type SquadRules,
} from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listSlotIds } from "@first-bounce/rules/lineup/slots";
import { LINES, sumLines } from "@first-bounce/rules/player";
import {
	USE_CAPTAIN,
	USE_CAPTAIN_OFF_FIELD,
	USE_EMERGENCY,
	USE_ON_FIELD,
	USE_UTILITY,
	USES_PER_PLAYER,
} from "./lineup-rows.ts";
import type { PlayerIndex } from "./player-index.ts";
import { CAPTAIN_WORD, FLAGS_WORD, PRESENT_BIT, ROW_WORDS, type RowLayout, VICE_CAPTAIN_WORD } from "./row-layout.ts";

/**
 * One layout for draft teams of every size: a word for each player who scores, then the bench. Which line a word is for
 * is not in the layout, but in its entry.
 */
export const createDraftLayout = (captainFactor: number): RowLayout => ({
	fieldLines: [],
	benchStart: MAX_DRAFT_FIELD,
	benchSlots: MAX_DRAFT_BENCH,
	utility: MAX_DRAFT_FIELD + MAX_DRAFT_BENCH,
	slotCount: MAX_DRAFT_FIELD + MAX_DRAFT_BENCH,
	captainFactor,
});

/** What the players in the slots of a league's teams score as. */
export interface DraftShape {
	/** Use of each slot on field, in the order of the slots. */
	readonly fieldUses: readonly number[];
	readonly benchSlots: number;
	readonly utilityScores: boolean;
	/** Whether the league doubles the captain's points. */
	readonly hasCaptain: boolean;
}

/** The shape of a league's teams. RangeError if they do not fit a row. */
export function buildDraftShape(rules: Omit<SquadRules, "limits"> & { readonly hasCaptain: boolean }): DraftShape {
	const { field, bench, utilityScores, hasCaptain } = rules;
	if (!isScorableSquad(rules))
		throw new RangeError(`A squad of ${JSON.stringify({ field, bench })} does not fit in a row`);
	const fieldUses = LINES.flatMap((line, index) => Array<number>(field[line]).fill(USE_ON_FIELD + index));
	return { fieldUses, benchSlots: sumLines(bench), utilityScores, hasCaptain };
}

/** A line-up as it is stored. */
export interface StoredLineup {
	/** By slot: field, bench, utility. */
	readonly slots: ArrayLike<PlayerId>;
	readonly captainId: PlayerId;
	readonly viceCaptainId: PlayerId;
	readonly isEmergency: (id: PlayerId) => boolean;
}

/**
 * Writes the ROW_WORDS words of a draft team from `offset` on: entries as in `LineupRows`. Empty slots add nothing. Players who are
 * missing from the index are added to it.
 */
export function writeDraftRow(
	{ slots, captainId, viceCaptainId, isEmergency }: StoredLineup,
	{ fieldUses, benchSlots, utilityScores, hasCaptain }: DraftShape,
	index: PlayerIndex,
	rows: Uint16Array,
	offset: number,
): void {
	rows.fill(0, offset, offset + ROW_WORDS);
	const encode = (id: PlayerId, use: number) => index.add(id) * USES_PER_PLAYER + use;
	const fieldSlots = fieldUses.length;
	const utilityId = slots[fieldSlots + benchSlots] ?? 0;
	let captainUse = USE_CAPTAIN_OFF_FIELD;
	let viceCaptainUse = USE_CAPTAIN_OFF_FIELD;
	const setScoring = (word: number, id: PlayerId, use: number) => {
		rows[offset + word] = encode(id, use);
		if (id === captainId) captainUse = USE_CAPTAIN;
		if (id === viceCaptainId) viceCaptainUse = USE_CAPTAIN;
	};
	for (let slot = 0; slot < fieldSlots; slot++) setScoring(slot, slots[slot] ?? 0, fieldUses[slot] ?? 0);
	if (utilityScores) setScoring(fieldSlots, utilityId, USE_UTILITY);
	for (let slot = 0; slot < benchSlots; slot++) {
		const id = slots[fieldSlots + slot] ?? 0;
		if (id !== 0 && isEmergency(id)) rows[offset + MAX_DRAFT_FIELD + slot] = encode(id, USE_EMERGENCY);
	}
	if (hasCaptain) {
		rows[offset + CAPTAIN_WORD] = encode(captainId, captainUse);
		rows[offset + VICE_CAPTAIN_WORD] = encode(viceCaptainId, viceCaptainUse);
	}
	rows[offset + FLAGS_WORD] = PRESENT_BIT;
}

/** Builds the row of a draft team from its line-up; see `writeDraftRow`. */
export function buildDraftRow(
	lineup: Lineup,
	rules: SquadRules & { readonly hasCaptain: boolean },
	index: PlayerIndex,
): Uint16Array<ArrayBuffer> {
	const row = new Uint16Array(ROW_WORDS);
	const { captainId, viceCaptainId, emergency } = lineup;
	const stored = { captainId, viceCaptainId, isEmergency: (id: PlayerId) => emergency.includes(id) };
	writeDraftRow({ ...stored, slots: listSlotIds(lineup, rules) }, buildDraftShape(rules), index, row, 0);
	return row;
}
