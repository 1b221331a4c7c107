import { INSTRUCTION_TRIGGERS } from "@first-bounce/rules/instructions/instruction";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { changeTeam, readTeam } from "../call-access.ts";
import { dollars, id, instant, line, lineupFields, nextPage, roundId, slotId } from "../fields.ts";
import { savedTeam, version } from "./team.ts";

export const swapInTeam = defineCall("POST", "/fantasy/team/swap", {
	...changeTeam,
	summary: "Swap pairs of players in order, all or none; for a team that has started",
	body: z.strictObject({
		swapsPairs: z
			.array(z.tuple([id, id]))
			.min(1)
			.max(30),
		version: version.optional(),
	}),
	success: savedTeam,
});

export const changeTeamCaptain = defineCall("POST", "/fantasy/team/change-captain", {
	...changeTeam,
	summary: "Make another player captain or vice captain; if she has the other role, the two swap",
	body: z.strictObject({ type: z.enum(["captain", "viceCaptain"]), newId: id, version: version.optional() }),
	success: savedTeam,
});

export const changeTeamEmergency = defineCall("POST", "/fantasy/team/change-emergency", {
	...changeTeam,
	summary: "Replace the emergencies, all from the bench; may be empty",
	body: z.strictObject({ emergency: z.array(id).max(30), version: version.optional() }),
	success: savedTeam,
});

export const rollBackTeam = defineCall("POST", "/fantasy/team/rollback", {
	...changeTeam,
	summary: "Restore the team as the current round opened, and delete the round's trades",
	body: z.strictObject({ version: version.optional() }),
	success: savedTeam,
});

/** A slot or role given from one player to another; 0 is nobody. `index` is within the line, from 0. */
export const teamChange = z.object({
	what: z.enum(["field", "bench", "utility", "captain", "viceCaptain", "emergency"]),
	line: line.nullable(),
	index: z.int().nonnegative(),
	from: slotId,
	to: slotId,
});

const TEAM_ACTIONS = [
	"update",
	"autopick",
	"swap",
	"change-captain",
	"change-emergency",
	"rollback",
	"trade-make",
	"trade-reverse",
	"trade-change",
	"instruction",
] as const;

const tradePlayers = z.object({ playerInId: id, playerOutId: id });

export const teamAction = z.object({
	id: z.string(),
	userId: id,
	fullName: z.string(),
	/** Wall time. */
	savedAt: instant,
	seasonTime: instant,
	roundId,
	action: z.enum(TEAM_ACTIONS),
	/** The team's version after the action. */
	version: z.int(),
	changes: z.array(teamChange),
	/** The trades made, reversed or changed. */
	trades: z.array(tradePlayers),
	/** A changed trade as it was before; missing for other actions. */
	tradeBefore: tradePlayers.optional(),
	/** For an action of an instruction: the player who was out, and why it ran. Null for the manager's own actions. */
	cause: z.object({ playerId: id, trigger: z.enum(INSTRUCTION_TRIGGERS) }).nullable(),
});
export type TeamAction = z.output<typeof teamAction>;

export const readReceipt = defineCall("GET", "/fantasy/team/receipt/:id", {
	...readTeam,
	summary: "A saved action of the signed-in user's team, by its receipt",
	params: z.strictObject({ id: z.uuid() }),
	success: z.object({
		action: teamAction,
		saved: z.object({ ...lineupFields, bank: dollars }),
	}),
});

export const listActions = defineCall("GET", "/fantasy/team/actions", {
	...readTeam,
	summary: "The actions on the signed-in user's team, newest first",
	query: z.strictObject({ page: z.coerce.number().pipe(z.int().positive().max(10_000)).default(1) }),
	success: z.object({
		actions: z.array(teamAction),
		nextPage,
	}),
});
