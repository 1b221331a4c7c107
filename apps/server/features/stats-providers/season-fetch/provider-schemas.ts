import { seasonName, venue as venueName } from "@first-bounce/contract/fields";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { z } from "zod";

// The parts of the official season API that are used. Other fields are ignored. A name that an import would refuse counts as odd.
const text = z.string().max(200);
/** Reads a number, which may be sent as text. */
const readNumber = (value: unknown): unknown =>
	typeof value === "string" && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
const id = z.preprocess(readNumber, z.int().positive());
/** A value without which its entry can be used; null if it is missing or odd. */
const optionalText = text.nullish().catch(null);

/** The entries of a list, and what is wrong with those that cannot be used. */
interface TolerantList<Item> {
	readonly items: readonly Item[];
	readonly problems: readonly string[];
}

/** A list without its odd entries. If all entries are odd, the whole list is odd. */
const listOf = <Item extends z.ZodType>(item: Item) =>
	z.array(z.unknown()).transform((entries, context): TolerantList<z.output<Item>> => {
		const results = entries.map((entry) => item.safeParse(entry));
		const items = results.flatMap((result) => (result.success ? [result.data] : []));
		const problems = results.flatMap(({ error }, index) => {
			const [issue] = error?.issues ?? [];
			return issue ? [`entry ${[index + 1, ...issue.path].join(".")}: ${issue.message}`] : [];
		});
		if (items.length === 0 && problems[0]) context.addIssue({ code: "custom", message: problems[0] });
		return { items, problems };
	});

/** Like `listOf`, but null is an empty list, as of a round without matches yet. */
const nullableListOf = <Item extends z.ZodType>(item: Item) =>
	z.preprocess((list) => (list === null ? [] : list), listOf(item));

const count = z.preprocess(readNumber, z.int().nonnegative().optional()).catch(undefined);
const pagination = z.object({ numPages: count, numEntries: count });
const page = z.object({
	meta: z
		.object({ pagination: pagination.nullish().catch(null) })
		.nullish()
		.catch(null),
});
export type Page = z.infer<typeof page>;

/** GET competitions/{id}/compseasons: one page of a competition's seasons. */
export const compSeasonList = page.extend({
	compSeasons: listOf(z.object({ id, providerId: text, name: text })),
});
export type CompSeason = z.infer<typeof compSeasonList>["compSeasons"]["items"][number];

/** GET compseasons/{id}: a season's rounds. */
export const compSeasonDetail = z.object({
	rounds: listOf(
		z.object({ providerId: text, name: text, roundNumber: z.preprocess(readNumber, z.int().nonnegative()) }),
	),
});
export type ProviderRound = z.infer<typeof compSeasonDetail>["rounds"]["items"][number];

/** A club of a match. Its number and name can be those of its other matches. */
const team = z.object({
	id: id.nullish().catch(null),
	providerId: text,
	name: optionalText,
	abbreviation: optionalText,
});
export type ProviderTeam = z.infer<typeof team> & { readonly id: number; readonly name: string };

const match = z.object({
	id,
	providerId: text,
	home: z.object({ team: team.nullish() }).nullish().catch(null),
	away: z.object({ team: team.nullish() }).nullish().catch(null),
	venue: z.object({ name: venueName, timezone: optionalText }).nullish().catch(null),
	utcStartTime: optionalText,
});
export type ProviderMatch = z.infer<typeof match>;

/** GET matches: one page of a round's matches. */
export const matchPage = page.extend({ matches: nullableListOf(match) });

const squadEntry = z.object({
	player: z.object({
		providerId: text,
		firstName: seasonName.nullish().catch(null),
		surname: seasonName,
		dateOfBirth: optionalText,
	}),
	jumperNumber: z.preprocess(readNumber, z.int()).nullish().catch(null),
	position: optionalText,
});
export type SquadEntry = z.infer<typeof squadEntry>;

/** GET squads: a club's players of a season. */
export const squadDetail = z.object({
	squad: z.object({ players: nullableListOf(squadEntry) }).nullable(),
});

const total = z.preprocess(readNumber, z.number().nonnegative()).nullish();
const totals = Object.fromEntries(STAT_KEYS.map((key) => [STATS[key].aflName, total]));

/** GET statspro/playersStats/seasons/{season}: every player's totals of a season, finals included. */
export const seasonTotals = z.object({
	players: listOf(
		z.object({
			playerId: text,
			gamesPlayed: z.preprocess(readNumber, z.int().nonnegative()).nullish(),
			totals: z.object(totals).nullish(),
		}),
	),
});
export type PlayerTotals = z.infer<typeof seasonTotals>["players"]["items"][number];
