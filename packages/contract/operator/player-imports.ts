import { z } from "zod";
import { defineCall } from "../call.ts";
import {
	MAX_AVAILABILITY_LENGTH,
	MAX_LIST_BYTES,
	MAX_PHOTO_PATH_LENGTH,
	MAX_STATUS_NOTE_LENGTH,
} from "../constants.ts";
import { id, idInUrl, instant, playerStatus } from "../fields.ts";
import { reason, withIdAndReason } from "./operator.ts";

/** More than any season has players. */
const MAX_PLAYERS = 3_000;

const namedPlayer = z.object({ playerId: id, name: z.string(), squadId: id });
export const statusNote = z.string().trim().max(MAX_STATUS_NOTE_LENGTH);
const availability = z.strictObject({ status: playerStatus, note: statusNote });
export type PlayerAvailability = z.output<typeof availability>;

const availabilityChange = namedPlayer.extend({
	before: availability,
	after: availability,
	/** The line of the list; null for a player who is cleared because she is not on it. */
	line: z.int().nullable(),
});
export type AvailabilityChange = z.output<typeof availabilityChange>;

const unclearLine = z.object({
	line: z.int(),
	/** The cells of the line. */
	text: z.string(),
	after: availability,
	problem: z.enum(["unknown-player", "unknown-id", "unknown-club", "other-club", "several-players"]),
	/** Players who may be meant: those with a similar name, the likeliest first, then the others of the club. */
	candidates: z.array(namedPlayer.extend({ isSimilar: z.boolean() })),
	/** The operator's choice; null if there is none yet. */
	decision: id.nullable(),
});
export type UnclearLine = z.output<typeof unclearLine>;

const skippedLine = z.object({
	line: z.int(),
	text: z.string(),
	problem: z.enum(["not-a-player", "no-status", "unknown-status", "twice", "departed", "selected"]),
});
export type SkippedLine = z.output<typeof skippedLine>;

const availabilityReport = z.object({
	changes: z.array(availabilityChange),
	/** Number of players on the list who already have that status and note. */
	unchanged: z.int(),
	unclear: z.array(unclearLine),
	skipped: z.array(skippedLine),
});
export type AvailabilityReport = z.output<typeof availabilityReport>;

export const previewAvailability = defineCall("POST", "/operator/availability/preview", {
	role: "match-day",
	summary: "What a pasted injury list would change, and which of its lines need a decision; nothing is saved",
	body: z.strictObject({
		/** A table with a header, separated by tabs, commas or semicolons. */
		text: z.string().min(1).max(MAX_AVAILABILITY_LENGTH),
		/** The player of an unclear line; null leaves the line out. */
		decisions: z.array(z.strictObject({ line: z.int().positive(), playerId: id.nullable() })).max(MAX_PLAYERS),
		/** Whether injured players who are not on the list become uncertain, and notes of players who are not on it are deleted. */
		clearOthers: z.boolean(),
	}),
	maxBytes: MAX_LIST_BYTES,
	success: availabilityReport,
});

const playerImport = z.object({
	id,
	kind: z.enum(["availability", "photos"]),
	appliedAt: instant,
	players: z.int(),
	isUndone: z.boolean(),
});
export type PlayerImport = z.output<typeof playerImport>;

export const importAvailability = defineCall("POST", "/operator/availability", {
	role: "match-day",
	summary: "Save previewed changes of players' availability together; refused if one of the players has changed since",
	body: z.strictObject({
		changes: z
			.array(z.strictObject({ playerId: id, before: availability, after: availability }))
			.min(1)
			.max(MAX_PLAYERS),
		reason,
	}),
	maxBytes: MAX_LIST_BYTES,
	success: z.object({ import: playerImport }),
});

export const listPlayerImports = defineCall("GET", "/operator/player-imports", {
	role: "viewer",
	summary: "The last ten injury lists and photo uploads of the season, newest first",
	success: z.object({ imports: z.array(playerImport) }),
});

export const undoPlayerImport = defineCall("POST", "/operator/player-imports/:id/undo", {
	...withIdAndReason,
	role: "match-day",
	summary: "Undo an injury list or photo upload; players who have changed since keep what they have",
	success: z.object({
		import: playerImport,
		/** Players who have been changed since the import, and are not restored. */
		kept: z.array(namedPlayer),
	}),
});

const photoProblem = z.enum(["unknown-player", "several-players", "not-a-picture", "too-large", "two-files"]);
export type PhotoProblem = z.output<typeof photoProblem>;
/** A path in a zip file. */
const photoFile = z.string().min(1).max(MAX_PHOTO_PATH_LENGTH);

const photoReport = z.object({
	matched: z.array(
		namedPlayer.extend({
			file: z.string(),
			/** Whether she already has a photo, which this one replaces. */
			replaces: z.boolean(),
		}),
	),
	skipped: z.array(
		z.object({
			file: z.string(),
			problem: photoProblem,
			/** Players it could be of, the likeliest first. */
			suggestions: z.array(namedPlayer),
		}),
	),
});
export type PhotoReport = z.output<typeof photoReport>;

export const previewPhotos = defineCall("POST", "/operator/photos/preview", {
	role: "match-day",
	summary: "Which player each file is a photo of, judged by file name and size; nothing is uploaded",
	body: z.strictObject({
		files: z.array(z.strictObject({ file: photoFile, bytes: z.int().nonnegative() })).max(MAX_PLAYERS),
	}),
	maxBytes: MAX_LIST_BYTES,
	success: photoReport,
});

export const startPhotos = defineCall("POST", "/operator/photos", {
	role: "match-day",
	summary: "Start an upload of players' photos, which are shown once it is applied",
	success: z.object({ id }),
});

export const uploadPhoto = defineCall("POST", "/operator/photos/:id/players/:playerId", {
	role: "match-day",
	summary: "Upload a player's photo, sent as multipart in the part `avatar`; sending it again changes nothing",
	params: z.strictObject({ id: idInUrl, playerId: idInUrl }),
	success: z.object({
		/** `unchanged`: she has this photo already. */
		state: z.enum(["stored", "unchanged"]),
	}),
	picture: true,
});

export const applyPhotos = defineCall("POST", "/operator/photos/:id/apply", {
	...withIdAndReason,
	role: "match-day",
	summary: "Show the uploaded photos together; those that they replace are kept for an undo",
	success: z.object({ import: playerImport }),
});
