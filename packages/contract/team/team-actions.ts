import { z } from "zod";
import { defineCall } from "../call.ts";
import { dollars, emptyObject, id, instant, line, roundId, slotId } from "../fields.ts";
import { savedTeam, team, version } from "./team.ts";

export const swapInTeam = defineCall({
	method: "POST",
	path: "/fantasy/team/swap",
	access: "active",
	summary: "Let pairs of players exchange places, one pair after the other, all or none; once the team has started",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({
		swapsPairs: z
			.array(z.tuple([id, id]))
			.min(1)
			.max(30),
		version: version.optional(),
	}),
	success: savedTeam,
});

export const changeTeamCaptain = defineCall({
	method: "POST",
	path: "/fantasy/team/change-captain",
	access: "active",
	summary: "Give an armband to another player; whoever holds the other one exchanges with her",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ type: z.enum(["captain", "viceCaptain"]), newId: id, version: version.optional() }),
	success: savedTeam,
});

export const changeTeamEmergency = defineCall({
	method: "POST",
	path: "/fantasy/team/change-emergency",
	access: "active",
	summary: "Name the emergencies anew, all from the bench; none is allowed",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ emergency: z.array(id).max(30), version: version.optional() }),
	success: savedTeam,
});

export const rollBackTeam = defineCall({
	method: "POST",
	path: "/fantasy/team/rollback",
	access: "active",
	summary: "Put the team back as the current round opened, its trades deleted",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ version: version.optional() }),
	success: savedTeam,
});

/** One place or mark that an action gave to another player; 0 is nobody. `index` counts from 0 within its line. */
export const teamChange = z.object({
	what: z.enum(["field", "bench", "utility", "captain", "viceCaptain", "emergency"]),
	line: line.nullable(),
	index: z.int().nonnegative(),
	from: slotId,
	to: slotId,
});

export const TEAM_ACTIONS = [
	...(["update", "autopick", "swap", "change-captain", "change-emergency"] as const),
	...(["rollback", "trade-make", "trade-reverse"] as const),
] as const;

/** An accepted action: who, when by both clocks, what, and from whom to whom. */
export const teamAction = z.object({
	id: z.string(),
	userId: id,
	fullName: z.string(),
	/** Wall time. */
	savedAt: instant,
	seasonTime: instant,
	roundId,
	action: z.enum(TEAM_ACTIONS),
	/** The team's version after it. */
	version: z.int(),
	changes: z.array(teamChange),
	/** The trades it made, or took back. */
	trades: z.array(z.object({ playerInId: id, playerOutId: id })),
});
export type TeamAction = z.output<typeof teamAction>;

const savedLineup = team
	.pick({ lineup: true, bench: true, utilityId: true, captainId: true, viceCaptainId: true, emergency: true })
	.extend({ bank: dollars });

export const readReceipt = defineCall({
	method: "GET",
	path: "/fantasy/team/receipt/:id",
	access: "active",
	summary: "One accepted action of the signed-in user's team, by its receipt",
	params: z.strictObject({ id: z.uuid() }),
	query: emptyObject,
	body: emptyObject,
	success: z.object({
		action: teamAction,
		/** The team as it was saved. */
		saved: savedLineup,
	}),
});

export const listActions = defineCall({
	method: "GET",
	path: "/fantasy/team/actions",
	access: "active",
	summary: "Everything that was done to the signed-in user's team, the newest first",
	params: emptyObject,
	query: z.strictObject({ page: z.coerce.number().pipe(z.int().positive().max(10_000)).default(1) }),
	body: emptyObject,
	success: z.object({
		actions: z.array(teamAction),
		/** The next page's number, or null on the last. */
		nextPage: z.int().nullable(),
	}),
});
