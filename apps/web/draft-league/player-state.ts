import { DAY_MS } from "@first-bounce/rules/durations";
import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatMatchTime, formatZoneName } from "../i18n/format.ts";
import type { LeaguePlayers } from "./use-league-players.ts";

/** Further ahead, a day of the week could be taken for this week's. */
const MAX_WEEKDAY_LEAD_MS = 6 * DAY_MS;

/** A time of the season in the viewer's zone: "Tue 12:00pm AEDT", or with the date from six days on. */
export function formatRunTime(
	at: number,
	now: SeasonTime,
	{ hasZone = true }: { readonly hasZone?: boolean } = {},
): string {
	const time = at - now < MAX_WEEKDAY_LEAD_MS ? formatMatchTime(at) : formatDateTime(at);
	return hasZone ? `${time} ${formatZoneName(at)}` : time;
}

/** Who owns a player, and whether the user can get her now. `barred`: the user dropped her, and may not claim her yet. */
export type PlayerStateKind = "own" | "owned" | "free" | "waivers" | "barred" | "locked";

export function getStateKind(id: PlayerId, { ownTeam, ownerById, unownedById }: LeaguePlayers): PlayerStateKind {
	const owner = ownerById.get(id);
	if (owner) return owner.teamId === ownTeam?.teamId ? "own" : "owned";
	const unowned = unownedById.get(id);
	if (!unowned) return "locked";
	if (unowned.state === "free") return unowned.isLocked ? "locked" : "free";
	const mayClaim = ownTeam === null || unowned.restrictedTo === null || unowned.restrictedTo.includes(ownTeam.teamId);
	return mayClaim ? "waivers" : "barred";
}

/** Returns a player's state in words: "Waivers until Tue 12:00pm · dropped". */
export function useStateText(players: LeaguePlayers, now: SeasonTime): (id: PlayerId) => string {
	const { t } = useTranslation();
	const { ownerById, unownedById } = players;
	return (id) => {
		const kind = getStateKind(id, players);
		const unowned = unownedById.get(id);
		if (kind === "owned") return t("waivers.state.owned", { team: ownerById.get(id)?.name });
		if (!unowned?.reason) return t(`waivers.state.${kind === "waivers" || kind === "barred" ? "locked" : kind}`);
		const barred = unowned.reason === "taken-back" ? "barredTakenBack" : "barred";
		const reason = t(`waivers.reason.${kind === "barred" ? barred : unowned.reason}`);
		return unowned.until === null
			? t("waivers.state.waiversOpen", { reason })
			: t("waivers.state.waivers", { time: formatRunTime(Date.parse(unowned.until), now, { hasZone: false }), reason });
	};
}
