import type { LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { formatDateTime, formatZoneName } from "../../../i18n/format.ts";
import { getShortName } from "../../../players/short-name.ts";
import { useCard, usePlayerName, useTeamName } from "./use-card.ts";

export type DraftCard = Extract<LeagueCard, { type: "draft-scheduled" | "draft-started" | "draft-complete" }>;

export const isDraftCard = (card: LeagueCard): card is DraftCard =>
	card.type === "draft-scheduled" || card.type === "draft-started" || card.type === "draft-complete";

/** The facts of a complete draft. */
const Picks = ({ card }: { readonly card: Extract<DraftCard, { type: "draft-complete" }> }) => {
	const { t } = useTranslation();
	const getTeamName = useTeamName();
	const getName = usePlayerName();
	const { firstPick, bestPick } = card;
	return (
		<>
			{firstPick ? (
				<p>{t("leagues.card.firstPick", { player: getName(firstPick.playerId), team: getTeamName(firstPick.team) })}</p>
			) : null}
			{bestPick ? (
				<p>
					{t("leagues.card.bestPick", {
						player: getName(bestPick.playerId),
						team: getTeamName(bestPick.team),
						pick: bestPick.overallPick,
						count: bestPick.difference,
					})}
				</p>
			) : null}
		</>
	);
};

/** A card about the league's draft, with a link to it. */
export const DraftCardContent = ({ card }: { readonly card: DraftCard }) => {
	const { t } = useTranslation();
	const { leagueId } = useCard();
	return (
		<>
			{card.type === "draft-complete" ? <Picks card={card} /> : null}
			{card.type === "draft-scheduled" ? (
				<p>
					{card.startsAt === null
						? t("leagues.card.unscheduled")
						: `${formatDateTime(Date.parse(card.startsAt))} ${formatZoneName(Date.parse(card.startsAt))}`}
				</p>
			) : null}
			<Link to={paths.draft.to(leagueId)}>{t(`leagues.card.open.${card.type}`)}</Link>
		</>
	);
};
