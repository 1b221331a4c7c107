import type { PlayerId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatMatchTime, formatZoneName } from "../../../i18n/format.ts";
import type { Waivers } from "./use-waivers.tsx";

const WEEK_MS = 6 * 24 * 3_600_000;

/** A time of the season in the viewer's zone: "Tue 12:00pm AEDT", or with the date from six days on. */
export function formatRunTime(at: number, now: number, hasZone = true): string {
	const time = at - now < WEEK_MS ? formatMatchTime(at) : formatDateTime(at);
	return hasZone ? `${time} ${formatZoneName(at)}` : time;
}

export type PlayerStateKind = "own" | "owned" | "free" | "waivers" | "locked";

/** Whose a player is in a league, and whether she can be had now. */
export function getStateKind(id: PlayerId, { own, ownerById, agentById }: Waivers): PlayerStateKind {
	const owner = ownerById.get(id);
	if (owner) return owner.teamId === own?.teamId ? "own" : "owned";
	const agent = agentById.get(id);
	if (agent?.state === "free") return agent.isLocked ? "locked" : "free";
	return agent ? "waivers" : "locked";
}

/** Returns a player's state in words: "On waivers until Tue 12:00pm AEDT: dropped". */
export function useStateText(waivers: Waivers): (id: PlayerId) => string {
	const { t } = useTranslation();
	const { ownerById, agentById, now } = waivers;
	return (id) => {
		const kind = getStateKind(id, waivers);
		const agent = agentById.get(id);
		if (kind === "own") return t("waivers.state.own");
		if (kind === "owned") return t("waivers.state.owned", { team: ownerById.get(id)?.name });
		if (kind !== "waivers" || agent?.reason == null) return t(`waivers.state.${kind === "waivers" ? "locked" : kind}`);
		const reason = t(`waivers.reason.${agent.reason}`);
		return agent.until === null
			? t("waivers.state.waiversOpen", { reason })
			: t("waivers.state.waivers", { time: formatRunTime(Date.parse(agent.until), now, false), reason });
	};
}
