import type { PlayerId } from "../ids.ts";
import { LINES, type PlayerLookup } from "../player.ts";
import type { Violation } from "../violation.ts";
import { isNobody, type Lineup } from "./lineup.ts";
import {
	canFill,
	getPlayerAt,
	listBenchIds,
	listPlayerIds,
	listScoringIds,
	listSlots,
	type TeamRules,
	type TeamShape,
} from "./slots.ts";

/** Checks that every line has as many slots as the season's rules say, empty or not. */
export function checkShape(lineup: Lineup, shape: TeamShape): readonly Violation[] {
	return (["field", "bench"] as const).flatMap((area) =>
		LINES.flatMap((line): Violation[] => {
			const [expected, got] = [shape[area][line], lineup[area][line].length];
			return got === expected ? [] : [{ code: "wrong-shape", area, line, expected, got }];
		}),
	);
}

const findDuplicates = (ids: readonly PlayerId[]): readonly PlayerId[] => [
	...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];

/** Checks that each player is known, is in one slot only, and fits it. Empty slots are allowed, as in unsaved changes. */
export function checkPlayers(lineup: Lineup, shape: TeamShape, getPlayer: PlayerLookup): readonly Violation[] {
	const ids = listPlayerIds(lineup);
	const unknown = [...new Set(ids)].filter((id) => !getPlayer(id));
	const misplaced = listSlots(shape).flatMap((slot): Violation[] => {
		const player = getPlayer(getPlayerAt(lineup, slot));
		if (!player || slot.line === null || canFill(player, slot)) return [];
		return [{ code: "wrong-position", playerId: player.id, line: slot.line }];
	});
	return [
		...unknown.map((playerId): Violation => ({ code: "unknown-player", playerId })),
		...findDuplicates(ids).map((playerId): Violation => ({ code: "duplicate-player", playerId })),
		...misplaced,
	];
}

/**
 * Checks that the two captains differ and are on field or a utility that scores, and emergencies on the bench
 * (docs/game-rules.md#captain).
 */
export function checkRoles(
	lineup: Lineup,
	rules: Pick<TeamRules, "emergencies" | "utilityScores">,
): readonly Violation[] {
	const { captainId, viceCaptainId, emergency } = lineup;
	const field = new Set(listScoringIds(lineup, rules));
	const bench = new Set(listBenchIds(lineup));
	const violations: Violation[] = [];
	if (!field.has(captainId)) violations.push({ code: "captain-not-on-field", playerId: captainId });
	if (!field.has(viceCaptainId)) violations.push({ code: "vice-captain-not-on-field", playerId: viceCaptainId });
	if (captainId === viceCaptainId && !isNobody(captainId))
		violations.push({ code: "captain-is-vice-captain", playerId: captainId });
	for (const playerId of emergency)
		if (!bench.has(playerId)) violations.push({ code: "emergency-not-on-bench", playerId });
	for (const playerId of findDuplicates(emergency)) violations.push({ code: "duplicate-player", playerId });
	if (emergency.length > rules.emergencies) violations.push({ code: "too-many-emergencies", limit: rules.emergencies });
	return violations;
}

/** Finds every violation in a line-up, empty slots included, apart from those that concern money and locks. */
export function checkLineup(lineup: Lineup, rules: TeamRules, getPlayer: PlayerLookup): readonly Violation[] {
	const empty = listSlots(rules)
		.filter((slot) => isNobody(getPlayerAt(lineup, slot)))
		.map(({ area, line }): Violation => ({ code: "empty-slot", area, line }));
	return [
		...checkShape(lineup, rules),
		...empty,
		...checkPlayers(lineup, rules, getPlayer),
		...checkRoles(lineup, rules),
	];
}
