import { LEAGUE_FORMATS } from "@first-bounce/rules/draft/keepers";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague, readLeague } from "../call-access.ts";
import { count, id, instant } from "../fields.ts";
import { draftTurn, managedTeam } from "./draft-board.ts";
import { squadRules } from "./draft-settings.ts";

const round = z.int().positive();

/** A player of a squad that is continued next season. */
const carriedPlayer = z.object({
	/** Her id in the season of the draft; null while she has not been found in its list. */
	playerId: id.nullable(),
	name: z.string(),
	/** The round of the pick that she took in the last draft; null if nobody drafted or kept her. */
	pickedRound: round.nullable(),
	/** For how many years in a row she had been kept then. */
	yearsKept: count,
	/**
	 * The round whose pick she costs, unless another keeper costs the same; null in a dynasty league and for a player who cannot be
	 * kept.
	 */
	round: round.nullable(),
	/** How many more years she may be kept, the coming one included; null for any number. */
	yearsLeft: count.nullable(),
	/** Why she cannot be kept. `unmatched`: an operator has to find her in this season's list; `gone`: she is not in it. */
	problem: z.enum(["first-round", "years", "unmatched", "gone"]).nullable(),
});
export type CarriedPlayerView = z.output<typeof carriedPlayer>;

const keeperTeam = managedTeam.extend({
	/** Whether its manager has said that she plays this season. */
	isConfirmed: z.boolean(),
	hasChosen: z.boolean(),
	players: z.array(carriedPlayer),
	/** Her choice; null if there is none, and of other teams until it is closed. */
	keepers: z.array(id).nullable(),
});
export type KeeperTeamView = z.output<typeof keeperTeam>;

const keepersView = z.object({
	version: count,
	/**
	 * - `preview`: the draft is complete; what players would cost in the next one
	 * - `open`: managers choose
	 * - `closed`: the choice has ended, and all see it
	 */
	phase: z.enum(["preview", "open", "closed"]),
	format: z.enum(LEAGUE_FORMATS),
	/** The most players that a team may keep. */
	most: count,
	maxKeeperYears: z.int().nullable(),
	minDelists: z.int(),
	squad: squadRules,
	/** When the choice ends, in wall time; null for the start of the draft. */
	deadline: instant.nullable(),
	/** Whether the order of the draft is set. Until then the numbers of picks are provisional, their rounds are not. */
	hasOrder: z.boolean(),
	/** The picks of the next draft with their owners after trades. */
	picks: z.array(draftTurn.omit({ isSkipped: true })),
	teams: z.array(keeperTeam),
	/** The caller's team; null for visitors. */
	myTeamId: id.nullable(),
	/** The teams whose keepers the caller may choose now. */
	mayChooseFor: z.array(id),
	mayManage: z.boolean(),
});
export type KeepersView = z.output<typeof keepersView>;

export const showKeepers = defineCall("GET", "/draft/keepers/:id", {
	...readLeague,
	summary:
		"Extension: last season's squads with what each player costs, and the keepers chosen; for the league's members",
	success: keepersView,
});

export const saveKeepers = defineCall("POST", "/draft/keepers/:id", {
	...actInLeague,
	summary:
		"Extension: choose a team's keepers until the deadline, in the order in which they keep their rounds; confirms the place too",
	body: z.strictObject({
		playerIds: z.array(id).max(40),
		/** A team other than the caller's, by the commissioner: one without a manager, or any once the choice is closed. */
		teamId: id.optional(),
	}),
	success: keepersView,
});

export const confirmReturn = defineCall("POST", "/draft/keepers/:id/confirm", {
	...actInLeague,
	summary: "Extension: say that the caller plays on in a league that was continued",
	success: keepersView,
});

export const setKeeperDeadline = defineCall("POST", "/draft/keepers/:id/deadline", {
	...actInLeague,
	summary:
		"Extension: set until when keepers are chosen; null for a day before the scheduled draft, else its start; commissioner and deputies",
	body: z.strictObject({ deadline: instant.nullable() }),
	success: keepersView,
});
