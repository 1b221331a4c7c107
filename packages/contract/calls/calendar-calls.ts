import { call } from "../calls.ts";
import type * as operatorCalendar from "../operator/calendar.ts";

/** In a file of its own so that only the console's calendar loads it. */
export const showCalendar = call<typeof operatorCalendar.showCalendar>("GET", "/operator/calendar");
