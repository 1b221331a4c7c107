import type { ClaimReason } from "@first-bounce/contract/draft/waivers";
import { getTakenCause } from "@first-bounce/rules/draft/claims";
import { useTranslation } from "react-i18next";
import type { LeagueNames } from "../../../draft-league/use-league-players.ts";
import { formatInteger } from "../../../i18n/format.ts";

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
			? t(`moves.why.taken.${getTakenCause(reason, ownBid ?? 0)}`, values)
			: t(`moves.why.${code}`, values);
	};
}
