import { formatDateTime } from "../../../i18n/format.ts";

/** A date and time in the user's time zone: "4 Sept, 7:15 pm", or a dash for null. */
export const DateTime = ({ at }: { readonly at: string | null }) =>
	at ? <time dateTime={at}>{formatDateTime(Date.parse(at))}</time> : <span>–</span>;
