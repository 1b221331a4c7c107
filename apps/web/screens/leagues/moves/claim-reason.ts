import type { ClaimReason } from "@first-bounce/contract/draft/waivers";
import { useTranslation } from "react-i18next";
import { formatInteger } from "../../../i18n/format.ts";
import type { LeagueNames } from "./use-moves.ts";

/** Which sentence explains that another team has the player: its bid, its place in the order, or that it had her before. */
function getTakenKey({ bid, rank, teamRank }: ClaimReason, ownBid: number | null) {
	if (bid !== null && ownBid !== null && bid > ownBid) return "outbid" as const;
	if (rank !== null && teamRank !== null) return bid === null ? ("order" as const) : ("equalBids" as const);
	return "had" as const;
}

/** Returns why a claim of the user failed: "Bea's Bolters bid $12, you bid $9." */
export function useReasonText({ getTeamName }: Pick<LeagueNames, "getTeamName">) {
	const { t } = useTranslation();
	return (reason: ClaimReason, ownBid: number | null): string => {
		const { code, teamId, bid, rank, teamRank } = reason;
		const values = {
			team: getTeamName(teamId),
			bid: formatInteger(bid ?? 0),
			own: formatInteger(ownBid ?? 0),
			rank,
			teamRank,
		};
		return code === "player-taken"
			? t(`moves.why.taken.${getTakenKey(reason, ownBid)}`, values)
			: t(`moves.why.${code}`, values);
	};
}
