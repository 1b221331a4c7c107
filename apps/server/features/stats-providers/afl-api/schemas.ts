import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { z } from "zod";

// The parts of the official stats API that are used. Other fields are ignored.
const text = z.string().max(200);
const count = z.number().nullish();

const name = z.object({ givenName: text.optional(), surname: text.optional() });
const person = z.object({ playerId: text, playerName: name.optional() });

/** GET matchItems/round/{round}: the round's matches with their scores and clocks. */
export const roundItems = z.object({
	roundId: text,
	items: z.array(
		z.object({
			match: z.object({
				matchId: text,
				date: text,
				status: text,
				homeTeamId: text,
				awayTeamId: text,
			}),
			round: z.object({ roundNumber: z.int() }),
			score: z
				.object({
					homeTeamScore: z.object({ matchScore: z.object({ totalScore: count }) }).nullish(),
					awayTeamScore: z.object({ matchScore: z.object({ totalScore: count }) }).nullish(),
					matchClock: z
						.object({
							periods: z.array(
								z.object({ periodNumber: count, periodSeconds: count, periodCompleted: z.boolean().nullish() }),
							),
						})
						.nullish(),
				})
				.nullish(),
		}),
	),
});
export type RoundItem = z.infer<typeof roundItems>["items"][number];

const stat = z.number().nullable();
const countedStats = Object.fromEntries(
	STAT_KEYS.map((key) => [STATS[key].aflName, STATS[key].isOptional ? stat.optional() : stat]),
);
const statsEntry = z.object({
	teamId: text,
	player: z.object({ player: z.object({ player: person }) }),
	playerStats: z.object({
		stats: z.object(countedStats).catchall(z.unknown()),
		timeOnGroundPercentage: stat.optional(),
		lastUpdated: text.nullish(),
	}),
});
export type StatsEntry = z.infer<typeof statsEntry>;

/** GET playerStats/match/{match}. The response does not repeat the match id. */
export const playerStats = z.object({
	homeTeamPlayerStats: z.array(statsEntry),
	awayTeamPlayerStats: z.array(statsEntry),
});

const side = z.object({ teamId: text, positions: z.array(z.object({ position: text, player: person })) });

/** GET matchRoster/full/{match}: who is named to play, and where. */
export const matchRoster = z.object({
	matchRoster: z.object({ matchId: text, homeTeam: side, awayTeam: side }),
});
export type RosterSide = z.infer<typeof side>;

export const tokenResponse = z.object({ token: z.string().min(1).max(4_000) });
