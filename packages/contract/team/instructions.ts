import { INSTRUCTION_TRIGGERS, REPLACEMENT_KINDS } from "@first-bounce/rules/instructions/instruction";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { changeTeam, readTeam } from "../call-access.ts";
import { id, instant, roundId } from "../fields.ts";

/** The highest score that a loop may ask for. */
const MAX_MINIMUM_SCORE = 500;

/**
 * What happens if a player is named out. A replacement comes in by a trade, by a swap with the bench or the utility, or as an
 * emergency; `captainId` becomes captain if the player is the captain. At least one of the two is given. With `minimumScore` it
 * is a loop: once the vice captain's match is complete and she has scored that much, `captainId`, who does not play, becomes
 * captain.
 */
const instructionFields = z.strictObject({
	/** The player who may be out; in a loop, the vice captain. */
	playerId: id,
	replacement: z.strictObject({ kind: z.enum(REPLACEMENT_KINDS), playerId: id }).nullable(),
	captainId: id.nullable(),
	/** The points from which a loop changes the captain; null unless it is a loop. */
	minimumScore: z.int().positive().max(MAX_MINIMUM_SCORE).nullable().default(null),
});
export type InstructionFields = z.output<typeof instructionFields>;

/** Refuses instructions that change nothing, and loops that do more than change the captain. */
const requireChange = <Fields extends z.ZodType<InstructionFields>>(fields: Fields) =>
	fields
		.refine(({ replacement, captainId }) => replacement !== null || captainId !== null, {
			message: "no-change",
			path: ["replacement"],
		})
		.refine(
			({ minimumScore, replacement, captainId }) =>
				minimumScore === null || (captainId !== null && replacement === null),
			{ message: "loop-captain", path: ["minimumScore"] },
		);

export const instruction = instructionFields.extend({
	id,
	/**
	 * `not-needed`: the player has locked or an earlier instruction for her was carried out; in a loop, the vice captain
	 * has scored less.
	 */
	state: z.enum(["waiting", "not-needed", "done", "failed"]),
	/** Why and at which season time it ran; null before. */
	ran: z
		.object({
			cause: z.enum(INSTRUCTION_TRIGGERS),
			at: instant,
			/** The receipt of an instruction that is done. */
			receiptId: z.string().nullable(),
		})
		.nullable(),
	/** Why it has failed or was not needed. */
	reasons: z.array(z.string()),
	/** Why it could not be carried out if it ran now; null if it could. */
	conflict: z
		.object({
			/** The earlier instruction that it conflicts with; null if it cannot be carried out even alone. */
			withId: id.nullable(),
			reasons: z.array(z.string()),
		})
		.nullable(),
});
export type InstructionView = z.output<typeof instruction>;

const instructions = z.object({
	isAllowed: z.boolean(),
	/** The current round, which the instructions are for. */
	roundId: roundId.nullable(),
	/** The maximum number of instructions of a team in a round. */
	limit: z.int(),
	/** In the order in which they run. */
	instructions: z.array(instruction),
});
export type Instructions = z.output<typeof instructions>;

export const listInstructions = defineCall("GET", "/fantasy/team/instructions", {
	...readTeam,
	summary:
		"What happens in the current round if players of the signed-in user's team are named out or her vice captain scores well",
	success: instructions,
});

export const addInstruction = defineCall("POST", "/fantasy/team/instructions/add", {
	...changeTeam,
	summary: "Add an instruction for the current round, after the others",
	body: requireChange(instructionFields),
	success: instructions,
});

export const replaceInstruction = defineCall("POST", "/fantasy/team/instructions/replace", {
	...changeTeam,
	summary: "Replace an instruction that is waiting",
	body: requireChange(instructionFields.extend({ id })),
	success: instructions,
});

export const deleteInstruction = defineCall("POST", "/fantasy/team/instructions/delete", {
	...changeTeam,
	summary: "Delete an instruction that is waiting or has failed",
	body: z.strictObject({ id }),
	success: instructions,
});

export const orderInstructions = defineCall("POST", "/fantasy/team/instructions/order", {
	...changeTeam,
	summary: "Set the order in which the current round's instructions run; all of them are listed",
	body: z.strictObject({ ids: z.array(id).max(100) }),
	success: instructions,
});
