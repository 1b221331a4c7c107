import { LANGUAGE } from "../../i18n/language.ts";

/** The calendar for everybody. Private calendars have an access token in its place. */
export const SEASON_CALENDAR = "season";

export const getCalendarLink = (name: string): string => `${location.origin}/calendar/${LANGUAGE}/${name}.ics`;

/** Opens the device's calendar app, which then keeps the calendar up to date. */
export const getSubscribeLink = (name: string): string => getCalendarLink(name).replace(/^https?:/, "webcal:");
