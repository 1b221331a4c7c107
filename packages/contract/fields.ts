import { LINES, mapLines, PLAYER_STATUSES } from "@first-bounce/rules/player";
import { z } from "zod";
import { GENDERS, MAX_INT, STATES, TEAM_NAME_LENGTH } from "./constants.ts";

const createId = () => z.int().positive().max(MAX_INT);
export const id = createId();
/** A user's id, or 0 for a team of a draft league that nobody manages. */
export const managerId = z.int().nonnegative().max(MAX_INT);
/** A player's id, or 0 for an empty slot. */
export const slotId = z.int().nonnegative().max(MAX_INT);
export const roundId = createId();
/** 0 means all rounds to date. */
export const roundIdOrAll = z.coerce.number().pipe(slotId);
export const idInUrl = z.coerce.number().pipe(id);
/** For paths with one `:id`. */
export const idParams = z.strictObject({ id: idInUrl });
/** A team and whose it is. The names of a deactivated account are empty. */
export const teamAndOwner = {
	teamId: id,
	teamName: z.string(),
	fullName: z.string(),
	avatarVersion: z.int(),
	supportedSquadId: id.nullable(),
};
export const matchUpStage = {
	isGrandFinal: z.boolean(),
	isSemiFinal: z.boolean(),
	/** Whether it is a game of teams outside the finals, which does not count on the ladder. */
	isConsolation: z.boolean(),
};
/** How many of something there are, or a number that only grows, such as a version. */
export const count = z.int().nonnegative();
export const dollars = z.int();
export const line = z.enum(LINES);
export const playerStatus = z.enum(PLAYER_STATUSES);
export const roundStatus = z.enum(["scheduled", "playing", "complete"]);
export const matchStatus = z.enum(["scheduled", "playing", "partial", "complete"]);
/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime();
/** A time of the day as hours and minutes. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "time-of-day");
/** Whether this is a known IANA time zone. */
export function isTimeZone(zone: string): boolean {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
	} catch {
		return false;
	}
}
/** An IANA name of a time zone. */
export const timeZone = z.string().max(60).refine(isTimeZone, "time-zone");
/** Pages start at 1; a limit above 100 is reduced to 100. */
export const createPaging = (limit: number) => ({
	page: z.coerce.number().pipe(z.int().positive().max(1_000_000)).default(1),
	limit: z.coerce.number().pipe(z.int().positive()).default(limit),
});
/** The number of the next page; null on the last. */
export const nextPage = z.int().nullable();

/** Values by round id. */
export const recordByRound = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);

/** By line, the player of each slot in order. */
export const playersByLine = z.strictObject(mapLines(() => z.array(slotId).max(30)));
/** Who is in a team's slots and roles. `lineup` is the field; 0 is an empty slot or nobody. */
export const lineupFields = {
	lineup: playersByLine,
	bench: playersByLine,
	utilityId: slotId,
	captainId: slotId,
	viceCaptainId: slotId,
	emergency: z.array(id),
};
/** By round id: each emergency `in`, and the player on field `out` whom she covers. */
export const substitutions = recordByRound(z.array(z.object({ out: id, in: id })));

export const gender = z.enum(GENDERS);
export const state = z.enum(STATES);
/** A day as year-month-day. */
export const birthday = z.iso.date();
/** ISO 3166 alpha-2. */
export const country = z.string().regex(/^[A-Z]{2}$/);
export const email = z.email().max(254);
/** Control, bidirectional and other characters that are invisible or reorder the text around them. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu;
export const removeUnprintable = (text: string): string => text.replaceAll(UNPRINTABLE, "");
export const isPrintable = (text: string): boolean => removeUnprintable(text) === text;
// The endings of names that mail programs turn into links.
const TOP_LEVEL_DOMAINS =
	"com|net|org|info|biz|io|app|dev|ai|co|me|tv|ly|gg|cc|xyz|site|online|link|shop|store|top|live|page|club|zip|mov|icu|" +
	"au|nz|uk|ru|de|fr|cn|eu|us|ca|in|nl|it|es|ch|pl|br";
/** A scheme, `www.`, a name with one of these endings, a name with a path (`club.xy/`), or a mail address. */
const ADDRESS_PATTERN = new RegExp(
	`://|www\\.|[\\p{L}\\p{N}]\\.(${TOP_LEVEL_DOMAINS})(?![\\p{L}\\p{N}])|\\.\\p{L}{2,}/|@[^\\s@]+\\.\\p{L}{2,}`,
	"iu",
);
/** An initial before a particle, as in "J.De Vries", which looks like a German address. */
const INITIAL_AND_PARTICLE = /(?<=(?:^|\s)(?:\p{Lu}\.)*)\p{Lu}\.[Dd][Ee](?=\s+\p{L})/gu;
/** Whether a name contains a web or mail address. Names appear in mails to other people. */
export const containsAddress = (name: string): boolean =>
	ADDRESS_PATTERN.test(name.normalize("NFKC").replaceAll("。", ".").replaceAll(INITIAL_AND_PARTICLE, " "));
const createName = (character: RegExp) =>
	z
		.string()
		.trim()
		.normalize("NFC")
		.min(1)
		.max(60)
		.refine((name) => isPrintable(name) && character.test(name), "name-unprintable")
		.refine((name) => !containsAddress(name), "address-in-name");
export const personName = createName(/\p{L}/u);
/** The first or last name of a player, or the name of a club, in the console and in files. Test data has numbers. */
export const seasonName = createName(/[\p{L}\p{N}]/u);
export const squadAbbreviation = z
	.string()
	.trim()
	.min(1)
	.max(6)
	.refine((text) => isPrintable(text), "name-unprintable");
/** A ground; empty if it is unknown. */
export const venue = z
	.string()
	.trim()
	.max(100)
	.refine((name) => isPrintable(name), "name-unprintable");
/** Normalised, so that names that look the same are equal. */
export const teamName = z.string().trim().normalize("NFKC").min(TEAM_NAME_LENGTH.least).max(TEAM_NAME_LENGTH.most);
