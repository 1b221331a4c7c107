import { WAIVER_PRIORITIES } from "@first-bounce/rules/draft/claims";
import { DRAFT_KINDS } from "@first-bounce/rules/draft/draft-order";
import { LEAGUE_FORMATS, MAX_DELISTS, MAX_KEEPER_YEARS, MAX_KEEPERS } from "@first-bounce/rules/draft/keepers";
import {
	LIVE_PICK_SECONDS,
	MAX_NIGHT_PAUSE_HOURS,
	MAX_SLOW_PICK_HOURS,
	MIN_SLOW_PICK_HOURS,
} from "@first-bounce/rules/draft/pick-clock";
import { isScorableSquad } from "@first-bounce/rules/draft/squad-rules";
import { TRADE_REVIEW_HOURS, TRADE_REVIEWS } from "@first-bounce/rules/draft/trade-review";
import { mapLines } from "@first-bounce/rules/player";
import { z } from "zod";
import { instant, roundId, timeOfDay, timeZone } from "../fields.ts";

const places = z.int().min(0).max(12);
const placesByLine = z.strictObject(mapLines(() => places));

/** The places of every team, as in `packages/rules/draft/squad-rules`. The utility is one more place, for any position. */
export const squadRules = z
	.strictObject({
		field: placesByLine,
		bench: placesByLine,
		/** Whether the utility scores like a player on field. */
		utilityScores: z.boolean(),
		/** The most players of a line in a squad. */
		limits: placesByLine,
	})
	.refine(isScorableSquad, { message: "squad-size" });

const HOUR_SECONDS = 3_600;
const SLOW_PICK_SECONDS = { least: MIN_SLOW_PICK_HOURS * HOUR_SECONDS, most: MAX_SLOW_PICK_HOURS * HOUR_SECONDS };

const parseMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const nightPause = z
	.strictObject({ from: timeOfDay, to: timeOfDay })
	.refine(({ from, to }) => (parseMinutes(to) - parseMinutes(from) + 1_440) % 1_440 <= MAX_NIGHT_PAUSE_HOURS * 60, {
		message: "night-pause",
	});

/** The clock of picks: 30, 60, 90 or 120 seconds if `live`, whole hours from 1 to 24 in seconds if `slow`. */
const clockFields = {
	clock: z.enum(["live", "slow"]),
	/** Seconds for a pick. */
	pickTurnTime: z.int().positive().max(SLOW_PICK_SECONDS.most),
	/** The hours of every night in which a slow clock is stopped, twelve at most, in the draft's time zone. Null for none. */
	nightPause: nightPause.nullable(),
};
export const draftClock = z.object(clockFields);

/** Whether a number of seconds is allowed for a kind of clock. */
export const isPickTurnTime = ({ clock, pickTurnTime }: Pick<DraftClock, "clock" | "pickTurnTime">): boolean =>
	clock === "live"
		? LIVE_PICK_SECONDS.some((seconds) => seconds === pickTurnTime)
		: pickTurnTime >= SLOW_PICK_SECONDS.least &&
			pickTurnTime <= SLOW_PICK_SECONDS.most &&
			pickTurnTime % HOUR_SECONDS === 0;
type DraftClock = z.output<typeof draftClock>;

const settingsFields = {
	draftType: z.enum(DRAFT_KINDS),
	...clockFields,
	/** IANA name of the time zone of the night pause. */
	timeZone,
	/** When the draft is to start, in wall time; null if the commissioner starts it. */
	draftStart: instant.nullable(),
	/** Whether the captain's points count twice. */
	captainDoubled: z.boolean(),
	squad: squadRules,
	/** Whose claims come first: the team that has waited longest, the lowest on the ladder, or the highest of blind bids. */
	waiverPriority: z.enum(WAIVER_PRIORITIES),
	/** Who may stop an accepted trade. */
	tradeReview: z.enum(TRADE_REVIEWS),
	/** How long an accepted trade is reviewed. */
	tradeReviewHours: z.literal(TRADE_REVIEW_HOURS),
	/** Trades end with the first match of this round, which is not before the league's start; null for no deadline. */
	tradeDeadline: roundId.nullable(),
	/** Whether the best players of the league, two a team, cannot be dropped. */
	protectsBest: z.boolean(),
	/** Whether each team has a place outside its squad for a player who is out. */
	hasInjuredPlace: z.boolean(),
	/** What happens to squads next season: `redraft` releases everyone, `keeper` keeps a few players, `dynasty` all but a few. */
	format: z.enum(LEAGUE_FORMATS),
	/** The most keepers of a team in a keeper league. */
	maxKeepers: z.int().min(1).max(MAX_KEEPERS),
	/** How many years in a row a player may be kept in a keeper league; null for any number. */
	maxKeeperYears: z.int().min(1).max(MAX_KEEPER_YEARS).nullable(),
	/** How many players a team of a dynasty league delists at least. */
	minDelists: z.int().min(1).max(MAX_DELISTS),
};

export const draftSettings = z.object(settingsFields);
export type DraftSettings = z.output<typeof draftSettings>;

/** Settings of a new draft. Those that are left out get the values below, and `squad` the preset of the league's size. */
export const newDraftSettings = z
	.strictObject({
		draftType: settingsFields.draftType.default("snake"),
		clock: settingsFields.clock.default("live"),
		pickTurnTime: settingsFields.pickTurnTime.default(60),
		nightPause: settingsFields.nightPause.default(null),
		timeZone: settingsFields.timeZone.default("Australia/Melbourne"),
		draftStart: settingsFields.draftStart.default(null),
		captainDoubled: settingsFields.captainDoubled.default(true),
		squad: squadRules.optional(),
		waiverPriority: settingsFields.waiverPriority.default("rolling"),
		tradeReview: settingsFields.tradeReview.default("commissioner"),
		tradeReviewHours: settingsFields.tradeReviewHours.default(24),
		/** By default after three quarters of the league's rounds. */
		tradeDeadline: settingsFields.tradeDeadline.optional(),
		protectsBest: settingsFields.protectsBest.default(true),
		hasInjuredPlace: settingsFields.hasInjuredPlace.default(true),
		format: settingsFields.format.default("redraft"),
		maxKeepers: settingsFields.maxKeepers.default(3),
		maxKeeperYears: settingsFields.maxKeeperYears.default(3),
		minDelists: settingsFields.minDelists.default(3),
	})
	.refine(isPickTurnTime, { path: ["pickTurnTime"], message: "pick-turn-time" });
export type NewDraftSettings = z.output<typeof newDraftSettings>;
