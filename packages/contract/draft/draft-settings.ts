import { DRAFT_KINDS } from "@first-bounce/rules/draft/draft-order";
import {
	LIVE_PICK_SECONDS,
	MAX_NIGHT_PAUSE_HOURS,
	MAX_SLOW_PICK_HOURS,
	MIN_SLOW_PICK_HOURS,
} from "@first-bounce/rules/draft/pick-clock";
import { isScorableSquad } from "@first-bounce/rules/draft/squad-rules";
import { z } from "zod";
import { instant, timeOfDay, timeZone } from "../fields.ts";

const places = z.int().min(0).max(12);
const placesByLine = z.strictObject({ DEF: places, MID: places, RUC: places, FWD: places });

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
export type DraftClock = z.output<typeof draftClock>;

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
};

export const draftSettings = z.object(settingsFields);
export type DraftSettings = z.output<typeof draftSettings>;

/** Settings of a new draft. Those that are left out get the values below, and `squad` the preset of the league's size. */
export const newDraftSettings = z
	.strictObject({
		draftType: settingsFields.draftType.default("snake"),
		clock: clockFields.clock.default("live"),
		pickTurnTime: clockFields.pickTurnTime.default(60),
		nightPause: clockFields.nightPause.default(null),
		timeZone: settingsFields.timeZone.default("Australia/Melbourne"),
		draftStart: settingsFields.draftStart.default(null),
		captainDoubled: settingsFields.captainDoubled.default(true),
		squad: squadRules.optional(),
	})
	.refine(isPickTurnTime, { path: ["pickTurnTime"], message: "pick-turn-time" });
export type NewDraftSettings = z.output<typeof newDraftSettings>;
