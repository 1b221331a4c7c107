import type { LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { formatZonedDateTime } from "../../../i18n/format.ts";
import { useCard, usePlayerName, useTeamName } from "./use-card.ts";

type DraftCard = Extract<LeagueCard, { type: "draft-scheduled" | "draft-started" | "draft-complete" }>;

export const isDraftCard = (card: LeagueCard): card is DraftCard =>
	card.type === "draft-scheduled" || card.type === "draft-started" || card.type === "draft-complete";

const PickFacts = ({ card }: { readonly card: Extract<DraftCard, { type: "draft-complete" }> }) => {
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

export const DraftCardContent = ({ card }: { readonly card: DraftCard }) => {
	const { t } = useTranslation();
	const { leagueId } = useCard();
	return (
		<>
			{card.type === "draft-complete" ? <PickFacts card={card} /> : null}
			{card.type === "draft-scheduled" ? (
				<p>{card.startsAt === null ? t("leagues.card.unscheduled") : formatZonedDateTime(Date.parse(card.startsAt))}</p>
			) : null}
			<Link to={paths.draft.to(leagueId)}>{t(`leagues.card.open.${card.type}`)}</Link>
		</>
	);
};

type TradeCard = Extract<LeagueCard, { type: "trade-accepted" | "trade-decided" }>;

/** A trade of two managers, with its outcome. */
export const SquadTradeContent = ({ card }: { readonly card: TradeCard }) => {
	const { t, i18n } = useTranslation();
	const { leagueId } = useCard();
	const getTeamName = useTeamName();
	const list = new Intl.ListFormat(i18n.language, { type: "conjunction" });
	const getName = usePlayerName();
	const listGiven = ({ playerIds, picks }: TradeCard["from"]) => [
		...playerIds.map(getName),
		...picks.map(({ round, original }) => t("trades.pick", { round, team: getTeamName(original) })),
	];
	return (
		<>
			{card.type === "trade-decided" ? <p>{t(`leagues.card.tradeOutcome.${card.outcome}`)}</p> : null}
			{[card.from, card.to].map((side) => (
				<p key={side.team.teamId}>
					{t("leagues.card.tradeGives", { team: getTeamName(side.team), what: list.format(listGiven(side)) })}
					{side.dropIds.length > 0
						? ` ${t("leagues.card.tradeDrops", { team: getTeamName(side.team), players: list.format(side.dropIds.map(getName)) })}`
						: ""}
				</p>
			))}
			<Link to={paths.league.to(leagueId, "trades")}>{t("leagues.card.openTrades")}</Link>
		</>
	);
};

interface SquadChangeProps {
	readonly card: Extract<LeagueCard, { type: "squads-changed" }>;
}

/** Whom an undo or a correction has moved, by whom and why. */
export const SquadChangeContent = ({ card: { by, reason, hadClaim, moves } }: SquadChangeProps) => {
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
