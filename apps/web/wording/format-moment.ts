import { LANGUAGE, WRITTEN_IN } from "./language.ts";

const moment = new Intl.DateTimeFormat(WRITTEN_IN.moments, {
	day: "numeric",
	month: "short",
	hour: "numeric",
	minute: "2-digit",
	hour12: LANGUAGE === "en",
});

/** A moment in the reader's own time zone: "3 Mar, 9:15 pm". */
export const formatMoment = (instant: number): string => moment.format(instant);
