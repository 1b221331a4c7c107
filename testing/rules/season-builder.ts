import { HOUR_MS, WEEK_MS } from "@first-bounce/rules/durations";
import type { MatchId, PlayerId, RoundId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import type { Line, Player, PlayerLookup } from "@first-bounce/rules/player";
import type { Match, MatchStatus, Round, RoundStatus } from "@first-bounce/rules/round/round";
import { DEFAULT_SEASON_RULES, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";

const MATCH_LENGTH_MS = 2 * HOUR_MS;
const REVIEW_MS = HOUR_MS;

export interface TestSeason {
	readonly rules: SeasonRules;
	readonly squads: readonly SquadId[];
	readonly players: readonly Player[];
	readonly lookup: PlayerLookup;
	readonly rounds: readonly Round[];
}

/** A MID of club 1 at $500,000 by default. */
export const buildPlayer = (id: PlayerId, details: Partial<Omit<Player, "id">>): Player => ({
	id,
	name: `Player ${id}`,
	squadId: 1,
	position: ["MID"],
	cost: 500_000,
	...details,
});

export const createPlayerLookup = (players: readonly Player[]): PlayerLookup => {
	const byId = new Map(players.map((player) => [player.id, player]));
	return (id) => byId.get(id);
};

/** When a match of a test season starts: a round's first at the start of its week, each later one three hours on. */
export const getStartTime = (roundId: RoundId, match = 0): SeasonTime => roundId * WEEK_MS + match * 3 * HOUR_MS;

/** A scheduled round of [home, away] pairs in order of start; every other club has a bye. */
export function buildRound(
	id: RoundId,
	pairs: readonly (readonly [SquadId, SquadId])[],
	squads: readonly SquadId[] = [],
	status: RoundStatus = "scheduled",
): Round {
	const matches = pairs.map(
		([homeSquadId, awaySquadId], index): Match => ({
			id: (id * 100 + index) as MatchId,
			roundId: id,
			homeSquadId,
			awaySquadId,
			startsAt: getStartTime(id, index),
			status,
		}),
	);
	const playingSquads = new Set(pairs.flat());
	return { id, status, matches, byeSquads: squads.filter((squad) => !playingSquads.has(squad)) };
}

/**
 * The rounds with their statuses at the given time: a match lasts two hours, and a round is complete an hour after the
 * end of its last match.
 * `lag` is the feed's delay.
 */
export function getRoundsAt(rounds: readonly Round[], now: SeasonTime, lag: SeasonTime = 0): readonly Round[] {
	const feedTime = now - lag;
	const getStatus = (match: Match): MatchStatus => {
		if (feedTime < match.startsAt) return "scheduled";
		return feedTime < match.startsAt + MATCH_LENGTH_MS ? "playing" : "complete";
	};
	return rounds.map((round) => {
		const starts = round.matches.map((match) => match.startsAt);
		const endsAt = Math.max(...starts) + MATCH_LENGTH_MS + REVIEW_MS;
		const status: RoundStatus =
			feedTime < Math.min(...starts) ? "scheduled" : feedTime < endsAt ? "playing" : "complete";
		return { ...round, status, matches: round.matches.map((match) => ({ ...match, status: getStatus(match) })) };
	});
}

const POSITIONS: readonly (readonly Line[])[] = [
	["DEF"],
	["MID"],
	["FWD"],
	["RUC"],
	["DEF", "MID"],
	["MID", "FWD"],
	["FWD", "RUC"],
	["DEF", "FWD"],
	["DEF"],
	["MID"],
	["FWD"],
	["DEF", "MID", "FWD"],
];

/**
 * A small season: six clubs of twelve (single, dual and triple positions, $300,000 to $1,080,000) and four rounds:
 * a plain one, one with two byes, a double game week (more than three matches), and a plain one.
 */
export function buildSeason(rules: Partial<SeasonRules> = {}): TestSeason {
	const squads: readonly SquadId[] = [1, 2, 3, 4, 5, 6];
	const players = squads.flatMap((squadId) =>
		POSITIONS.map((position, index) => {
			const id = squadId * 100 + index;
			return buildPlayer(id, { squadId, position, cost: 300_000 + ((id * 37) % 40) * 20_000 });
		}),
	);
	const rounds = [
		buildRound(
			1,
			[
				[1, 2],
				[3, 4],
				[5, 6],
			],
			squads,
		),
		buildRound(
			2,
			[
				[2, 3],
				[4, 5],
			],
			squads,
		),
		buildRound(
			3,
			[
				[1, 3],
				[2, 5],
				[4, 6],
				[1, 4],
				[3, 6],
			],
			squads,
		),
		buildRound(
			4,
			[
				[6, 1],
				[5, 2],
				[4, 3],
			],
			squads,
		),
	];
	return {
		rules: { ...DEFAULT_SEASON_RULES, singleWeekMatches: 3, lastRound: 4, ...rules },
		squads,
		players,
		lookup: createPlayerLookup(players),
		rounds,
	};
}
