import type { MatchEntry } from "@first-bounce/contract/stats/static-data";
import { QUARTERS } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { formatGroundTime, formatMatchTime } from "../../i18n/format.ts";
import { useSeasonTimer } from "../../live/season-clock.ts";
import { getMatchState, isDelayed } from "./match-state.ts";

/** "12:40" */
export const formatMatchClock = (seconds: number): string =>
	`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

type Break = "first" | "half" | "third" | "siren";
const BREAKS: readonly Break[] = ["first", "half", "third", "siren"];

/** Formats the state of a match: "Q3 12:40", "Half-time", "Full time" or its start. */
export function useMatchLabel(): (match: MatchEntry) => string {
	const { t } = useTranslation();
	const timer = useSeasonTimer();
	const formatLive = ({ quarter, clockSeconds, minutes }: MatchEntry): string => {
		if (quarter === null) return minutes === null ? t("player.live.match") : t("player.live.minutes", { minutes });
		const name = t("player.live.quarter", { quarter });
		return clockSeconds === null ? name : `${name} ${formatMatchClock(clockSeconds)}`;
	};
	return (match) => {
		const state = getMatchState(match, timer.now());
		if (state === "upcoming") {
			const time = formatMatchTime(Date.parse(match.date));
			// Not useMatchTime: the home page uses that hook, and a shared chunk would add these labels to its download.
			const localTime = formatGroundTime(Date.parse(match.date), match.timeZone);
			return localTime === null ? time : t("match.atGround", { time, there: localTime });
		}
		if (state === "live")
			return isDelayed(match, timer.now(), timer.speed)
				? t("matchCentre.delayed", { clock: formatLive(match) })
				: formatLive(match);
		if (state === "break") return t(`matchCentre.break.${BREAKS[(match.quarter ?? QUARTERS) - 1] ?? "siren"}`);
		return t(`matchCentre.state.${state}`);
	};
}
