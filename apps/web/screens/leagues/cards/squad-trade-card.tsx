import type { LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { getShortName } from "../../../players/short-name.ts";
import { useTeamName } from "./results.tsx";

type TradeCard = Extract<LeagueCard, { type: "trade-accepted" | "trade-decided" }>;

interface Props {
	readonly card: TradeCard;
	readonly leagueId: number;
}

/** A trade of two managers, with its outcome. */
export const SquadTradeContent = ({ card, leagueId }: Props) => {
	const { t, i18n } = useTranslation();
	const getTeamName = useTeamName();
	const season = useSeason();
	const list = new Intl.ListFormat(i18n.language, { type: "conjunction" });
	const getName = (id: number) => (season.state === "ready" ? getShortName(id, season.value) : "…");
	const listWhat = ({ playerIds, picks }: TradeCard["from"]) => [
		...playerIds.map(getName),
		...picks.map(({ round, original }) => t("trades.pick", { round, team: getTeamName(original) })),
	];
	return (
		<>
			{card.type === "trade-decided" ? <p>{t(`leagues.card.tradeOutcome.${card.outcome}`)}</p> : null}
			{[card.from, card.to].map((side) => (
				<p key={side.team.teamId}>
					{t("leagues.card.tradeGives", { team: getTeamName(side.team), what: list.format(listWhat(side)) })}
					{side.dropIds.length > 0
						? ` ${t("leagues.card.tradeDrops", { team: getTeamName(side.team), players: list.format(side.dropIds.map(getName)) })}`
						: ""}
				</p>
			))}
			<Link to={paths.league.to(leagueId, "trades")}>{t("leagues.card.openTrades")}</Link>
		</>
	);
};
