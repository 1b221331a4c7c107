import { CUP_STAGES } from "@first-bounce/rules/cup/cup";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { readPublic } from "../call-access.ts";
import { createPaging, id, nextPage, roundId, teamAndOwner } from "../fields.ts";

const stage = z.enum(CUP_STAGES);

const cupTeam = z.object({ userId: id, ...teamAndOwner });
export type CupTeam = z.output<typeof cupTeam>;

/** A round of the cup that has been drawn. */
const cupRound = z.object({
	roundId,
	stage,
	/** The number of pairings, byes included; 0 in the qualifying round. */
	matches: z.int(),
	/** Whether its winners are known. */
	isDecided: z.boolean(),
});

/** A cup round in which the caller's team plays. */
const cupStep = z.object({
	roundId,
	stage,
	/** Points in the round; null before it starts. */
	points: z.int().nullable(),
	/** Null for a bye and in the qualifying round. */
	opponent: cupTeam.nullable(),
	opponentPoints: z.int().nullable(),
	isBye: z.boolean(),
	/** `won` if the team has won the cup. Null until the round is published. */
	outcome: z.enum(["through", "out", "won"]).nullable(),
});

/** The values that decide the draw (packages/rules/draws/draw.ts). */
const drawRecord = {
	/** The SHA-256 hash of the seed, published before anyone enters. */
	seedHash: z.string(),
	/** The seed, 64 hexadecimal digits; null until the draw. */
	seed: z.string().nullable(),
	/** A second random value, chosen once nobody could enter any more; null until the draw. */
	moment: z.string().nullable(),
};

export const cup = z.object({
	startId: roundId,
	/** `open` to enter until its first round starts; `cancelled` with fewer than two teams. */
	status: z.enum(["open", "playing", "complete", "cancelled"]),
	/** The number of teams that have entered. */
	entrants: z.int(),
	/** The number of teams that get through the qualifying round; null if there is none. */
	qualifiers: z.int().nullable(),
	isEntered: z.boolean(),
	rounds: z.array(cupRound),
	/** The caller's own rounds, up to now. */
	path: z.array(cupStep),
	winner: cupTeam.nullable(),
	/** Null for a cup that a version before 0.2.0 has drawn, from the season's `cup.seed`. */
	draw: z.object(drawRecord).nullable().optional(),
});
export type Cup = z.output<typeof cup>;

const cupResponse = z.object({
	/** Null in a season without a cup. */
	cup: cup.nullable(),
});

export const showCup = defineCall("GET", "/fantasy/cup", {
	...readPublic,
	summary: "The season's cup, with the caller's own way through it",
	success: cupResponse,
});

export const showCupDraw = defineCall("GET", "/fantasy/cup/draw", {
	...readPublic,
	summary: "The draw of a round of the cup, with its results",
	query: z.strictObject({ ...createPaging(20), roundId: z.coerce.number().pipe(roundId) }),
	success: z.object({
		matches: z.array(
			z.object({
				place: z.int(),
				home: cupTeam.nullable(),
				/** Null for a bye. */
				away: cupTeam.nullable(),
				homePoints: z.int().nullable(),
				awayPoints: z.int().nullable(),
				/** Null until the round is published. */
				winnerTeamId: id.nullable(),
			}),
		),
		nextPage,
		total: z.int(),
	}),
});

export const showCupDrawInputs = defineCall("GET", "/fantasy/cup/draw/inputs", {
	...readPublic,
	summary: "What the draw of the cup follows from, so that anyone can recompute it",
	success: z.object({
		/** Null in a season without a cup, and for a cup that a version before 0.2.0 has drawn. */
		inputs: z
			.object({
				...drawRecord,
				/** The numbers of all teams in the draw, ascending; empty until the draw. */
				entrants: z.array(id),
			})
			.nullable(),
	}),
});

const changeCall = {
	access: "active",
	success: cupResponse,
} as const;

export const enterCup = defineCall("POST", "/fantasy/cup/enter", {
	...changeCall,
	summary: "Enter the season's cup before its first round",
});

export const withdrawFromCup = defineCall("POST", "/fantasy/cup/withdraw", {
	...changeCall,
	summary: "Withdraw from the cup before its first round",
});
