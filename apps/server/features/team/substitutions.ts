import type { RoundId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Substitution } from "@first-bounce/rules/scoring/cover";
import { DID_NOT_PLAY, hasSquadFinished, type PlayerRound, TO_COME } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import { getActionRoundId } from "@first-bounce/rules/team/team-state";
import type { SeasonSnapshot, SnapshotRound } from "../seasons/current/season-snapshot.ts";
import type { TeamRow } from "./team-row.ts";
import { buildLineup } from "./team-state.ts";

export type Substitutions = Readonly<Record<string, Substitution[]>>;

/** What a round knows of each player so far. */
export const createPlayerRoundLookup =
	(season: SeasonSnapshot, round: SnapshotRound) =>
	(playerId: number): PlayerRound => {
		const player = season.players.get(playerId);
		const points = player?.scores.get(round.id);
		if (points !== undefined) return { state: "played", points };
		return !player || hasSquadFinished(round, player.squadId) ? DID_NOT_PLAY : TO_COME;
	};

interface CachedSubstitutions {
	readonly version: number;
	readonly start: RoundId | null;
	readonly substitutions: Substitutions;
}

// One entry a team for as long as the season stays as it is: the same answer is asked for again and again.
const cache = new WeakMap<SeasonSnapshot, Map<number, CachedSubstitutions>>();

/** Whether what is done to a team now can change who came in: only in a round that plays, or was played ahead. */
const canActionsChangeSubstitutions = (season: SeasonSnapshot): boolean => {
	const from = getActionRoundId(season);
	return season.rounds.some(({ id, status }) => id >= from && status !== "scheduled");
};

/** Who came in for whom, round by round, from the start round on, as far as the season has been played. */
export function getSubstitutions(row: TeamRow, season: SeasonSnapshot): Substitutions {
	const ofSeason = cache.get(season) ?? new Map();
	cache.set(season, ofSeason);
	const cached = ofSeason.get(row.id);
	const isKnown =
		cached?.start === row.start_round_id && (cached.version === row.version || !canActionsChangeSubstitutions(season));
	if (isKnown) return cached.substitutions;
	const substitutions = computeSubstitutions(row, season);
	ofSeason.set(row.id, { version: row.version, start: row.start_round_id, substitutions });
	return substitutions;
}

/** Who came in for whom in one round, as far as it has been played. */
export function computeRoundSubstitutions(
	lineup: Lineup,
	round: SnapshotRound,
	season: SeasonSnapshot,
): Substitution[] {
	const positions = (id: number) => season.players.get(id)?.position ?? [];
	return [...scoreLineup(lineup, createPlayerRoundLookup(season, round), positions, season.rules).substitutions];
}

function computeSubstitutions(row: TeamRow, season: SeasonSnapshot): Substitutions {
	const start: RoundId = row.start_round_id ?? Number.POSITIVE_INFINITY;
	const played = season.rounds.filter(({ id, status }) => id >= start && status !== "scheduled");
	return Object.fromEntries(
		played.flatMap((round) => {
			const lineup = row.lineups.findLast(({ roundId }) => roundId <= round.id);
			return lineup ? [[round.id, computeRoundSubstitutions(buildLineup(lineup, season), round, season)]] : [];
		}),
	);
}
