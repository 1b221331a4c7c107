import { showClaims } from "@first-bounce/contract/draft/waivers";
import { useTranslation } from "react-i18next";
import { useQuietCall } from "../api/use-quiet-call.ts";
import { useSeasonTimer } from "../live/season-clock.ts";
import { formatRunTime } from "./player-state.ts";
import { LEAGUE_OPTIONS } from "./use-league-teams.ts";

/** When waivers run next in a league of the user, in a few words; null while that is not known. */
export function useNextRun(leagueId: number, isEnabled = true): string | null {
	const { t } = useTranslation();
	const timer = useSeasonTimer();
	const { data } = useQuietCall(showClaims, { params: { id: leagueId } }, { ...LEAGUE_OPTIONS, enabled: isEnabled });
	const run = data?.nextRun;
	if (!run || !timer.isKnown) return null;
	return t("waivers.next.short", { time: formatRunTime(Date.parse(run.dueAt), timer.now(), { hasZone: false }) });
}
