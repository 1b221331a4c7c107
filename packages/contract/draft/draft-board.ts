import { AUTOPICK_MODES } from "@first-bounce/rules/draft/autopick";
import { DRAFT_STATES, PAUSE_REASONS, UNDOABLE_ACTIONS } from "@first-bounce/rules/draft/draft-board";
import { LEAGUE_FORMATS } from "@first-bounce/rules/draft/keepers";
import { mapLines } from "@first-bounce/rules/player";
import { z } from "zod";
import { count, id, instant, line } from "../fields.ts";
import { draftSettings } from "./draft-settings.ts";

export const draftStatus = z.enum(DRAFT_STATES);
export const autopickMode = z.enum(AUTOPICK_MODES);
const overallPick = z.int().positive();

/**
 * Who made a pick. `autopick`: the server, for a robot, a manager whose time was over, or one who asked for it. `keeper`: nobody; the
 * pick was filled before the draft with a player whom the team had last season.
 */
const pickMaker = z.enum(["manager", "autopick", "commissioner", "keeper"]);

/** A turn to choose a player. It keeps its number and original owner if teams exchange it. */
export const draftTurn = z.object({
	/** Its number in the whole draft, from 1. */
	overallPick,
	/** The round of the draft, from 1. */
	round: z.int().positive(),
	/** The team whose turn it is. */
	teamId: id,
	originalTeamId: id,
	/** Whether its turn has passed without a player. Its team may still make it at any time until the end of the draft. */
	isSkipped: z.boolean(),
});
export type DraftTurn = z.output<typeof draftTurn>;

export const completedPick = draftTurn.extend({
	playerId: id,
	madeAt: instant,
	madeBy: pickMaker,
	/** For how many years in a row the player has been kept, this one included; 0 for one who was drafted. */
	keptYears: count,
});
export type CompletedPick = z.output<typeof completedPick>;

/** A person as the members of a league see her. The name of a deactivated account is empty. */
export const draftPerson = z.object({ userId: id, teamName: z.string(), avatarVersion: z.int() });

/** A team with its manager. */
export const managedTeam = z.object({
	teamId: id,
	/** The team's own name, else its manager's team name; empty for robots and vacant teams without a name. */
	teamName: z.string(),
	/** One of the colours of leagues; null if it has none of its own. */
	colour: z.string().nullable(),
	/** Null for robots, and for teams whose manager has left. */
	manager: draftPerson.nullable(),
	isRobot: z.boolean(),
});

/** A team in the room. */
const draftSeat = managedTeam.extend({
	/**
	 * When the server picks for the team: never, at the deadline, or as soon as it is on the clock. Always the latter without a
	 * manager.
	 */
	autopick: autopickMode,
	/** Whether its manager plays this season; in a continued league, false until she confirms. */
	isConfirmed: z.boolean(),
	/** Whether the team has missed two picks in a row. Its clock is then short until the manager calls `back`. */
	isAway: z.boolean(),
	/** Whether the manager's room has asked for the board lately. Only for display. */
	isPresent: z.boolean(),
	/** The number of places of its squad that are still to be filled, by line. `utility` takes a player of any line. */
	needs: z.object({ ...mapLines(() => count), utility: count }),
	/** The lines in which the limits still allow another player. */
	openLines: z.array(line),
});
export type DraftSeat = z.output<typeof draftSeat>;

/**
 * - `settings`, `clock`, `scheduled`, `order-drawn`, `order-set`, `robots-added`: prepared by the commissioner
 * - `start-failed`: the time had come, but something was missing
 * - `started`, `paused`, `resumed`, `completed`, `reset`
 * - `restarted`: the clock of a pick started again after an outage of the server
 * - `pick`; `missed`: the time was over, and autopick was off; `skipped` by the commissioner
 * - `undone`: the pick, skip or exchange that the numbers name
 * - `exchanged`: two picks changed their owners
 * - `autopick`: a team's mode; `away`, `back`
 * - `left`, `taken-over`: a team lost or got its manager
 * - `entered`: a draft that was held elsewhere was entered
 * - `converted`: the league became a redraft, keeper or dynasty league
 * - `confirmed`: a manager plays on in a league that was continued
 * - `keeper-deadline`: the end of the choice of keepers was moved; `keepers-closed`: it has ended
 * - `keepers-changed`: the commissioner chose the keepers of a team
 */
