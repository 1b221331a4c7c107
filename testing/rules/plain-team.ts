import { HOUR_MS } from "@first-bounce/rules/durations";
import type { LoopContext } from "@first-bounce/rules/instructions/loop";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Player } from "@first-bounce/rules/player";
import { TO_COME } from "@first-bounce/rules/scoring/player-round";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { buildPlayer, buildSeason, createPlayerLookup, type TestSeason } from "./season-builder.ts";

/**
 * The team that most tests start from. Ids follow the slots: 1–5 DEF, 6–10 MID, 11 RUC, 12–16 FWD on field;
 * 17 DEF, 18 MID, 19 RUC, 20 FWD on the bench; 21 MID as utility. 6 is captain, 12 vice captain, 17–20 emergencies.
 */
export const PLAIN_LINEUP: Lineup = buildLineupFromIds(
	Array.from({ length: 21 }, (_, slot) => slot + 1),
	buildSeason().rules,
	{ captainId: 6, viceCaptainId: 12, emergency: [17, 18, 19, 20] },
);

/**
 * The small season with the plain team's players, each with only her slot's position, in club 5 (whose match is the
 * second of round 2) and at $500,000. `details` changes players by id and adds others.
 */
export function buildPlainSeason(
	details: Readonly<Record<number, Partial<Omit<Player, "id">>>> = {},
	rules: Partial<SeasonRules> = {},
): TestSeason {
	const season = buildSeason(rules);
	const slotPlayers = listSlots(season.rules).map((slot, index) =>
		buildPlayer(index + 1, { squadId: 5, position: [slot.line ?? "MID"], ...details[index + 1] }),
	);
	const others = Object.entries(details)
		.filter(([id]) => Number(id) > slotPlayers.length)
		.map(([id, player]) => buildPlayer(Number(id), { squadId: 5, ...player }));
	const players = [...slotPlayers, ...others];
	return { ...season, players, lookup: createPlayerLookup(players) };
}

export interface LoopFacts {
	/** Who does not play. */
	readonly out?: readonly number[];
	readonly points?: Readonly<Record<number, number>>;
	/** Hours at which matches start, if not those below. */
	readonly starts?: Readonly<Record<number, number>>;
	/** Hours at which second matches start. */
	readonly lastStarts?: Readonly<Record<number, number>>;
	readonly locked?: readonly number[];
}

/** The context of a loop in the plain season: vice captain 12 plays at hour 0, everybody else at hour 24. */
export const buildLoopContext = (
	season: TestSeason,
	{ out = [], starts = {}, lastStarts = {}, locked = [] }: LoopFacts,
	getExpectedPoints: (id: number) => number,
): LoopContext => ({
	rules: season.rules,
	getPlayer: season.lookup,
	getPlayerRound: () => TO_COME,
	getExpectedPoints,
	isLocked: (id) => locked.includes(id),
	isExpectedToPlay: (id) => !out.includes(id),
	getChanceToPlay: (id) => (out.includes(id) ? 0 : 1),
	hasBye: () => false,
	getStartTime: (id) => (starts[id] ?? (id === 12 ? 0 : 24)) * HOUR_MS,
	getLastStartTime: (id) => (lastStarts[id] ?? starts[id] ?? (id === 12 ? 0 : 24)) * HOUR_MS,
});
