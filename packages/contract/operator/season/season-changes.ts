import { z } from "zod";
import { defineCall } from "../../call.ts";
import { MAX_LIST_BYTES } from "../../constants.ts";
import { id, instant, roundId } from "../../fields.ts";
import { reason } from "../operator.ts";

const seasonChange = z.object({
	key: z.string(),
	/** Identifies the provider's value. */
	version: z.string(),
	kind: z.enum([
		"signing",
		"club-move",
		"position",
		"player-details",
		"club-name",
		"club-added",
		"round-added",
		"match-added",
		"match-moved",
	]),
	/** The name of the player, club, round or match. */
	name: z.string(),
	/** The columns that differ, here and in the fetched files. Null is an empty value or a row that is not here yet. */
	fields: z.array(z.object({ column: z.string(), here: z.string().nullable(), file: z.string().nullable() })),
	/** Whether an operator has changed the value in this installation. */
	isConflict: z.boolean(),
	/** The round from which it applies; null if it applies at once. */
	fromRound: roundId.nullable(),
	/** How many complete teams have the player of a new club or position; null for other changes. */
	teams: z.int().nullable(),
	/** The matches of a new round. */
	matches: z.int().nullable(),
	/** Why it cannot be accepted now. */
	block: z.enum(["published", "begun", "locked", "start-long-ago"]).nullable(),
	/** Whether an operator refused this value. */
	isRefused: z.boolean(),
});
export type SeasonChange = z.output<typeof seasonChange>;

const changes = z.object({
	season: id,
	/** The fetch that is compared; null before the first of this season, or if its files have problems. */
	fetchedAt: instant.nullable(),
	/** Whether there is a fetch that cannot be compared, because its files have problems. Left out if one is compared. */
	hasProblems: z.boolean().optional(),
	changes: z.array(seasonChange),
	/** Finals that the provider has drawn. They are not part of the season. */
	finals: z.array(z.object({ name: z.string(), matches: z.int() })),
});
export type SeasonChanges = z.output<typeof changes>;

const MAX_CHOSEN = 5_000;
const chosenChange = z.strictObject({ key: z.string().max(200), version: z.string().max(64) });
const refusedChanges = z.array(chosenChange).min(1).max(MAX_CHOSEN);
const acceptedChanges = z
	.array(
		chosenChange.extend({
			/** The round from which new positions count. It must not have begun; by default it is the next round. */
			fromRound: roundId.optional(),
		}),
	)
	.min(1)
	.max(MAX_CHOSEN);

export const listSeasonChanges = defineCall("GET", "/operator/season-changes", {
	role: "viewer",
	summary: "The differences between the current season and its last fetch",
	success: changes,
});

export const acceptSeasonChanges = defineCall("POST", "/operator/season-changes/accept", {
	role: "owner",
	summary: "Accept changes of the fetched season, all or none; they can be undone like an import",
	body: z.strictObject({ changes: acceptedChanges, reason }),
	maxBytes: MAX_LIST_BYTES,
	success: changes,
});

export const refuseSeasonChanges = defineCall("POST", "/operator/season-changes/refuse", {
	role: "owner",
	summary: "Refuse changes of the fetched season, until the provider has another value",
	body: z.strictObject({ changes: refusedChanges, reason }),
	maxBytes: MAX_LIST_BYTES,
	success: changes,
});
