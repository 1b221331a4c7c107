import { LOCALE } from "../../../i18n/language.ts";

const format = new Intl.DateTimeFormat(LOCALE, {
	day: "numeric",
	month: "short",
	hour: "numeric",
	minute: "2-digit",
});

/** A date and time in the user's time zone: "4 Sept, 7:15 pm". */
export const DateTime = ({ at }: { readonly at: string | null }) =>
	at ? <time dateTime={at}>{format.format(Date.parse(at))}</time> : <span>–</span>;