export const DRAFT_ACTIONS = [
	"settings",
	"clock",
	"scheduled",
	"order-drawn",
	"order-set",
	"robots-added",
	"start-failed",
	"started",
	"paused",
	"resumed",
	"completed",
	"reset",
	"restarted",
	"pick",
	"missed",
	"skipped",
	"undone",
	"exchanged",
	"autopick",
	"away",
	"back",
	"left",
	"taken-over",
	"entered",
	"converted",
	"confirmed",
	"keeper-deadline",
	"keepers-closed",
	"keepers-changed",
] as const;
export type DraftAction = (typeof DRAFT_ACTIONS)[number];

/** An entry of the room's log. Fields that do not apply to the action are null. */
const draftLogEntry = z.object({
	id: z.int().positive(),
	at: instant,
	/** Who did it; null for the game and for deleted accounts. */
	by: draftPerson.nullable(),
	action: z.enum(DRAFT_ACTIONS),
	teamId: id.nullable(),
	overallPick: overallPick.nullable(),
	/** The other pick of an exchange. */
	otherOverallPick: overallPick.nullable(),
	playerId: id.nullable(),
	madeBy: pickMaker.nullable(),
	autopick: autopickMode.nullable(),
	/** How many robots were added or picks entered. */
	count: count.nullable(),
	/** What an undo has undone. */
	undone: z.enum(UNDOABLE_ACTIONS).nullable(),
	/** Why the draft was paused. */
	pauseReason: z.enum(PAUSE_REASONS).nullable(),
	/** The settings that were changed, by their names in the draft's settings. */
	settings: z.array(draftSettings.keyof()).optional(),
	/** What the league was converted to. */
	format: z.enum(LEAGUE_FORMATS).nullable(),
});
export type DraftLogEntry = z.output<typeof draftLogEntry>;

/** Why a draft cannot start, as in `packages/rules/draft/draft-problems`. */
export const draftProblem = z.discriminatedUnion("code", [
	z.object({ code: z.literal("teams-missing"), missing: count }),
	z.object({ code: z.literal("order-missing") }),
	z.object({ code: z.literal("order-outdated") }),
	z.object({ code: z.literal("limit-below-places"), line, places: count, limit: count }),
	z.object({ code: z.literal("players-missing"), line: line.nullable(), needed: count, known: count }),
	z.object({ code: z.literal("no-round-left") }),
	/** Keepers can be chosen until this time. */
	z.object({ code: z.literal("keepers-open"), until: instant }),
	/** Players of last season's squads whom the operator has not found in this season's list. */
	z.object({ code: z.literal("players-unmatched"), count }),
	/** A team cannot keep a player whom it has chosen. */
	z.object({ code: z.literal("keeper-refused"), teamId: id, playerId: id }),
]);

/** The room as all members see it. */
export const draftBoard = z.object({
	leagueId: id,
	version: count,
	/**
	 * Whether the lists below are complete. Otherwise `completedPicks`, `futurePicks` and `log` have only what is newer than the
	 * version asked for: a client replaces its picks by their numbers, and adds the entries of the log. `activePick`, `seats` and
	 * the other fields are always complete.
	 */
	isWhole: z.boolean(),
	/** The server's wall time. Clients show the clock by it, because their own may be wrong. */
	serverTime: instant,
	draftStatus,
	draftStart: instant.nullable(),
	/** When the time of the pick on the clock ends; null unless the draft is live. Picks that arrive two seconds later count. */
	deadline: instant.nullable(),
	/** The milliseconds left for the pick on the clock; null unless the draft is paused. */
	timeLeft: count.nullable(),
	/** `restore`: the server continues from a backup. Drafts that were paused for an `upgrade` are resumed after it. */
	pauseReason: z.enum(PAUSE_REASONS).nullable(),
	/** The pick on the clock; null before the start and after the end. */
	activePick: draftTurn.nullable(),
	completedPicks: z.array(completedPick),
	/** Picks that are not made, by number, the active one and skipped ones included. */
	futurePicks: z.array(draftTurn),
	/** In the order of the first round, or of joining until the order is set. */
	seats: z.array(draftSeat),
	/** Oldest first. */
	log: z.array(draftLogEntry),
});
export type DraftBoard = z.output<typeof draftBoard>;
