import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { z } from "zod";

// The parts of the official season API that are used. Other fields are ignored.
const word = z.string().max(200);
const id = z.int().positive();

const pagination = z.object({ numPages: z.int().nonnegative(), numEntries: z.int().nonnegative() }).partial();
/** One page of a list. */
const page = z.object({ meta: z.object({ pagination: pagination.nullish() }).nullish() });
export type Page = z.infer<typeof page>;

/** GET competitions/{id}/compseasons: one page of the years of a competition. */
export const compSeasonList = page.extend({
	compSeasons: z.array(z.object({ id, providerId: word, name: word })),
});
export type CompSeason = z.infer<typeof compSeasonList>["compSeasons"][number];

/** GET compseasons/{id}: a season's rounds. */
export const compSeasonDetail = z.object({
	id,
	rounds: z.array(z.object({ providerId: word, name: word, roundNumber: z.int().nonnegative() })),
});
export type ProviderRound = z.infer<typeof compSeasonDetail>["rounds"][number];

const team = z.object({ id, providerId: word, name: word, abbreviation: word.nullish() });
export type ProviderTeam = z.infer<typeof team>;

const match = z.object({
	id,
	providerId: word,
	home: z.object({ team: team.nullish() }).nullish(),
	away: z.object({ team: team.nullish() }).nullish(),
	venue: z.object({ name: word, timezone: word.nullish() }).nullish(),
	utcStartTime: word.nullish(),
});
export type ProviderMatch = z.infer<typeof match>;

/** GET matches: one page of a round's matches. */
export const matchPage = page.extend({ matches: z.array(match) });

const squadEntry = z.object({
	player: z.object({
		providerId: word,
		firstName: word.nullish(),
		surname: word,
		dateOfBirth: word.nullish(),
	}),
	jumperNumber: z.int().nullish(),
	position: word.nullish(),
});
export type SquadEntry = z.infer<typeof squadEntry>;

/** GET squads: a club's players of a season. */
export const squadDetail = z.object({
	squad: z.object({ team: z.object({ providerId: word }), players: z.array(squadEntry) }),
});

const total = z.number().nullish();
const totals = Object.fromEntries(STAT_KEYS.map((key) => [STATS[key].aflName, total]));

/** GET statspro/playersStats/seasons/{season}: every player's totals of a season, finals included. */
export const seasonTotals = z.object({
	players: z.array(
		z.object({ playerId: word, gamesPlayed: z.int().nonnegative().nullish(), totals: z.object(totals).nullish() }),
	),
});
export type PlayerTotals = z.infer<typeof seasonTotals>["players"][number];
