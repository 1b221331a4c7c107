import { NOBODY, type PlayerId } from "../ids.ts";
import { LINES, mapLines, type Player } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { isNobody, type Lineup, type PlayersByLine, type Slot } from "./lineup.ts";

/** The part of the rules that says how many slots a team has, and whether its utility scores. */
export type TeamShape = Pick<SeasonRules, "field" | "bench"> & {
	/** Whether the utility scores like a player on field, as in some draft leagues. */
	readonly utilityScores?: boolean;
};
/** The rules of a team: those of the season, in a draft league with the league's slots. */
export type TeamRules = SeasonRules & TeamShape;
type Roles = Pick<Lineup, "captainId" | "viceCaptainId" | "emergency">;

const NO_ROLES: Roles = { captainId: NOBODY, viceCaptainId: NOBODY, emergency: [] };

const slotsByShape = new WeakMap<TeamShape, readonly Slot[]>();

/** Every slot of a team in canonical order: field DEF, MID, RUC, FWD; bench likewise; the utility last. */
export function listSlots(shape: TeamShape): readonly Slot[] {
	const slots = slotsByShape.get(shape) ?? buildSlots(shape);
	slotsByShape.set(shape, slots);
	return slots;
}

function buildSlots(shape: TeamShape): readonly Slot[] {
	const createSlots = (area: "field" | "bench"): Slot[] =>
		LINES.flatMap((line) => Array.from({ length: shape[area][line] }, (_, index) => ({ area, line, index })));
	return [...createSlots("field"), ...createSlots("bench"), { area: "utility", line: null, index: 0 }];
}

export const canFill = ({ position }: Pick<Player, "position">, { line }: Pick<Slot, "line">): boolean =>
	line === null || position.includes(line);

/** The player in a slot; 0 when it is empty or outside this line-up. */
export function getPlayerAt(lineup: Lineup, slot: Slot): PlayerId {
	if (slot.line === null) return lineup.utilityId;
	return (slot.area === "field" ? lineup.field : lineup.bench)[slot.line][slot.index] ?? NOBODY;
}

/** A line-up's players as a flat list, one id per slot in canonical order, 0 for an empty slot. */
export const listSlotIds = (lineup: Lineup, shape: TeamShape): readonly PlayerId[] =>
	listSlots(shape).map((slot) => getPlayerAt(lineup, slot));

/** The reverse of `listSlotIds`. Ids beyond the last slot are ignored, and slots without an id are empty. */
export function buildLineupFromIds(ids: readonly PlayerId[], shape: TeamShape, roles: Roles = NO_ROLES): Lineup {
	let nextIndex = 0;
	const readLines = (counts: TeamShape["field"]): PlayersByLine =>
		mapLines((line) => {
			const lineIds = ids.slice(nextIndex, nextIndex + counts[line]);
			nextIndex += counts[line];
			return [...lineIds, ...new Array(counts[line] - lineIds.length).fill(NOBODY)];
		});
	const field = readLines(shape.field);
	const bench = readLines(shape.bench);
	const { captainId, viceCaptainId, emergency } = roles;
	return { field, bench, utilityId: ids[nextIndex] ?? NOBODY, captainId, viceCaptainId, emergency };
}

export const createEmptyLineup = (shape: TeamShape): Lineup => buildLineupFromIds([], shape);

/** The line-up with other players; roles stay with slots that are not empty (docs/game-rules.md#roles). */
export function replaceSlotIds(lineup: Lineup, ids: readonly PlayerId[], shape: TeamShape): Lineup {
	const before = listSlotIds(lineup, shape);
	const getSuccessor = (id: PlayerId): PlayerId => {
		const index = isNobody(id) ? -1 : before.indexOf(id);
		return index < 0 ? NOBODY : (ids[index] ?? NOBODY);
	};
	return buildLineupFromIds(ids, shape, {
		captainId: getSuccessor(lineup.captainId),
		viceCaptainId: getSuccessor(lineup.viceCaptainId),
		emergency: lineup.emergency.map(getSuccessor).filter((id) => !isNobody(id)),
	});
}

/** The line-up with another player, or 0, in one slot; roles stay with the slots. */
export function setPlayerAt(lineup: Lineup, slot: Slot, id: PlayerId, shape: TeamShape): Lineup {
	const ids = listSlots(shape).map((other) => (isSameSlot(other, slot) ? id : getPlayerAt(lineup, other)));
	return replaceSlotIds(lineup, ids, shape);
}

export const isSameSlot = (a: Slot, b: Slot): boolean => a.area === b.area && a.line === b.line && a.index === b.index;

/** The slot of a player, or null when she is not in the team. */
export const findSlot = (lineup: Lineup, id: PlayerId, shape: TeamShape): Slot | null =>
	isNobody(id) ? null : (listSlots(shape).find((slot) => getPlayerAt(lineup, slot) === id) ?? null);

const listIds = (players: PlayersByLine): readonly PlayerId[] =>
	LINES.flatMap((line) => players[line]).filter((id) => !isNobody(id));

/** Ids on field in canonical order, without empty slots. */
export const listFieldIds = (lineup: Lineup): readonly PlayerId[] => listIds(lineup.field);

export const isScoringSlot = ({ area }: Slot, { utilityScores = false }: Pick<TeamShape, "utilityScores">): boolean =>
	area === "field" || (area === "utility" && utilityScores);

/** Ids whose points count and who may be captain, in canonical order: on field, and a utility that scores. */
export const listScoringIds = (
	lineup: Lineup,
	{ utilityScores = false }: Pick<TeamShape, "utilityScores">,
): readonly PlayerId[] =>
	utilityScores && !isNobody(lineup.utilityId) ? [...listFieldIds(lineup), lineup.utilityId] : listFieldIds(lineup);

/** Ids on the bench in canonical order, without the utility and empty slots. */
export const listBenchIds = (lineup: Lineup): readonly PlayerId[] => listIds(lineup.bench);

/** Everyone in the team in canonical order, without empty slots. */
export const listPlayerIds = (lineup: Lineup): readonly PlayerId[] => {
	const utility = isNobody(lineup.utilityId) ? [] : [lineup.utilityId];
	return [...listFieldIds(lineup), ...listBenchIds(lineup), ...utility];
};

/** The first empty slot that the player can fill: on field, then on the bench, then the utility; null if none. */
export const findEmptySlot = (lineup: Lineup, player: Player, shape: TeamShape): Slot | null =>
	listSlots(shape).find((slot) => getPlayerAt(lineup, slot) === NOBODY && canFill(player, slot)) ?? null;
