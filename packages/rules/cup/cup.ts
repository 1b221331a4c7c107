import type { Points, RoundId, TeamId } from "../ids.ts";

/** How a cup is played: in which rounds, and how many teams the first round of the knock-out has. */
export interface CupPlan {
	/** The round in which the best scores qualify for the knock-out; null if everyone is in it. */
	readonly qualifyingId: RoundId | null;
	/** The teams of the knock-out: all entrants, or a power of two. */
	readonly teams: number;
	/** The rounds of the knock-out, the final last. */
	readonly roundIds: readonly RoundId[];
}

/**
 * Plans a cup of this many entrants over the rounds that are left (docs/game-rules.md#cup). With more entrants than a
 * knock-out in those rounds can have, the first round is a qualifying round. Null with fewer than two entrants or rounds.
 */
export function planCup(entrants: number, rounds: readonly RoundId[]): CupPlan | null {
	const [first] = rounds;
	if (entrants < 2 || rounds.length < 2 || first === undefined) return null;
	const needed = Math.ceil(Math.log2(entrants));
	if (needed <= rounds.length) return { qualifyingId: null, teams: entrants, roundIds: rounds.slice(0, needed) };
	return { qualifyingId: first, teams: 2 ** (rounds.length - 1), roundIds: rounds.slice(1) };
}

/** Mixes the bits of a seed and a team into an unsigned 32-bit number (the finaliser of MurmurHash3). */
function hashTeam(seed: number, teamId: TeamId): number {
	let hash = (Math.imul(seed, 0x9e3779b1) + teamId) | 0;
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

/** The teams in the order of the draw, which follows from the season's seed and the teams alone. */
export function drawCup(teamIds: readonly TeamId[], seed: number): TeamId[] {
	const hashes = new Map(teamIds.map((teamId) => [teamId, hashTeam(seed, teamId)]));
	return teamIds.toSorted((a, b) => (hashes.get(a) ?? 0) - (hashes.get(b) ?? 0) || a - b);
}

/** One pairing of a round; a null side is a bye, or a team whose account was deleted. */
export interface CupPairing {
	readonly place: number;
	readonly home: TeamId | null;
	readonly away: TeamId | null;
}

/**
 * Pairs the first with the last, the second with the second-last and so on. Where the teams are not a power of two, the
 * first ones of the draw have a bye; later rounds then have none. The winners, by place, are the next round's teams.
 */
export function pairCupRound(teams: readonly (TeamId | null)[]): CupPairing[] {
	const slots = 2 ** Math.ceil(Math.log2(teams.length));
	return Array.from({ length: slots / 2 }, (_, place) => ({
		place,
		home: teams[place] ?? null,
		away: teams[slots - 1 - place] ?? null,
	}));
}

/** A team's result in a cup round: everything that decides a pairing. */
export interface CupScore {
	readonly teamId: TeamId;
	/** False once the owner's account is closed. */
	readonly isActive: boolean;
	readonly points: Points;
	/** The overall rank at the end of the round; null for a team that has not started. */
	readonly overallRank: number | null;
}

/** Orders scores, best first: open accounts, points of the round, overall rank, lower team number. */
export const compareCupScores = (a: CupScore, b: CupScore): number =>
	Number(b.isActive) - Number(a.isActive) ||
	b.points - a.points ||
	(a.overallRank ?? Number.MAX_SAFE_INTEGER) - (b.overallRank ?? Number.MAX_SAFE_INTEGER) ||
	a.teamId - b.teamId;

/** The team that wins a pairing; a team without an opponent does. Null if there is no team. */
export function findCupWinner(home: CupScore | null, away: CupScore | null): TeamId | null {
	if (!home || !away) return (home ?? away)?.teamId ?? null;
	return compareCupScores(home, away) < 0 ? home.teamId : away.teamId;
}

/** The teams that qualify for the knock-out, best first. */
export const selectQualifiers = (scores: readonly CupScore[], teams: number): TeamId[] =>
	scores
		.toSorted(compareCupScores)
		.slice(0, teams)
		.map(({ teamId }) => teamId);

export const CUP_STAGES = ["qualifying", "round", "quarter-final", "semi-final", "final"] as const;
export type CupStage = (typeof CUP_STAGES)[number];

/** The name of a knock-out round with this many pairings. */
export function getCupStage(pairings: number): CupStage {
	if (pairings === 1) return "final";
	if (pairings === 2) return "semi-final";
	return pairings === 4 ? "quarter-final" : "round";
}
