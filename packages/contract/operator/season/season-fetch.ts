import { z } from "zod";
import { defineCall } from "../../call.ts";
import { MAX_LIST_BYTES, SEASON_FILES } from "../../constants.ts";
import { id, idParams, instant } from "../../fields.ts";
import { reason } from "../operator.ts";

const year = z.int().min(2017).max(2100);
const rulesPreset = z.enum(["official", "first-bounce"]);

const question = z.object({
	kind: z.string(),
	/** The provider's id of the player or match. */
	id: z.string(),
	about: z.string(),
	problem: z.string(),
	/** The value that is used until there is a decision. */
	default: z.string(),
	/** The operator's decision; empty if there is none yet. */
	decision: z.string(),
});
export type SeasonFetchQuestion = z.output<typeof question>;

/** The provider's position label, and our position, which is empty while it is not known. */
const position = z.strictObject({ word: z.string().trim().min(1).max(60), position: z.string().trim().max(20) });
export type SeasonFetchPosition = z.output<typeof position>;

/** A drafted player, by the provider's id, for her opening price. */
const pick = z.strictObject({ pick: z.string().trim().min(1).max(4), playerId: z.string().trim().min(1).max(60) });
export type SeasonFetchPick = z.output<typeof pick>;

const seasonFetch = z.object({
	season: id,
	competition: id,
	rules: rulesPreset,
	/** `interrupted`: the server ended while it fetched; starting again continues where it stopped. */
	state: z.enum(["running", "interrupted", "done", "failed"]),
	/** Lines such as "Round 1: 9 matches", the oldest first. */
	progress: z.array(z.string()),
	/** Lines about the files that were written, the prices, and notes; empty until the fetch is done. */
	summary: z.array(z.string()),
	questions: z.array(question),
	positions: z.array(position),
	draft: z.array(pick),
	/** The error and how to solve it. */
	problem: z.string().nullable(),
	startedAt: instant,
});
export type SeasonFetch = z.output<typeof seasonFetch>;

export const showSeasonFetch = defineCall("GET", "/operator/season-fetch", {
	role: "viewer",
	summary: "The season that was fetched last from a provider, with its progress and what needs a decision",
	success: z.object({
		/** Whether this server may fetch seasons. */
		isAvailable: z.boolean(),
		fetch: seasonFetch.nullable(),
	}),
});

export const startSeasonFetch = defineCall("POST", "/operator/season-fetch", {
	role: "owner",
	summary:
		"Fetch a season from the official API in the background, or resume an interrupted fetch; nothing is imported",
	body: z.strictObject({
		season: year,
		competition: z.int().min(1).max(999_999),
		rules: rulesPreset,
		/** Whether to request everything again instead of using stored answers. */
		refresh: z.boolean(),
		decisions: z
			.array(
				z.strictObject({
					kind: z.string().max(40),
					id: z.string().max(60),
					decision: z.string().trim().max(120),
				}),
			)
			.max(2_000),
		/** All rows of positions.csv and of draft.csv. Where left out, those of the season's last fetch are kept. */
		positions: z.array(position).max(300).optional(),
		draft: z.array(pick).max(1_000).optional(),
		reason,
	}),
	maxBytes: MAX_LIST_BYTES,
	success: z.object({ fetch: seasonFetch }),
});

export const showSeasonFetchFiles = defineCall("GET", "/operator/season-fetch/:id/files", {
	role: "owner",
	summary: "The files of a fetched season, in the import format",
	params: idParams,
	success: z.object({ files: z.array(z.object({ name: z.enum(SEASON_FILES), text: z.string() })) }),
});
