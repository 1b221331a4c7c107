import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idParams, instant, roundId } from "../fields.ts";
import { priceChange } from "./season.ts";

const closingLetter = z.object({
	roundId,
	publishedAt: instant.nullable(),
	/** The teams with the most points; several if they are level. The name is empty for a deactivated account. */
	winners: z.array(z.object({ teamId: id, teamName: z.string(), points: z.int() })),
	participation: z.object({
		/** Teams that took part. */
		teams: z.int(),
		/** Teams whose line-up was changed for the round. */
		changed: z.int(),
		trades: z.int(),
	}),
	corrections: z.array(z.object({ player: z.string(), reason: z.string(), by: z.string(), at: instant })),
	/** Payloads of the season in quarantine. */
	quarantined: z.int(),
	prices: z.object({
		rises: z.array(priceChange),
		falls: z.array(priceChange),
		/** Changes of more than four times the round's median, the largest first. */
		unusual: z.array(priceChange),
	}),
	verification: z.object({
		/** `waiting`: not verified yet, which the demo never does by itself. `failed`: it could not be verified. */
		state: z.enum(["waiting", "passed", "differs", "failed"]),
		findings: z.array(z.string()),
		at: instant.nullable(),
	}),
	/** When the letter was last mailed to operators; null before that. */
	sentAt: instant.nullable(),
});
export type ClosingLetter = z.output<typeof closingLetter>;

export const showClosingLetter = defineCall("GET", "/operator/rounds/:id/closing-letter", {
	role: "match-day",
	summary: "The closing letter of a published round, which operators also get by mail",
	params: idParams,
	success: z.object({ letter: closingLetter }),
});
