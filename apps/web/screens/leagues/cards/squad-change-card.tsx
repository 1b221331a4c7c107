import type { LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { getShortName } from "../../../players/short-name.ts";
import { useCard, usePlayerName, useTeamName } from "./use-card.ts";

interface Props {
	readonly card: Extract<LeagueCard, { type: "squads-changed" }>;
}

/** Whom an undo or a correction has moved, by whom and why. */
export const SquadChangeContent = ({ card: { by, reason, hadClaim, moves } }: Props) => {
	const { t } = useTranslation();
	const { leagueId } = useCard();
	const getTeamName = useTeamName();
	const getName = usePlayerName();
	return (
		<>
			{moves.map(({ playerId, from, to }) => {
				const team = to ?? from;
				const values = {
					player: getName(playerId),
					from: from ? getTeamName(from) : "",
					team: team ? getTeamName(team) : "",
				};
				return (
					<p key={playerId}>{t(`moves.text.changed.${to === null ? "out" : from === null ? "in" : "over"}`, values)}</p>
				);
			})}
			<p>{t("moves.reason", { reason })}</p>
			<p>{by ? t("leagues.card.change.by", { team: getTeamName(by) }) : t("leagues.card.change.byOperator")}</p>
			{by && hadClaim ? <p>{t("leagues.card.change.hadClaim", { team: getTeamName(by) })}</p> : null}
			<Link to={paths.league.to(leagueId, "moves")}>{t("leagues.card.change.openLog")}</Link>
		</>
	);
};
