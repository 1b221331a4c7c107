import { mapStats } from "@first-bounce/rules/scoring/stats";
import { ROUND_THEMES } from "@first-bounce/rules/season-rules/season-rules";
import { z } from "zod";
import { dollars, id, instant, line, matchStatus, playerStatus, recordByRound, roundStatus } from "../fields.ts";

/** /json/fantasy/rounds.json: the season's rounds with their matches; statuses in lower case. */
export const roundsFile = z.array(
	z.object({
		id,
		status: roundStatus,
		startDate: instant,
		endDate: instant,
		isGrandFinal: z.boolean(),
		/** The round's theme, for special guernseys; null for none. */
		theme: z.enum(ROUND_THEMES).nullable(),
		/** The magic number set at publication, in dollars per point; null before. */
		magicNumber: z.int().nullable(),
		/** Extension: whether an operator holds it back from publication, for example to check its stats. */
		isHeld: z.boolean(),
		byeSquads: z.array(id),
		/** Extension: clubs that stay locked until the round is complete, because their match was postponed after its start. */
		lockedSquads: z.array(id).optional(),
		tournaments: z.array(
			z.object({
				id,
				status: matchStatus,
				date: instant,
				homeSquadId: id,
				awaySquadId: id,
				venue: z.string(),
				/** Extension: the IANA time zone of the ground; null if unknown. */
				timeZone: z.string().nullable(),
				homeScore: z.int().nullable(),
				awayScore: z.int().nullable(),
				/** Minutes played; null before the start or if unknown. */
				minutes: z.int().nullable(),
				/** 1 to 4, during a break the quarter before it; null before the start or if unknown. */
				quarter: z.int().min(1).max(4).nullable(),
				/** Seconds played of the quarter; null before the start or if unknown. */
				clockSeconds: z.int().nonnegative().nullable(),
				/** Whether the quarter is over and no later one has begun; stays true after the last. */
				isBreak: z.boolean(),
				isAbandoned: z.boolean(),
				/** Season time of the last report that changed its status, clock, score or stats; null before the first. */
				reportedAt: instant.nullable(),
			}),
		),
	}),
);
export type RoundsFile = z.output<typeof roundsFile>;
export type RoundEntry = RoundsFile[number];
export type MatchEntry = RoundEntry["tournaments"][number];

/** /json/fantasy/squads.json */
export const squadsFile = z.array(
	z.object({
		id,
		name: z.string(),
		abbreviation: z.string(),
		/** Version of its image (site/paths.ts); 0 is none. */
		imageVersion: z.int(),
	}),
);
export type SquadsFile = z.output<typeof squadsFile>;

/** /json/fantasy/players.json */
export const playersFile = z.array(
	z.object({
		id,
		firstName: z.string(),
		lastName: z.string(),
		squadId: id,
		squad: z.object({ id, name: z.string(), abbreviation: z.string() }),
		/** Extension: clubs that she had up to and including a round, in the order of rounds, if she has moved. */
		formerSquads: z.array(z.object({ untilRound: id, squadId: id })).optional(),
		position: z.array(line),
		/** Extension: positions that she had up to and including a round, in the order of rounds, if they have changed. */
		formerPositions: z.array(z.object({ untilRound: id, positions: z.array(line) })).optional(),
		cost: dollars,
		status: playerStatus,
		/** Her injury and expected return, such as "Hamstring · 2 weeks", if they are published. */
		statusNote: z.string().optional(),
		/** Whether she has left the competition and can no longer be added to teams. */
		departed: z.boolean(),
		/** Version of her photo (site/paths.ts); 0 is none. */
		photoVersion: z.int(),
		birthday: z.string().nullable(),
		/** Percentage of complete teams with her at the last count; null while too few teams are complete. */
		selections: z.int().min(0).max(100).nullable(),
		locked: z.boolean(),
		/** The change of her price since the season began; the same as `stats.seasonPriceChange`. */
		cost_season_diff: dollars,
		/** The change of her price since the previous round; the same as `stats.lastRoundPriceChange`. */
		cost_round_diff: dollars,
		stats: z.object({
			prices: recordByRound(dollars),
			/** Only rounds she played. */
			scores: recordByRound(z.number()),
			/**
			 * Extension: her score per match as prices count it, null for none, in complete rounds in which this is not her
			 * points ÷ her club's matches: because she missed one of two, or one was abandoned. Absent without such a round.
			 */
			formScores: recordByRound(z.number().nullable()).optional(),
			seasonPriceChange: dollars,
			lastRoundPriceChange: dollars,
			avgPoints: z.number(),
			avgPointsLast3: z.number(),
			avgPointsLast5: z.number(),
			totalPoints: z.number(),
			highestScore: z.number(),
			lowestScore: z.number(),
			gamesPlayed: z.int(),
			roundPoints: z.number().nullable(),
			roundRank: z.int().nullable(),
			seasonRank: z.int().nullable(),
			costPerPoint: z.number().nullable(),
			breakEven: z.number(),
			/** `matchEstimate` if she is expected to play in the next or current round, else 0. */
			projectedPoints: z.number(),
			/** Extension: what she is expected to score in a match that she plays, against an ordinary opponent. */
			estimate: z.number(),
			/** Extension: the same against her opponent in the next or current round, with those who are named beside her. */
			matchEstimate: z.number(),
			/** Extension: the range that her score falls in four times out of five if she plays. */
			estimateLow: z.number(),
			estimateHigh: z.number(),
			/** Extension: her chance to play in the next or current round; 0 with a bye. */
			chanceToPlay: z.number().min(0).max(1),
		}),
	}),
);
export type PlayersFile = z.output<typeof playersFile>;
export type PlayerEntry = PlayersFile[number];

