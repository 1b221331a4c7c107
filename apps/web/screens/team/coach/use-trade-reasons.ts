import type { PlayerId } from "@first-bounce/rules/ids";
import { findRound, listSquadMatches } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { formatMoney, formatMoneyChange, formatSignedPoints } from "../../../i18n/format.ts";
import type { SuggestedTrade } from "./use-suggestions.ts";

const THOUSAND = 1_000;

/** An expected price rise, rounded to thousands because it is not more precise. */
export const formatRise = (dollars: number): string => formatMoneyChange(Math.round(dollars / THOUSAND) * THOUSAND);

/** Formats the reasons for a suggested trade: why the old player should go, and what the new one brings. */
export function useTradeReasons(season: Season, roundId: number) {
	const { t } = useTranslation();
	const formatMatch = (playerId: PlayerId): string => {
		const squadId = season.playerById.get(playerId)?.squadId ?? 0;
		const round = findRound(season.rounds, roundId);
		const [match] = round ? listSquadMatches(squadId, round) : [];
		if (!match) return t("coach.bye");
		const isHome = match.homeSquadId === squadId;
		const club = season.squads.get(isHome ? match.awaySquadId : match.homeSquadId)?.name ?? "";
		return t(isHome ? "coach.home" : "coach.away", { club });
	};
	const getCost = (id: PlayerId): number => season.playerById.get(id)?.cost ?? 0;
	const formatPrice = (rise: number): string =>
		Math.abs(rise) < THOUSAND / 2 ? t("coach.priceSteady") : t("coach.price", { change: formatRise(rise) });
	return {
		formatOut: ({ outReason, playerInId, playerOutId, priceRiseOut }: SuggestedTrade): string => {
			const freed = getCost(playerOutId) - getCost(playerInId);
			if (outReason === "price" && freed > 0) return t("coach.out.frees", { amount: formatMoney(freed) });
			return t(`coach.out.${outReason}`, { price: formatPrice(priceRiseOut) });
		},
		/** Formats the reasons, with the points that the trade adds to the forecast. */
		formatIn: ({ playerInId, priceRiseIn }: SuggestedTrade, points: number): string =>
			[
				t("coach.points", { points: formatSignedPoints(points) }),
				formatPrice(priceRiseIn),
				formatMatch(playerInId),
			].join(", "),
	};
}
