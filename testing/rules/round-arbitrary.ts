import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, listSlots } from "@first-bounce/rules/lineup/slots";
import { LINES, type Line } from "@first-bounce/rules/player";
import { DID_NOT_PLAY, type PlayerRound, TO_COME } from "@first-bounce/rules/scoring/player-round";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import type { LayoutRules } from "@first-bounce/scoring/row-layout";
import fc from "fast-check";

/** A player of a test round; ids are 1, 2, 3 … */
export interface RoundPlayer {
	readonly id: PlayerId;
	readonly position: readonly Line[];
	readonly round: PlayerRound;
}

/** The default season's team, one with more slots on field, and small teams of any shape. */
export const arbitraryShape: fc.Arbitrary<LayoutRules> = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(DEFAULT_SEASON_RULES) },
	// More slots on field than the scorer's unrolled loop adds.
	{
		weight: 1,
		arbitrary: fc.constant({
			field: { DEF: 6, MID: 5, RUC: 2, FWD: 5 },
			bench: { DEF: 1, MID: 0, RUC: 0, FWD: 1 },
			captainFactor: 2,
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			field: fc.record({ DEF: fc.nat(5), MID: fc.nat(4), RUC: fc.nat(2), FWD: fc.nat(4) }),
			bench: fc.record({ DEF: fc.nat(2), MID: fc.nat(1), RUC: fc.nat(1), FWD: fc.nat(1) }),
			captainFactor: fc.integer({ min: 1, max: 3 }),
		}),
	},
);

const createPlayed = (points: number): PlayerRound => ({ state: "played", points });

const arbitraryPlayerRound: fc.Arbitrary<PlayerRound> = fc.oneof(
	{ weight: 5, arbitrary: fc.integer({ min: -15, max: 230 }).map(createPlayed) },
	{ weight: 2, arbitrary: fc.constant(DID_NOT_PLAY) },
	{ weight: 1, arbitrary: fc.constant(TO_COME) },
	{ weight: 1, arbitrary: fc.constantFrom(createPlayed(0), createPlayed(7)) },
);

/**
 * Forty players with up to three positions who played (some with negative or equal scores), did not play, or have yet
 * to play.
 */
export const arbitraryPlayers: fc.Arbitrary<readonly RoundPlayer[]> = fc
	.array(fc.record({ position: fc.subarray([...LINES], { maxLength: 3 }), round: arbitraryPlayerRound }), {
		minLength: 40,
		maxLength: 40,
	})
	.map((players) => players.map((player, index) => ({ id: index + 1, ...player })));

/** Any line-up of a shape, legal or not: slots may be empty, anyone may have roles, some players are unknown. */
export const arbitraryLineup = (shape: LayoutRules): fc.Arbitrary<Lineup> => {
	const slotCount = listSlots(shape).length;
	return fc
		.record({
			ids: fc.uniqueArray(fc.integer({ min: 1, max: 43 }), { minLength: slotCount, maxLength: slotCount }),
			empty: fc.array(fc.nat(11), { minLength: slotCount, maxLength: slotCount }),
			captain: fc.nat(slotCount + 1),
			vice: fc.nat(slotCount + 1),
			emergencies: fc.array(fc.boolean(), { minLength: slotCount, maxLength: slotCount }),
		})
		.map(({ ids, empty, captain, vice, emergencies }) => {
			const slotIds = ids.map((id, slot) => (empty[slot] === 0 ? 0 : id));
			return buildLineupFromIds(slotIds, shape, {
				captainId: slotIds[captain] ?? 0,
				viceCaptainId: slotIds[vice] ?? 0,
				emergency: slotIds.filter((id, slot) => id !== 0 && emergencies[slot]),
			});
		});
};
