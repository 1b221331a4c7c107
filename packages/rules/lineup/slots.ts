import { EMPTY_SLOT, type PlayerId } from "../ids.ts";
import { LINES, type Player } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { isEmptySlot, type Lineup, type PlayersByLine, type Slot } from "./lineup.ts";

/** The part of the season's rules that says how many places a team has. */
export type TeamShape = Pick<SeasonRules, "field" | "bench">;
type Marks = Pick<Lineup, "captainId" | "viceCaptainId" | "emergency">;

const NO_MARKS: Marks = { captainId: EMPTY_SLOT, viceCaptainId: EMPTY_SLOT, emergency: [] };

const slotsByShape = new WeakMap<TeamShape, readonly Slot[]>();

/** Every place of a team in canonical order: field DEF, MID, RUC, FWD; bench likewise; the utility last. */
export function listSlots(shape: TeamShape): readonly Slot[] {
	const slots = slotsByShape.get(shape) ?? buildSlots(shape);
	slotsByShape.set(shape, slots);
	return slots;
}

function buildSlots(shape: TeamShape): readonly Slot[] {
	const places = (area: "field" | "bench"): Slot[] =>
		LINES.flatMap((line) => Array.from({ length: shape[area][line] }, (_, index) => ({ area, line, index })));
	return [...places("field"), ...places("bench"), { area: "utility", line: null, index: 0 }];
}

/** A player fits the places of each of her positions; the utility takes any (decisions §1). */
export const canFill = (player: Player, slot: Slot): boolean =>
	slot.line === null || player.position.includes(slot.line);

/** Who stands at a place; 0 when it is empty or outside this line-up. */
export function getPlayerAt(lineup: Lineup, slot: Slot): PlayerId {
	if (slot.line === null) return lineup.utilityId;
	return (slot.area === "field" ? lineup.lineup : lineup.bench)[slot.line][slot.index] ?? EMPTY_SLOT;
}

/** A line-up's players as a flat list, one id a place in canonical order, 0 for an empty one. */
export const listSlotIds = (lineup: Lineup, shape: TeamShape): readonly PlayerId[] =>
	listSlots(shape).map((slot) => getPlayerAt(lineup, slot));

/** The line-up that `listSlotIds` flattens; ids beyond the last place are ignored, missing ones are empty. */
export function buildLineupFromIds(ids: readonly PlayerId[], shape: TeamShape, marks: Marks = NO_MARKS): Lineup {
	let next = 0;
	const take = (counts: TeamShape["field"]): PlayersByLine => {
		const line = (length: number) => {
			const places = ids.slice(next, next + length);
			next += length;
			return places.length === length ? places : [...places, ...new Array(length - places.length).fill(EMPTY_SLOT)];
		};
		return { DEF: line(counts.DEF), MID: line(counts.MID), RUC: line(counts.RUC), FWD: line(counts.FWD) };
	};
	const lineup = take(shape.field);
	const bench = take(shape.bench);
	const { captainId, viceCaptainId, emergency } = marks;
	return { lineup, bench, utilityId: ids[next] ?? EMPTY_SLOT, captainId, viceCaptainId, emergency };
}

/** The team of a newcomer: every place empty, no marks. */
export const createEmptyLineup = (shape: TeamShape): Lineup => buildLineupFromIds([], shape);

/**
 * The line-up with other players in its places. Whoever takes a place takes its mark (decisions §1); a mark on a
 * place that is left empty is gone.
 */
export function replaceSlotIds(lineup: Lineup, ids: readonly PlayerId[], shape: TeamShape): Lineup {
	const before = listSlotIds(lineup, shape);
	const heir = (id: PlayerId): PlayerId => {
		const place = isEmptySlot(id) ? -1 : before.indexOf(id);
		return place < 0 ? EMPTY_SLOT : (ids[place] ?? EMPTY_SLOT);
	};
	return buildLineupFromIds(ids, shape, {
		captainId: heir(lineup.captainId),
		viceCaptainId: heir(lineup.viceCaptainId),
		emergency: lineup.emergency.map(heir).filter((id) => !isEmptySlot(id)),
	});
}

/** The line-up with one place given to another player, or emptied with 0; marks stay with the place. */
export function setPlayerAt(lineup: Lineup, slot: Slot, id: PlayerId, shape: TeamShape): Lineup {
	const ids = listSlots(shape).map((each) => (isSameSlot(each, slot) ? id : getPlayerAt(lineup, each)));
	return replaceSlotIds(lineup, ids, shape);
}

export const isSameSlot = (a: Slot, b: Slot): boolean => a.area === b.area && a.line === b.line && a.index === b.index;

/** Where a player stands, or null when she is not in the team. */
export const findSlot = (lineup: Lineup, id: PlayerId, shape: TeamShape): Slot | null =>
	isEmptySlot(id) ? null : (listSlots(shape).find((slot) => getPlayerAt(lineup, slot) === id) ?? null);

const listIds = (places: PlayersByLine): readonly PlayerId[] =>
	LINES.flatMap((line) => places[line]).filter((id) => !isEmptySlot(id));

/** Ids on field in canonical order, empty places left out. */
export const listFieldIds = (lineup: Lineup): readonly PlayerId[] => listIds(lineup.lineup);

/** Ids on the bench in canonical order, the utility not among them, empty places left out. */
export const listBenchIds = (lineup: Lineup): readonly PlayerId[] => listIds(lineup.bench);

/** Everyone in the team in canonical order, empty places left out. */
export const listPlayerIds = (lineup: Lineup): readonly PlayerId[] => {
	const utility = isEmptySlot(lineup.utilityId) ? [] : [lineup.utilityId];
	return [...listFieldIds(lineup), ...listBenchIds(lineup), ...utility];
};
