import type { Points, RoundId, TeamId } from "../ids.ts";

/** How a cup is played: in which rounds, and how many teams the first round of the knock-out has. */
interface CupPlan {
	/** The round in which the best scores qualify for the knock-out; null if everyone is in it. */
	readonly qualifyingRoundId: RoundId | null;
	/** How many teams the knock-out has: all entrants, or a power of two after a qualifying round. */
	readonly teamCount: number;
	/** The rounds of the knock-out, the final last. */
	readonly roundIds: readonly RoundId[];
}

/**
 * Plans a cup over the rounds that are left (docs/game-rules.md#cup). If there are more entrants than a knock-out in
 * these rounds can have, the first round is a qualifying round. Null with fewer than two entrants or rounds.
 */
export function planCup(entrantCount: number, rounds: readonly RoundId[]): CupPlan | null {
	const [first] = rounds;
	if (entrantCount < 2 || rounds.length < 2 || first === undefined) return null;
	const roundsNeeded = Math.ceil(Math.log2(entrantCount));
	if (roundsNeeded <= rounds.length)
		return { qualifyingRoundId: null, teamCount: entrantCount, roundIds: rounds.slice(0, roundsNeeded) };
	return { qualifyingRoundId: first, teamCount: 2 ** (rounds.length - 1), roundIds: rounds.slice(1) };
}

/** Mixes the bits of a seed and a team into an unsigned 32-bit number (the finaliser of MurmurHash3). */
function hashTeam(seed: number, teamId: TeamId): number {
	let hash = (Math.imul(seed, 0x9e3779b1) + teamId) | 0;
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Orders teams as version 0.1.0 drew cups: by the season's public `cup.seed` and the teams' numbers alone. Only cups that it drew
 * use this; others are drawn by `draws/draw.ts`.
 */
export function drawCupByPublicSeed(teamIds: readonly TeamId[], seed: number): TeamId[] {
	const hashes = new Map(teamIds.map((teamId) => [teamId, hashTeam(seed, teamId)]));
	return teamIds.toSorted((a, b) => (hashes.get(a) ?? 0) - (hashes.get(b) ?? 0) || a - b);
}

/** One pairing of a round. A side is null for a bye, and for a team whose account was deleted. */
export interface CupPairing {
	/** The index of the pairing in the round, from 0. */
	readonly place: number;
	readonly home: TeamId | null;
	readonly away: TeamId | null;
}

/**
 * Pairs the first team with the last, the second with the second-last and so on. If their number is not a power of two,
 * the first teams have a bye. The winners, in the order of `place`, are the teams of the next round.
 */
export function pairCupRound(teams: readonly (TeamId | null)[]): CupPairing[] {
	const bracketSize = 2 ** Math.ceil(Math.log2(teams.length));
	return Array.from({ length: bracketSize / 2 }, (_, place) => ({
		place,
		home: teams[place] ?? null,
		away: teams[bracketSize - 1 - place] ?? null,
	}));
}

/** A team's result in a cup round: everything that decides a pairing. */
export interface CupScore {
	readonly teamId: TeamId;
	/** False once the owner's account is deactivated or deleted. */
	readonly isActive: boolean;
	readonly points: Points;
	/** The overall rank at the end of the round; null for a team that has not started. */
	readonly overallRank: number | null;
}

/** Orders scores, best first: by active account, then points of the round, overall rank and lower team number. */
export const compareCupScores = (a: CupScore, b: CupScore): number =>
	Number(b.isActive) - Number(a.isActive) ||
	b.points - a.points ||
	(a.overallRank ?? Number.MAX_SAFE_INTEGER) - (b.overallRank ?? Number.MAX_SAFE_INTEGER) ||
	a.teamId - b.teamId;

/** The winner of a pairing. A team without an opponent wins; null if there is no team at all. */
export function findCupWinner(home: CupScore | null, away: CupScore | null): TeamId | null {
	if (!home || !away) return (home ?? away)?.teamId ?? null;
	return compareCupScores(home, away) < 0 ? home.teamId : away.teamId;
}

/** The `count` teams that qualify for the knock-out, best first. */
export const selectQualifiers = (scores: readonly CupScore[], count: number): TeamId[] =>
	scores
		.toSorted(compareCupScores)
		.slice(0, count)
		.map(({ teamId }) => teamId);

export const CUP_STAGES = ["qualifying", "round", "quarter-final", "semi-final", "final"] as const;
type CupStage = (typeof CUP_STAGES)[number];

/** The name of a knock-out round with this many pairings. */
export function getCupStage(pairingCount: number): CupStage {
	if (pairingCount === 1) return "final";
	if (pairingCount === 2) return "semi-final";
	return pairingCount === 4 ? "quarter-final" : "round";
}
