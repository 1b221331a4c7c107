/** What forms and addresses on both sides are made of; without zod, so that the web can load it. */
export const GENDERS = ["female", "male", "non_binary", "other", "not_say"] as const;
export const STATES = ["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"] as const;

/** A league's colours, by name; the web dresses a league without an avatar in them. */
export const LEAGUE_COLOURS = [
	...["ochre", "navy", "crimson", "emerald", "gold", "teal"],
	...["plum", "sky", "charcoal", "rose", "lime", "copper"],
] as const;

export const RANKING_ORDERS = ["totalPoints", "avgPoints", "roundPoints"] as const;

/** Characters of a letter to the operators. */
export const MAX_LETTER_LENGTH = 4_000;
/** Characters of a stats file; a round's has some 30,000, with fitzRoy's columns some 400,000. */
export const MAX_STATS_FILE_LENGTH = 900_000;

/** Before a lock of one's own players: `problems` only when something would go wrong, `always` before a round's first too. */
export const LOCK_REMINDERS = ["off", "problems", "always"] as const;
export const REMINDER_MINUTES = [15, 30, 60, 120, 180, 720, 1440] as const;

/** The files of a season's folder, by their names; the last two where there are any. */
export const SEASON_FILES = [
	"season.json",
	"squads.csv",
	"rounds.csv",
	"matches.csv",
	"players.csv",
	"signings.csv",
	"stats.csv",
] as const;

/** Characters of all files together; a season with its stats has about one million. */
export const MAX_SEASON_FILES_LENGTH = 8_000_000;

/** Below the base `/api/{lang}`: server-sent events. Each has one message of live.ts as its data, in JSON. */
export const LIVE_PATH = "/live";

/** Where mailed links lead in the web. The token stands after `#`, which no server or proxy writes down. */
export const MAILED_LINK_PATHS = { resetPassword: "/reset-password", verifyEmail: "/verify-email" } as const;
