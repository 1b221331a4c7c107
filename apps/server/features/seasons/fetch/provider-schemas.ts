import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { z } from "zod";

// The parts of the official season API that are used. Other fields are ignored.
const text = z.string().max(200);
const id = z.int().positive();

const pagination = z.object({ numPages: z.int().nonnegative(), numEntries: z.int().nonnegative() }).partial();
/** One page of a list. */
const page = z.object({ meta: z.object({ pagination: pagination.nullish() }).nullish() });
export type Page = z.infer<typeof page>;

/** GET competitions/{id}/compseasons: one page of a competition's seasons. */
export const compSeasonList = page.extend({
	compSeasons: z.array(z.object({ id, providerId: text, name: text })),
});
export type CompSeason = z.infer<typeof compSeasonList>["compSeasons"][number];

/** GET compseasons/{id}: a season's rounds. */
export const compSeasonDetail = z.object({
	id,
	rounds: z.array(z.object({ providerId: text, name: text, roundNumber: z.int().nonnegative() })),
});
export type ProviderRound = z.infer<typeof compSeasonDetail>["rounds"][number];

const team = z.object({ id, providerId: text, name: text, abbreviation: text.nullish() });
export type ProviderTeam = z.infer<typeof team>;

const match = z.object({
	id,
	providerId: text,
	home: z.object({ team: team.nullish() }).nullish(),
	away: z.object({ team: team.nullish() }).nullish(),
	venue: z.object({ name: text, timezone: text.nullish() }).nullish(),
	utcStartTime: text.nullish(),
});
export type ProviderMatch = z.infer<typeof match>;

/** GET matches: one page of a round's matches. */
export const matchPage = page.extend({ matches: z.array(match) });

const squadEntry = z.object({
	player: z.object({
		providerId: text,
		firstName: text.nullish(),
		surname: text,
		dateOfBirth: text.nullish(),
	}),
	jumperNumber: z.int().nullish(),
	position: text.nullish(),
});
export type SquadEntry = z.infer<typeof squadEntry>;

/** GET squads: a club's players of a season. */
export const squadDetail = z.object({
	squad: z.object({ team: z.object({ providerId: text }), players: z.array(squadEntry) }),
});

const total = z.number().nullish();
const totals = Object.fromEntries(STAT_KEYS.map((key) => [STATS[key].aflName, total]));

/** GET statspro/playersStats/seasons/{season}: every player's totals of a season, finals included. */
export const seasonTotals = z.object({
	players: z.array(
		z.object({ playerId: text, gamesPlayed: z.int().nonnegative().nullish(), totals: z.object(totals).nullish() }),
	),
});
export type PlayerTotals = z.infer<typeof seasonTotals>["players"][number];