const matchStats = z.object({
	TOG: z.number(),
	...mapStats(() => z.int()),
});

/** /json/fantasy/player_stats/{id}.json: one row per match, newest first. */
export const playerStatsFile = z.array(
	z.object({
		roundId: id,
		matchId: id,
		opponentId: id,
		points: z.number(),
		stats: matchStats,
	}),
);
export type PlayerStatsFile = z.output<typeof playerStatsFile>;

/** /json/fantasy/player_totals.json: season totals of each player over her `games` matches that are over. */
export const playerTotalsFile = z.array(
	z.object({
		id,
		games: z.int().positive(),
		/** Sums over these matches; TOG is the sum of percentages. */
		stats: matchStats,
	}),
);
export type PlayerTotalsFile = z.output<typeof playerTotalsFile>;

/** What changed a player's score in a match, from one report to the next. */
const statEvent = z.object({
	/** Increases with every event of the match, not always by one. */
	number: z.int().positive(),
	playerId: id,
	/** The stats that changed, by their keys in the season's rules; those worth more points first. */
	changes: z.array(z.object({ stat: z.string(), count: z.int(), points: z.int() })),
	points: z.int(),
	/** Her score in the match after it. */
	score: z.int(),
	/** Whether it corrects what was reported before: a count went down, or the match was already over. */
	isCorrection: z.boolean(),
	/** The match's clock when it was reported; null if unknown. */
	quarter: z.int().min(1).max(4).nullable(),
	clockSeconds: z.int().nonnegative().nullable(),
	/** Season time. */
	at: instant,
});
export type StatEventEntry = z.output<typeof statEvent>;

/** /json/fantasy/matches/{id}.json: a match's players with their stats, and its events in their order. */
export const matchFile = z.object({
	id,
	roundId: id,
	/** Those who took the field. */
	lines: z.array(z.object({ playerId: id, squadId: id, points: z.int(), stats: matchStats })),
	events: z.array(statEvent),
});
export type MatchFile = z.output<typeof matchFile>;

const percent = z.number().min(0).max(100);

/** /json/fantasy/{season}/ownership/{round}.json: how many teams had each player in a published round. */
export const ownershipFile = z.object({
	roundId: id,
	/** The best teams overall at the end of the round, the smallest group first, then all teams; none below 100 teams. */
	groups: z.array(
		z.object({
			/** Teams up to this overall rank; null for all teams. */
			top: z.int().positive().nullable(),
			teams: z.int().positive(),
			/** Numbers of teams, and percentages of the group. Players whom no team had or traded are left out. */
			players: z.array(
				z.object({
					id,
					owned: z.int(),
					captain: z.int(),
					/** Teams for which her points were doubled: captain, or vice captain of a captain who did not play. */
					doubled: z.int(),
					tradedIn: z.int(),
					tradedOut: z.int(),
					ownedPercent: percent,
					captainPercent: percent,
					doubledPercent: percent,
					tradedInPercent: percent,
					tradedOutPercent: percent,
				}),
			),
		}),
	),
});
export type OwnershipFile = z.output<typeof ownershipFile>;

/** The mean absolute errors of projections and baselines in points, over all players who played. */
const accuracy = z.object({
	scores: z.int().positive(),
	/** The error of `estimate`, as it was when the round began. */
	error: z.number(),
	/** The share of scores within the range, which should be four in five. */
	coverage: z.number().min(0).max(1),
	/** The errors of her season average, of her last three scores weighted 3:2:1, and of price ÷ magic number. */
	seasonAverageError: z.number(),
	lastThreeError: z.number(),
	priceError: z.number(),
});

/** /json/fantasy/projections.json: published rounds, and all of them together; null before the first. */
export const projectionsFile = z.object({
	rounds: z.array(accuracy.extend({ roundId: id })),
	season: accuracy.nullable(),
});
export type ProjectionsFile = z.output<typeof projectionsFile>;

/** /json/fantasy/checksums.json: a hash of each other file, by file name without extension. */
export const checksumsFile = z.record(z.string(), z.string());
export type ChecksumsFile = z.output<typeof checksumsFile>;

/** /json/fantasy/countries.json */
export const countriesFile = z.array(z.object({ code: z.string(), name: z.string() }));
export type CountriesFile = z.output<typeof countriesFile>;

/** /json/fantasy/seasons.json: the current season and the closed ones, the newest first. */
export const seasonsFile = z.array(
	z.object({
		/** The part of addresses such as /json/fantasy/{season}/players.json. */
		id,
		name: z.string(),
		isCurrent: z.boolean(),
		isDemo: z.boolean(),
	}),
);
export type SeasonsFile = z.output<typeof seasonsFile>;

/** /json/fantasy/season.json: the season's name and rules, for previews in the web. */
export const seasonFile = z.object({
	id,
	name: z.string(),
	isDemo: z.boolean(),
	rules: z.record(z.string(), z.unknown()),
});
export type SeasonFile = z.output<typeof seasonFile>;
