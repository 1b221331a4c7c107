const moment = new Intl.DateTimeFormat("en-AU", {
	day: "numeric",
	month: "short",
	hour: "numeric",
	minute: "2-digit",
	hour12: true,
});

/** A moment in the reader's own time zone: "3 Mar, 9:15 pm". */
export const formatMoment = (instant: number): string => moment.format(instant);
