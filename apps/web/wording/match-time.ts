import { useTranslation } from "react-i18next";
import { formatGroundTime, formatMatchTime } from "./format.ts";

/** When a match starts by the reader's clock, and where the ground's shows something else, by that too. */
export function useMatchTime(): (instant: number, zone: string | null) => string {
	const { t } = useTranslation();
	return (instant, zone) => {
		const time = formatMatchTime(instant);
		const there = formatGroundTime(instant, zone);
		return there === null ? time : t("match.atGround", { time, there });
	};
}
