import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@first-bounce/rules/durations";
import { formatCount } from "../../i18n/format-count.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { listEvents } from "./rehearsal-events.ts";

/** Formats a duration in the two largest units that it needs: "1 hour 5 minutes", "40 seconds". */
export function formatDuration(milliseconds: number): string {
	const rounded = milliseconds < HOUR_MS ? Math.round(milliseconds / SECOND_MS) * SECOND_MS : milliseconds;
	const minutes = rounded < HOUR_MS ? Math.floor(rounded / MINUTE_MS) : Math.round(rounded / MINUTE_MS);
	const parts =
		minutes < 60
			? [[minutes, "minute"] as const, [Math.round((rounded - minutes * MINUTE_MS) / SECOND_MS), "second"] as const]
			: [[Math.floor(minutes / 60), "hour"] as const, [minutes % 60, "minute"] as const];
	const shown = parts.filter(([count]) => count > 0).map(([count, noun]) => formatCount(count, noun));
	return shown.join(" ") || "less than a second";
}

/**
 * Computes how long matches are being played in the first rounds, in milliseconds of season time. Overlapping matches count
 * once.
 */
export function computeTotalPlayingTime(
	season: Pick<SeasonSnapshot, "rounds" | "rules" | "isDemo">,
	rounds: number,
): number {
	return season.rounds
		.filter(({ matches }) => matches.length > 0)
		.slice(0, rounds)
		.map((round) => {
			const events = listEvents(round, season);
			const gaps = events.map(({ at, isDuringMatch }, index) =>
				isDuringMatch ? at - (events[index - 1]?.at ?? at) : 0,
			);
			return gaps.reduce((sum, gap) => sum + gap, 0);
		})
		.reduce((sum, time) => sum + time, 0);
}
