import type { PlayerId } from "@first-bounce/rules/ids";
import { applyDefaultRoles } from "@first-bounce/rules/lineup/default-roles";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, canFill, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Player } from "@first-bounce/rules/player";
import { computeTeamValue } from "@first-bounce/rules/salary/salary";
import fc from "fast-check";
import type { TestSeason } from "./season-builder.ts";

/** Fills a team with players in the given order, each in the first empty slot she fits; 0 where nobody fits. */
export function buildTeamFrom(players: readonly Player[], season: TestSeason): Lineup {
	const slots = listSlots(season.rules);
	const ids: PlayerId[] = slots.map(() => 0);
	for (const player of players) {
		const index = slots.findIndex((slot, index) => ids[index] === 0 && canFill(player, slot));
		if (index >= 0) ids[index] = player.id;
	}
	return applyDefaultRoles(buildLineupFromIds(ids, season.rules), season.rules, (id) => id % 97);
}

/** Any complete, legal line-up under the salary cap. */
export const arbitraryLegalLineup = (season: TestSeason): fc.Arbitrary<Lineup> =>
	fc
		.shuffledSubarray([...season.players], { minLength: season.players.length })
		.map((players) => buildTeamFrom(players, season))
		.filter((lineup) => computeTeamValue(lineup, season.lookup) <= season.rules.salaryCap)
		.chain((lineup) =>
			fc
				.record({
					captains: fc.shuffledSubarray(Object.values(lineup.field).flat(), { minLength: 2, maxLength: 2 }),
					emergency: fc.subarray(Object.values(lineup.bench).flat(), { maxLength: season.rules.emergencies }),
				})
				.map(({ captains: [captainId = 0, viceCaptainId = 0], emergency }) => ({
					...lineup,
					captainId,
					viceCaptainId,
					emergency,
				})),
		);
