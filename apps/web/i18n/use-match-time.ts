import { useTranslation } from "react-i18next";
import { formatGroundTime, formatMatchTime } from "./format.ts";

/** Formats a match start in the user's time zone, adding the ground's local time if it differs. */
export function useMatchTime(): (instant: number, zone: string | null) => string {
	const { t } = useTranslation();
	return (instant, zone) => {
		const time = formatMatchTime(instant);
		const localTime = formatGroundTime(instant, zone);
		return localTime === null ? time : t("match.atGround", { time, there: localTime });
	};
}
