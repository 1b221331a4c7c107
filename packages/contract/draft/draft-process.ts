import { MAX_DRAFT_TEAMS } from "@first-bounce/rules/draft/squad-rules";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague } from "../call-access.ts";
import { count, id, instant } from "../fields.ts";
import { draftLeague } from "./draft.ts";
import { autopickMode, completedPick } from "./draft-board.ts";
import { draftClock, draftSettings, isPickTurnTime } from "./draft-settings.ts";

const overallPick = z.int().positive().max(10_000);
/** The response to an action: the board's version after it. */
const changed = z.object({ version: count });
const changedLeague = z.object({ league: draftLeague });
const pickMade = changed.extend({ pick: completedPick });

const pickBody = z.strictObject({
	/** The number of the pick that the client means, so that a click never lands on the next one. */
	overallPick,
	playerId: id,
	/** Chosen by the client for each pick. Sending the same key again returns the stored pick. */
	key: z.uuid(),
});

export const makePick = defineCall("POST", "/draft/draft-process/:id/pick", {
	...actInLeague,
	summary: "Extension: pick a player for the caller's team, on the clock or for one of its skipped picks",
	body: pickBody,
	success: pickMade,
});

export const setAutopick = defineCall("POST", "/draft/draft-process/:id/autopick", {
	...actInLeague,
	summary:
		"Extension: when the server picks for the caller's team: `off`, `if-missed` (at the deadline) or `on` (at once)",
	body: z.strictObject({ mode: autopickMode }),
	success: changed,
});

export const comeBack = defineCall("POST", "/draft/draft-process/:id/back", {
	...actInLeague,
	summary: "Extension: the caller is no longer away, and gets the whole clock again",
	success: changed,
});

// The calls below are for the commissioner and deputies.

export const changeDraftSettings = defineCall("POST", "/draft/draft-process/:id/settings", {
	...actInLeague,
	summary: "Extension: change a draft's settings before it starts; commissioner and deputies",
	body: z.strictObject(draftSettings.omit({ draftStart: true }).partial().shape),
	success: changedLeague,
});

export const scheduleDraft = defineCall("POST", "/draft/draft-process/:id/schedule", {
	...actInLeague,
	summary:
		"Extension: set the time at which a draft starts if nothing is missing then; null cancels it; commissioner and deputies",
	body: z.strictObject({ draftStart: instant.nullable() }),
	success: changedLeague,
});

export const setDraftOrder = defineCall("POST", "/draft/draft-process/:id/order", {
	...actInLeague,
	summary:
		"Extension: draw the order of a draft, take the reverse of last season's ladder, or set it by hand; commissioner and deputies",
	body: z.discriminatedUnion("method", [
		z.strictObject({ method: z.literal("draw") }),
		z.strictObject({ method: z.literal("last-ladder") }),
		z.strictObject({ method: z.literal("manual"), teamIds: z.array(id).max(MAX_DRAFT_TEAMS) }),
	]),
	success: changedLeague,
});

export const createTeamLink = defineCall("POST", "/draft/draft-process/:id/team-link", {
	...actInLeague,
	summary:
		"Extension: create a link to a team without a manager, which goes to whoever uses the link first; the previous link ends; commissioner and deputies, once the draft has started",
	body: z.strictObject({ teamId: id }),
	/** What `fantasy/league/{code}/join` takes. */
	success: z.object({ code: z.string(), invite: z.string() }),
});

export const fillWithRobots = defineCall("POST", "/draft/draft-process/:id/robots", {
	...actInLeague,
	summary: "Extension: fill the free places of a league with robots before its draft; commissioner and deputies",
	success: changedLeague,
});

export const startDraft = defineCall("POST", "/draft/draft-process/:id/start", {
	...actInLeague,
	summary: "Extension: start a draft; refused with every reason why it cannot; commissioner and deputies",
	success: changed,
});

export const pauseDraft = defineCall("POST", "/draft/draft-process/:id/pause", {
	...actInLeague,
	summary: "Extension: pause a draft, which keeps the rest of the pick's time; commissioner and deputies",
	success: changed,
});

export const resumeDraft = defineCall("POST", "/draft/draft-process/:id/resume", {
	...actInLeague,
	summary:
		"Extension: resume a draft with what was left for the pick, and at least 30 seconds; commissioner and deputies",
	success: changed,
});

export const undoDraftAction = defineCall("POST", "/draft/draft-process/:id/undo", {
	...actInLeague,
	summary:
		"Extension: undo the last pick, skip or exchange of a paused draft; again for the one before; commissioner and deputies",
	/** The version that the commissioner sees, so that pressing twice does not undo two actions. */
	body: z.strictObject({ version: count }),
	success: changed,
});

export const skipPick = defineCall("POST", "/draft/draft-process/:id/skip", {
	...actInLeague,
	summary: "Extension: skip the pick on the clock, which its team may make later; commissioner and deputies",
	body: z.strictObject({ overallPick }),
	success: changed,
});

export const pickForTeam = defineCall("POST", "/draft/draft-process/:id/pick-for", {
	...actInLeague,
	summary: "Extension: make the pick on the clock, or a skipped one, for its team; commissioner and deputies",
	body: pickBody,
	success: pickMade,
});

export const exchangePicks = defineCall("POST", "/draft/draft-process/:id/exchange", {
	...actInLeague,
	summary: "Extension: exchange the owners of two picks that are not made; commissioner and deputies",
	/** With the version that the commissioner sees, picks that have changed since are not exchanged back. */
	body: z.strictObject({ overallPick, otherOverallPick: overallPick, version: count.optional() }),
	success: changed,
});

export const changeDraftClock = defineCall("POST", "/draft/draft-process/:id/clock", {
	...actInLeague,
	summary: "Extension: change the clock of a draft, from the next pick on while it is live; commissioner and deputies",
	body: z.strictObject(draftClock.shape).refine(isPickTurnTime, { path: ["pickTurnTime"], message: "pick-turn-time" }),
	success: changed,
});

export const resetDraft = defineCall("POST", "/draft/draft-process/:id/reset", {
	...actInLeague,
	summary:
		"Extension: throw a draft's picks away and set it up again; needs the league's name; commissioner and deputies",
	body: z.strictObject({ name: z.string().max(100) }),
	success: changedLeague,
});

/** Maximum length of the CSV of a draft, in characters. The largest draft has 294 picks. */
const MAX_ENTRY_LENGTH = 40_000;

export const enterDraft = defineCall("POST", "/draft/draft-process/:id/enter", {
	...actInLeague,
	summary:
		"Extension: enter a draft that was held elsewhere, as CSV with the columns team and player in the order of the picks; commissioner and deputies",
	body: z.strictObject({
		/**
		 * One line per pick: the team's name or id, and the player's name or id. A header line is skipped. A name that two players
		 * share needs the id.
		 */
		csv: z.string().min(1).max(MAX_ENTRY_LENGTH),
		/** Whether only to check it. */
		isPreview: z.boolean().default(false),
	}),
	success: z.object({
		/** Whether the draft was saved: not in a preview, and not with errors. */
		isEntered: z.boolean(),
		picks: z.array(z.object({ overallPick, teamId: id, playerId: id })),
		/** By line, from 1; line 0 is about the whole draft. */
		errors: z.array(z.object({ line: count, code: z.string(), message: z.string() })),
		version: count,
	}),
});
