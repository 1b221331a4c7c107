import { z } from "zod";
import { defineCall } from "../call.ts";
import { instant } from "../fields.ts";
import { user } from "./user.ts";

/** A row of a table as JSON. */
const row = z.record(z.string(), z.unknown());
const rows = z.array(row);

/** All data stored about one user. */
const ownData = z.object({
	exportedAt: instant,
	user,
	/** The other columns of the user's row: terms, opt-ins, dates. */
	account: row,
	identities: rows,
	/** Without the public keys. */
	passkeys: rows,
	/** Sessions, which the screens call devices. */
	devices: rows,
	/** Without the tokens themselves. */
	accessTokens: rows,
	mails: rows,
	/** Teams of every season with their line-ups, trades, actions and round results. */
	teams: rows,
	favouritePlayers: rows,
	/** The user's settings for suggested trades, and her keep, ban and wait lists. */
	coachPreferences: rows,
	coachPlayers: rows,
	leagues: rows,
	/** Teams in draft leagues with their squads, line-ups and private lists. */
	draftTeams: rows,
	/** The official leagues that the user has joined: a club's, a state's. */
	officialLeagues: rows,
	/** Entries of cups with their match-ups. */
	cups: rows,
	/** The user's activity in leagues, including those she left. */
	leagueEvents: rows,
	/** The user's messages in leagues, removed ones included, and her reactions, reports and how far she has read. */
	leagueMessages: rows,
	leagueReactions: rows,
	leagueReports: rows,
	leagueReading: rows,
	/** Snapshots shared by link. */
	shares: rows,
	/** Messages to the operators. */
	contactMessages: rows,
	notificationPreferences: rows,
	/** Browsers that are subscribed to push messages. */
	pushDevices: rows,
	notices: rows,
	resultMails: rows,
});
export type OwnData = z.output<typeof ownData>;

export const exportOwnData = defineCall("GET", "/user/export", {
	access: "signed-in",
	summary: "Extension: all data stored about the signed-in user, as one file; also for deactivated accounts",
	success: ownData,
});
