import { NOBODY, type PlayerId } from "../ids.ts";
import { isNobody, type Lineup, type Slot } from "../lineup/lineup.ts";
import { buildLineupFromIds, canFill, isScoringSlot, listSlotIds, listSlots, type TeamShape } from "../lineup/slots.ts";
import { isNeverLocked, type LockCheck } from "../lockout/locked-players.ts";
import type { DraftPlayer } from "./complete-squads.ts";

interface PlacingContext {
	readonly shape: TeamShape;
	readonly getPlayer: (id: PlayerId) => DraftPlayer | undefined;
	readonly isLocked: LockCheck;
}

/** Ranks a slot for an incoming player: on field, a utility that scores, the bench, a utility that does not. */
const rankSlot = (slot: Slot, shape: TeamShape): number =>
	slot.area === "field" ? 0 : isScoringSlot(slot, shape) ? 1 : slot.area === "bench" ? 2 : 3;

/**
 * Finds the shortest chain of moves that makes room for a player: her slot, the slot to which its player moves, and so on to an
 * empty one. Null if unlocked players cannot make room.
 */
function findChain(ids: readonly PlayerId[], player: DraftPlayer, context: PlacingContext): readonly number[] | null {
	const bestFirst = listSlots(context.shape)
		.map((slot, index) => ({ slot, index, rank: rankSlot(slot, context.shape) }))
		.toSorted((a, b) => a.rank - b.rank || a.index - b.index);
	const visited = new Set<number>();
	let chains: { readonly mover: DraftPlayer; readonly path: readonly number[] }[] = [{ mover: player, path: [] }];
	while (chains.length > 0) {
		const longer: typeof chains = [];
		for (const { mover, path } of chains) {
			for (const { slot, index } of bestFirst) {
				const otherId = ids[index] ?? NOBODY;
				if (visited.has(index) || !canFill(mover, slot)) continue;
				if (isNobody(otherId)) return [...path, index];
				const other = context.getPlayer(otherId);
				if (!other || context.isLocked(otherId)) continue;
				visited.add(index);
				longer.push({ mover: other, path: [...path, index] });
			}
		}
		chains = longer;
	}
	return null;
}

/** Puts a player in the first slot of a chain, and moves everyone on it one slot further. */
function moveAlong(ids: readonly PlayerId[], playerId: PlayerId, chain: readonly number[]): PlayerId[] {
	const moved = [...ids];
	chain.forEach((index, place) => {
		const before = chain[place - 1];
		moved[index] = before === undefined ? playerId : (ids[before] ?? NOBODY);
	});
	return moved;
}

/** Places a player; null if locked players prevent it. If no slot fits her position at all, she takes any empty one. */
function placePlayer(ids: readonly PlayerId[], player: DraftPlayer, context: PlacingContext): PlayerId[] | null {
	const chain = findChain(ids, player, context);
	if (chain) return moveAlong(ids, player.id, chain);
	if (findChain(ids, player, { ...context, isLocked: isNeverLocked })) return null;
	const empty = ids.findIndex(isNobody);
	return empty < 0 ? null : ids.with(empty, player.id);
}

/**
 * Passes on the roles of players who left or moved to another area: to the players who have their slots now, else to the vice
 * captain or nobody.
 */
function passRoles(
	lineup: Lineup,
	ids: readonly PlayerId[],
	{ shape, isLocked }: Pick<PlacingContext, "shape" | "isLocked">,
): Lineup {
	const before = listSlotIds(lineup, shape);
	const collectIds = (isArea: (slot: Slot) => boolean) => {
		const inArea = listSlots(shape).map((slot, index) => (isArea(slot) ? (ids[index] ?? NOBODY) : NOBODY));
		return new Set(inArea.filter((id) => !isNobody(id)));
	};
	const scoring = collectIds((slot) => isScoringSlot(slot, shape));
	const bench = collectIds(({ area }) => area === "bench");
	const pass = (id: PlayerId, area: ReadonlySet<PlayerId>, taken: readonly PlayerId[]): PlayerId => {
		if (isNobody(id) || area.has(id)) return id;
		const index = before.indexOf(id);
		const successor = index < 0 ? NOBODY : (ids[index] ?? NOBODY);
		return area.has(successor) && !taken.includes(successor) ? successor : NOBODY;
	};
	const viceCaptainId = pass(lineup.viceCaptainId, scoring, [lineup.captainId]);
	const captainId = pass(lineup.captainId, scoring, [viceCaptainId]);
	const emergency = lineup.emergency.map((id) => pass(id, bench, lineup.emergency)).filter((id) => !isNobody(id));
	const promotesVice = isNobody(captainId) && !isNobody(lineup.captainId) && !isLocked(viceCaptainId);
	return buildLineupFromIds(ids, shape, {
		captainId: promotesVice ? viceCaptainId : captainId,
		viceCaptainId: promotesVice ? NOBODY : viceCaptainId,
		emergency: [...new Set(emergency)],
	});
}

/**
 * Builds the line-up of a team after players left and others came (docs/game-rules.md#changes-of-a-squad). An incoming player
 * takes the slot of somebody who left if her position fits, otherwise the best one that can be made free by moving unlocked
 * players.
 *
 * @param incoming in the order in which they are placed
 * @returns null if locked players leave no slot for somebody
 */
export function placeIncoming(
	lineup: Lineup,
	{ outgoing, incoming }: { readonly outgoing: readonly PlayerId[]; readonly incoming: readonly DraftPlayer[] },
	context: PlacingContext,
): Lineup | null {
	const { shape } = context;
	const slots = listSlots(shape);
	const before = listSlotIds(lineup, shape);
	const freedSlots = outgoing.map((id) => before.indexOf(id)).filter((index) => index >= 0);
	const place = (ids: readonly PlayerId[], player: DraftPlayer) => {
		const freedSlot = freedSlots.find((index) => {
			const slot = slots[index];
			return slot && canFill(player, slot) && isNobody(ids[index] ?? NOBODY);
		});
		return freedSlot === undefined ? placePlayer(ids, player, context) : ids.with(freedSlot, player.id);
	};
	let ids = before.map((id) => (outgoing.includes(id) ? NOBODY : id));
	for (const player of incoming) {
		const placed = place(ids, player);
		if (!placed) return null;
		ids = placed;
	}
	return passRoles(lineup, ids, context);
}
