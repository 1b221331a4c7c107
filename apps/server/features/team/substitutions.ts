import type { RoundId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Substitution } from "@first-bounce/rules/scoring/cover";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import { getActionRoundId } from "@first-bounce/rules/team/team-state";
import type { SeasonSnapshot, SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { createPlayerRoundLookup, createPositionLookup } from "../standings/player-rounds.ts";
import { findLineupRow, type TeamRow } from "./team-row.ts";
import { buildLineup } from "./team-state.ts";

export type Substitutions = Readonly<Record<string, Substitution[]>>;

interface CachedSubstitutions {
	readonly version: number;
	readonly startRoundId: RoundId | null;
	readonly substitutions: Substitutions;
}

// Caches the substitutions of each team until the season's snapshot is replaced, because every read of a team needs
// them.
const cache = new WeakMap<SeasonSnapshot, Map<number, CachedSubstitutions>>();

/** Whether actions can change substitutions now: only if a match of the current or a later round has started. */
const canActionsChangeSubstitutions = (season: SeasonSnapshot): boolean => {
	const actionRoundId = getActionRoundId(season);
	return season.rounds.some(({ id, status }) => id >= actionRoundId && status !== "scheduled");
};

/** Gets a team's substitutions by round, from its start round on; a team without one has none. */
export function getSubstitutions(row: TeamRow, season: SeasonSnapshot, startRoundId: RoundId | null): Substitutions {
	const cachedByTeam = cache.get(season) ?? new Map();
	cache.set(season, cachedByTeam);
	const cached = cachedByTeam.get(row.id);
	const isCurrent =
		cached?.startRoundId === startRoundId && (cached.version === row.version || !canActionsChangeSubstitutions(season));
	if (isCurrent) return cached.substitutions;
	const substitutions = computeSubstitutions(row, season, startRoundId ?? Number.POSITIVE_INFINITY);
	cachedByTeam.set(row.id, { version: row.version, startRoundId, substitutions });
	return substitutions;
}

/** Computes the substitutions of a line-up in a round, as far as the round has been played. */
export function computeRoundSubstitutions(
	lineup: Lineup,
	round: SnapshotRound,
	season: SeasonSnapshot,
): Substitution[] {
	const getPositions = createPositionLookup(season, round.id);
	return [...scoreLineup(lineup, createPlayerRoundLookup(season, round), getPositions, season.rules).substitutions];
}

function computeSubstitutions(row: TeamRow, season: SeasonSnapshot, startRoundId: RoundId): Substitutions {
	const playedRounds = season.rounds.filter(({ id, status }) => id >= startRoundId && status !== "scheduled");
	return Object.fromEntries(
		playedRounds.flatMap((round) => {
			const lineup = findLineupRow(row, round.id);
			return lineup ? [[round.id, computeRoundSubstitutions(buildLineup(lineup, season), round, season)]] : [];
		}),
	);
}
