import type { DraftTrade } from "@first-bounce/contract/draft/trades";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Route, Routes } from "react-router";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { ButtonLink } from "../../../components/button/button-link.tsx";
import { EmptyState } from "../../../components/states/states.tsx";
import frame from "../frame/frame.module.css";
import { useRoundName } from "../frame/use-league-description.ts";
import { AcceptDialog, StopDialog } from "./answer-dialogs.tsx";
import { OfferPage } from "./offer-page.tsx";
import { type Answer, TradeCard, type TradeCardProps } from "./trade-card.tsx";
import styles from "./trades.module.css";
import { LoadedTrades, useTrades } from "./use-trades.tsx";

const SHOWN_AT_FIRST = 10;

type Group = "asked" | "offered" | "review" | "history";

/** Where a trade is listed: what waits for the user first. */
function getGroup({ state, may, isOwn }: DraftTrade): Group {
	if (state === "offered") return may.withdraw || !isOwn ? "offered" : "asked";
	if (state === "accepted") return may.vote || may.decide ? "asked" : "review";
	return "history";
}

interface GroupProps extends Pick<TradeCardProps, "onAnswer"> {
	readonly group: Group;
	readonly trades: readonly DraftTrade[];
}

const Group = ({ group, trades, onAnswer }: GroupProps) => {
	const { t } = useTranslation();
	const [isWhole, setWhole] = useState(false);
	if (trades.length === 0) return null;
	const shown = isWhole ? trades : trades.slice(0, SHOWN_AT_FIRST);
	return (
		<section className={`${frame.stack} ${styles.group}`} aria-label={t(`trades.group.${group}`)}>
			<h2>
				{t(`trades.group.${group}`)} <small>{trades.length}</small>
			</h2>
			{shown.map((trade) => (
				<TradeCard key={trade.id} trade={trade} onAnswer={onAnswer} />
			))}
			{shown.length < trades.length ? (
				<div className={frame.more}>
					<Button onPress={() => setWhole(true)}>{t("trades.more")}</Button>
				</div>
			) : null}
		</section>
	);
};

/** Until when trades are agreed, and who reviews them. */
const Terms = () => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const { list } = useTrades();
	const { isOpen, deadlineRoundId, review, reviewHours } = list;
	const deadline =
		deadlineRoundId === null
			? t("trades.terms.noDeadline")
			: t("trades.terms.deadline", { round: formatRoundName(deadlineRoundId) });
	return (
		<p className={`${frame.hint} ${styles.terms}`}>
			{isOpen ? deadline : t("trades.terms.closed")}{" "}
			{t(`trades.terms.review.${reviewHours === 0 ? "none" : review}`, { count: reviewHours })}
		</p>
	);
};

const TradesPage = () => {
	const { t } = useTranslation();
	const { list, league, ownTeamId } = useTrades();
	// A dialog stays open, with its error, while a reload moves its trade to another group.
	const [answering, setAnswering] = useState<{ readonly tradeId: number; readonly answer: Answer } | null>(null);
	const answered = list.trades.find(({ id }) => id === answering?.tradeId);
	const Dialog = answering?.answer === "stop" ? StopDialog : AcceptDialog;
	const groups = Map.groupBy(list.trades, getGroup);
	const canOffer = list.isOpen && ownTeamId !== null;
	return (
		<div className={frame.stack}>
			<header className={frame.head}>
				<Terms />
				{canOffer ? (
					<ButtonLink to={paths.leagueTradeOffer.to(league.id)} variant="main">
						{t("trades.offer.title")}
					</ButtonLink>
				) : null}
			</header>
			{list.trades.length === 0 ? (
				<EmptyState
					icon="trade"
					title={t("trades.none")}
					text={t(canOffer ? "trades.noneText" : "trades.closedText")}
				/>
			) : (
				(["asked", "offered", "review", "history"] as const).map((group) => (
					<Group
						key={group}
						group={group}
						trades={groups.get(group) ?? []}
						onAnswer={(tradeId, answer) => setAnswering({ tradeId, answer })}
					/>
				))
			)}
			{answered ? <Dialog trade={answered} onClose={() => setAnswering(null)} /> : null}
		</div>
	);
};

/** The trades between the managers of a drafted league, and the page on which an offer is put together. */
export const TradesPages = () => (
	<LoadedTrades>
		<Routes>
			<Route path="offer" element={<OfferPage />} />
			<Route path="*" element={<TradesPage />} />
		</Routes>
	</LoadedTrades>
);
