import { HOUR_MS } from "@first-bounce/rules/durations";
import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { computeBankUnderCap } from "@first-bounce/rules/salary/salary";
import type { SeasonContext, TeamState } from "@first-bounce/rules/team/team-state";
import type { Ruling, ViolationCode } from "@first-bounce/rules/violation";
import { getRoundsAt, getStartTime, type TestSeason } from "./season-builder.ts";

/**
 * The context of a test season at the given time. Statuses are those of `lag` milliseconds earlier, as if the feed were
 * late.
 */
export const buildContextAt = (season: TestSeason, now: SeasonTime, lag: SeasonTime = 0): SeasonContext => ({
	rules: season.rules,
	getPlayer: season.lookup,
	rounds: getRoundsAt(season.rounds, now, lag),
	now,
});

/** An hour before a round's first match, when nobody is locked. */
export const buildContextBefore = (season: TestSeason, roundId: number): SeasonContext =>
	buildContextAt(season, getStartTime(roundId) - HOUR_MS);

/** An hour after the start of match `match` of the round, from 0: the clubs of this and earlier matches are locked. */
export const buildContextDuring = (season: TestSeason, roundId: number, match: number): SeasonContext =>
	buildContextAt(season, getStartTime(roundId, match) + HOUR_MS);

/** A team saved under the cap before round 1. */
export const buildTeam = (lineup: Lineup, season: TestSeason, details: Partial<TeamState> = {}): TeamState => ({
	lineup,
	bank: computeBankUnderCap(lineup, season.rules, season.lookup),
	startRoundId: 1,
	trades: [],
	...details,
});

export function expectAccepted<Value>(ruling: Ruling<Value>): Value {
	if (ruling.ok) return ruling.value;
	throw new Error(`refused: ${JSON.stringify(ruling.violations)}`);
}

/** The codes of all violations, empty if accepted. */
export const listViolationCodes = (ruling: Ruling<unknown>): readonly ViolationCode[] =>
	ruling.ok ? [] : ruling.violations.map((violation) => violation.code);

/** The players named by violations with this code. */
export const listViolatingPlayers = (ruling: Ruling<unknown>, code: ViolationCode): readonly number[] =>
	ruling.ok
		? []
		: ruling.violations.flatMap((violation) =>
				violation.code === code && "playerId" in violation ? [violation.playerId] : [],
			);
