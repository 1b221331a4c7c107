import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idInUrl, instant } from "../fields.ts";
import { reason } from "./operator.ts";

const WINNER_KINDS = ["round", "overall", "club", "state", "cup"] as const;

const winnerKey = {
	kind: z.enum(WINNER_KINDS),
	/** The number of the round, the id of the club or the code of the state; empty for the others. */
	subject: z.string().max(20),
	teamId: id,
};

const winner = z.object({
	...winnerKey,
	userId: id,
	/** Empty for a deactivated account, as is `fullName`. */
	teamName: z.string(),
	fullName: z.string(),
	/** Null for the cup, which is not won by points. */
	points: z.int().nullable(),
	/** Whether other teams share the win with as many points. */
	isTied: z.boolean(),
	/** When and by whom the winner was notified; null before that. `by` is empty if that account no longer exists. */
	notified: z.object({ at: instant, by: z.string() }).nullable(),
});
export type Winner = z.output<typeof winner>;

export const listWinners = defineCall("GET", "/operator/winners", {
	role: "viewer",
	summary: "Who won what: each round, the cup and, once a season is over, overall, each club and each state",
	query: z.strictObject({
		/** The season; by default the one that is shown. */
		seasonId: idInUrl.optional(),
	}),
	success: z.object({
		seasonId: id,
		/** All seasons with results, the newest first. */
		seasons: z.array(z.object({ id, name: z.string() })),
		/** Club names by id. */
		clubs: z.record(z.string(), z.string()),
		winners: z.array(winner),
	}),
});

export const showWinnerAddresses = defineCall("POST", "/operator/winners/addresses", {
	role: "owner",
	summary: "The winners' email addresses, and the list as CSV; recorded in the audit log",
	body: z.strictObject({ reason, seasonId: id }),
	success: z.object({
		/** By team id, without deactivated accounts. */
		addresses: z.record(z.string(), z.string()),
		csv: z.string(),
	}),
});

export const markWinnerNotified = defineCall("POST", "/operator/winners/notified", {
	role: "owner",
	summary: "Mark a winner as notified, or remove the mark",
	body: z.strictObject({ reason, seasonId: id, ...winnerKey, isNotified: z.boolean() }),
	success: z.object({ isNotified: z.boolean() }),
});
