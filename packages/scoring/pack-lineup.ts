import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listSlotIds } from "@first-bounce/rules/lineup/slots";
import type { PlayerIndex } from "./player-index.ts";
import {
	CAPTAIN_WORD,
	FLAGS_WORD,
	type LayoutRules,
	PRESENT_BIT,
	ROLE_OFF_FIELD_BIT,
	ROW_WORDS,
	type RowLayout,
	VICE_CAPTAIN_WORD,
} from "./row-layout.ts";

/**
 * Writes a line-up into the ROW_WORDS words of `rows` from `offset` on; zeros for null, a team that takes no part in
 * the round. Players who are missing from the index are added to it. RangeError for a player in two slots; nothing else
 * is checked.
 */
export function packLineup(
	lineup: Lineup | null,
	index: PlayerIndex,
	layout: RowLayout,
	rules: LayoutRules,
	rows: Uint16Array,
	offset: number,
): void {
	rows.fill(0, offset, offset + ROW_WORDS);
	if (lineup === null) return;
	const ids = listSlotIds(lineup, rules);
	for (const [slot, id] of ids.entries()) {
		if (id !== 0 && ids.indexOf(id) !== slot) throw new RangeError(`Player ${id} is in two slots`);
		rows[offset + slot] = index.add(id);
	}
	const onField = ids.slice(0, layout.benchStart);
	const emergencies = ids
		.slice(layout.benchStart, layout.utility)
		.reduce((bits, id, slot) => bits | (lineup.emergency.includes(id) ? 1 << slot : 0), 0);
	const isNamedOffField = (id: PlayerId): boolean => id !== 0 && !onField.includes(id);
	const hasRoleOffField = isNamedOffField(lineup.captainId) || isNamedOffField(lineup.viceCaptainId);
	rows[offset + CAPTAIN_WORD] = index.add(lineup.captainId);
	rows[offset + VICE_CAPTAIN_WORD] = index.add(lineup.viceCaptainId);
	rows[offset + FLAGS_WORD] = PRESENT_BIT | emergencies | (hasRoleOffField ? ROLE_OFF_FIELD_BIT : 0);
}
