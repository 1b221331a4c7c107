import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, instant } from "../fields.ts";
import { user } from "./user.ts";

/** A table's row, column by column, as JSON. */
const row = z.record(z.string(), z.unknown());
const rows = z.array(row);

/** Everything kept about one person. Each list holds its table's rows, column by column. */
export const ownData = z.object({
	exportedAt: instant,
	user,
	/** What the user row holds besides `user`: terms, opt-ins, dates. */
	account: row,
	identities: rows,
	devices: rows,
	mails: rows,
	/** Of every season, each with its line-ups, trades, actions and round results. */
	teams: rows,
	favouritePlayers: rows,
	leagues: rows,
	/** What she did in leagues, those she left included. */
	leagueEvents: rows,
	/** What she showed others by a link. */
	shares: rows,
	/** What she wrote to the operators. */
	letters: rows,
	/** What she wants to be told, the browsers it goes to, and what she was told lately. */
	notificationPreferences: rows,
	pushDevices: rows,
	notices: rows,
});
export type OwnData = z.infer<typeof ownData>;

export const exportOwnData = defineCall({
	method: "GET",
	path: "/user/export",
	access: "signed-in",
	summary: "Extension: everything kept about the signed-in user, as one file; deactivated accounts too",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: ownData,
});
