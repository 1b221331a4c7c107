// Constants for server and web. This file does not import zod, so that the web can load it.

/** The maximum of PostgreSQL's `integer`, so that larger numbers are refused before a query. */
export const MAX_INT = 2 ** 31 - 1;

export const GENDERS = ["female", "male", "non_binary", "other", "not_say"] as const;
export const STATES = ["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"] as const;

/** The length of a team's name. Its characters and words are checked by the server, in `features/names`. */
export const TEAM_NAME_LENGTH = { least: 3, most: 30 };

/** Colours of leagues without a picture. */
export const LEAGUE_COLOURS = [
	"ochre",
	"navy",
	"crimson",
	"emerald",
	"gold",
	"teal",
	"plum",
	"sky",
	"charcoal",
	"rose",
	"lime",
	"copper",
] as const;

/** Maximum length of a message in a league's conversation in characters, with mentions as they are sent. */
export const MAX_MESSAGE_LENGTH = 1_000;
/** Maximum length of a message with an offer, and of the reason for which a trade is stopped, in characters. */
export const MAX_TRADE_MESSAGE_LENGTH = 280;
/** Maximum length of a recap that the commissioner has edited, in characters. */
export const MAX_RECAP_LENGTH = 3_000;
/** The emoji that members can react to a message with. */
export const REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🔥", "👏", "🏆"] as const;
export type Reaction = (typeof REACTIONS)[number];
/** Which messages a member is notified about: none, those that mention her, also replies to her own, or all. */
export const MESSAGE_NOTIFICATIONS = ["none", "mentions", "replies", "all"] as const;

/** Maximum length of a message to the operators, in characters. */
export const MAX_CONTACT_MESSAGE_LENGTH = 4_000;
/** The length of an operator's reason for an action, in characters. */
export const OPERATOR_REASON_LENGTH = { least: 3, most: 500 };
/** The length of an announcement on every screen, and of the text that is shown during maintenance, in characters. */
export const SITE_ANNOUNCEMENT_LENGTH = { least: 3, most: 300 };
/** Maximum length of a stats file in characters. A round has about 30,000, or 400,000 with fitzRoy's columns. */
export const MAX_STATS_FILE_LENGTH = 900_000;

/** When reminders are sent before a lock: `problems` if there is a warning, `always` also before a round's first lock. */
export const LOCK_REMINDERS = ["off", "problems", "always"] as const;
/** The default hours without notifications, in the user's local time. */
export const DEFAULT_QUIET_HOURS = { from: "22:00", to: "07:00" } as const;
export const REMINDER_MINUTES = [15, 30, 60, 120, 180, 720, 1440] as const;

/** Maximum number of rounds after the current one that trades are planned for; projections say little beyond them. */
export const MAX_PLANNED_ROUNDS = 5;

/** The files of a season's folder. The last two are optional. */
export const SEASON_FILES = [
	"season.json",
	"squads.csv",
	"rounds.csv",
	"matches.csv",
	"players.csv",
	"signings.csv",
	"stats.csv",
] as const;

/** Maximum length of an injury list, in characters. */
export const MAX_AVAILABILITY_LENGTH = 200_000;
/** Maximum length of the note that is published with a player's status, such as "Hamstring · 2 weeks". */
export const MAX_STATUS_NOTE_LENGTH = 80;

/** Maximum length of all files of a season together, in characters. A season with its stats has about one million. */
export const MAX_SEASON_FILES_LENGTH = 8_000_000;

/** Path of the live stream below `/api/{lang}`: server-sent events with a message of live.ts as JSON. */
export const LIVE_PATH = "/live";

/** Pages that mailed links lead to. The token is in the fragment, so that servers and proxies do not log it. */
export const MAILED_LINK_PATHS = { resetPassword: "/reset-password", verifyEmail: "/verify-email" } as const;

/** A cookie that tells scripts that there is a session, and whose, because they cannot read the session cookie itself. */
export const SIGNED_IN_COOKIE = "signed_in";
/** The cookie's value. It is `1` if the user is not known. */
export const buildSignedInValue = (userId: number | string): string => `u${userId}`;

/** A cookie with the language chosen on this device, for pages rendered by the server. */
export const LANGUAGE_COOKIE = "language";

/** A cookie's value in a `Cookie` header or `document.cookie`; null if it is not set. */
export function getCookie(cookies: string, name: string): string | null {
	const found = cookies.split(/; */).find((cookie) => cookie.startsWith(`${name}=`));
	return found ? found.slice(name.length + 1) : null;
}

/** Maximum size of a body with a list of many players, files or changes. */
export const MAX_LIST_BYTES = 4 * 1024 * 1024;
export const MAX_PHOTO_PATH_LENGTH = 300;
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** The `ZipLimits` of a zip file of players' photos. */
export const PHOTO_ZIP_LIMITS = {
	entries: 3_000,
	entryBytes: MAX_PICTURE_BYTES,
	totalBytes: 1024 * 1024 * 1024,
	ratio: 100,
} as const;
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** Send `Prefer: status=200` to get an expected refusal, such as an unknown identity at sign-in, with status 200. */
export const PREFER_OK = "status=200";

/**
 * What personal access tokens may be allowed to do. Each call names the scope that it needs; most allow no token.
 * `read:calendar` opens no call, but the private calendar at /calendar/{lang}/{token}.ics.
 */
export const TOKEN_SCOPES = ["read:team", "write:team", "read:leagues", "read:calendar"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
/** For how many days a token may be valid. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
