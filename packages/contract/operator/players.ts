import { MAX_POSITIONS } from "@first-bounce/rules/player";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { MAX_INT } from "../constants.ts";
import { birthday, dollars, id, idInUrl, idParams, line, playerStatus, roundId, seasonName } from "../fields.ts";
import { reason, withIdAndReason } from "./operator.ts";
import { statusNote } from "./player-imports.ts";

const operatorPlayer = z.object({
	id,
	firstName: z.string(),
	lastName: z.string(),
	squadId: id,
	/** Clubs that she had up to and including a round, in the order of rounds. */
	formerSquads: z.array(z.object({ untilRound: roundId, squadId: id })),
	positions: z.array(line),
	/** Positions that count from later rounds, in the order of rounds. */
	plannedPositions: z.array(z.object({ fromRound: roundId, positions: z.array(line) })),
	status: playerStatus,
	/** The note that is published with the status, such as "Hamstring · 2 weeks"; may be empty. */
	statusNote: z.string(),
	birthday: z.string().nullable(),
	price: dollars,
	fromRound: roundId,
	/** The last round in which she was available; null if she has not left. */
	departedRound: roundId.nullable(),
	photoVersion: z.int(),
	/** Number of complete teams that have her now. */
	teams: z.int(),
});
export type OperatorPlayer = z.output<typeof operatorPlayer>;

const positions = z
	.array(line)
	.min(1)
	.max(MAX_POSITIONS)
	.refine((lines) => new Set(lines).size === lines.length, "distinct");

export const listOperatorPlayers = defineCall("GET", "/operator/players", {
	role: "viewer",
	summary: "Players of the season by name or club, at most fifty",
	query: z.strictObject({
		search: z.string().max(60).optional(),
		squadId: idInUrl.optional(),
	}),
	success: z.object({
		players: z.array(operatorPlayer),
		/** Whether further players match. Left out by processes of the previous release. */
		hasMore: z.boolean().optional(),
		/** The players of the season. */
		total: z.int(),
	}),
});

export const changePlayer = defineCall("POST", "/operator/players/:id", {
	role: "match-day",
	summary: "Change a player's status and its note, positions, club, name or birthday; omitted fields stay",
	params: idParams,
	body: z
		.strictObject({
			reason,
			status: playerStatus.optional(),
			/** If it is left out, a new status has no note. */
			statusNote: statusNote.optional(),
			positions: positions.optional(),
			/** The round from which the positions count. It must not have begun; by default it is the next round. */
			positionsFromRound: roundId.optional(),
			squadId: id.optional(),
			/** The round from which the club counts: the current one by default, or an earlier one to correct a wrong club. */
			squadFromRound: roundId.optional(),
			firstName: seasonName.optional(),
			lastName: seasonName.optional(),
			birthday: birthday.nullable().optional(),
		})
		.refine(({ positions, positionsFromRound }) => positions || positionsFromRound === undefined, {
			path: ["positions"],
			message: "missing",
		})
		.refine(({ squadId, squadFromRound }) => squadId || squadFromRound === undefined, {
			path: ["squadId"],
			message: "missing",
		}),
	success: z.object({ player: operatorPlayer }),
});

export const addPlayer = defineCall("POST", "/operator/players", {
	role: "match-day",
	summary: "Add a player, available from the given round on at the given price",
	body: z.strictObject({
		reason,
		id,
		firstName: seasonName,
		lastName: seasonName,
		squadId: id,
		positions,
		price: dollars.positive().max(MAX_INT),
		fromRound: roundId,
		birthday: birthday.optional(),
	}),
	success: z.object({ player: operatorPlayer }),
});

export const markPlayerDeparted = defineCall("POST", "/operator/players/:id/depart", {
	role: "match-day",
	summary: "Mark a player as departed, or bring her back; teams that have her keep her until they trade her out",
	params: idParams,
	body: z.strictObject({ reason, departed: z.boolean() }),
	success: z.object({ player: operatorPlayer }),
});

export const changePlayerPhoto = defineCall("POST", "/operator/players/:id/photo", {
	...withIdAndReason,
	role: "match-day",
	summary: "Set a player's photo, sent as multipart in the part `avatar`; without one it is removed",
	success: z.object({ player: operatorPlayer }),
	picture: true,
});
