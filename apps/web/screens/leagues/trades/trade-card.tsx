import {
	approveTrade,
	type DraftTrade,
	rejectTrade,
	type TradeReason,
	voteOnTrade,
	withdrawTrade,
} from "@first-bounce/contract/draft/trades";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { ButtonLink } from "../../../components/button/button-link.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { useLeagueRefresh } from "../../../draft-league/use-league-players.ts";
import { formatZonedDateTime } from "../../../i18n/format.ts";
import { useOnline } from "../../../live/use-online.ts";
import frame from "../frame/frame.module.css";
import { Effect, SideList } from "./trade-parts.tsx";
import styles from "./trades.module.css";
import { useTrades } from "./use-trades.tsx";

const formatTime = (instant: string): string => formatZonedDateTime(Date.parse(instant));

/** Why a trade was not made, in words. */
function useReasonText(): (reason: TradeReason) => string {
	const { t } = useTranslation();
	const { season, getTeamName } = useTrades();
	return (reason) => {
		if (reason.code === "vote" && reason.against !== undefined)
			return t("trades.reason.voteCount", { against: reason.against, needed: reason.needed });
		return t(`trades.reason.${reason.code}`, {
			name: "playerId" in reason ? season.lookup(reason.playerId)?.name : "",
			team: "teamId" in reason ? getTeamName(reason.teamId) : "",
			text: "text" in reason ? reason.text : "",
		});
	};
}

/** The state of a trade: what it waits for and who decides, or its outcome and the reason. */
const State = ({ trade }: { readonly trade: DraftTrade }) => {
	const { t } = useTranslation();
	const getReasonText = useReasonText();
	const { state, decider, reason } = trade;
	if (state === "offered") return <p>{t("trades.state.until", { time: formatTime(trade.expiresAt) })}</p>;
	if (state === "accepted")
		return (
			<>
				<p>
					{trade.waitsForRound || trade.reviewEndsAt === null
						? t("trades.state.waits")
						: t("trades.state.reviewUntil", { time: formatTime(trade.reviewEndsAt) })}
				</p>
				{decider && !trade.waitsForRound ? (
					<p>
						{t(`trades.decider.${decider.by === "vote" && decider.teamIds.length === 0 ? "noVoters" : decider.by}`)}
						{decider.by === "vote" && decider.teamIds.length > 0
							? ` ${t("trades.decider.votes", { against: decider.against, needed: decider.needed, inFavour: decider.inFavour })}`
							: ""}
					</p>
				) : null}
			</>
		);
	return (
		<p>
			{trade.decidedAt ? `${formatTime(trade.decidedAt)}. ` : ""}
			{reason ? getReasonText(reason) : ""}
		</p>
	);
};

/** An answer that is given in a dialog. */
export type Answer = "accept" | "stop";

export interface TradeCardProps {
	readonly trade: DraftTrade;
	readonly onAnswer: (tradeId: number, answer: Answer) => void;
}

/** The buttons of a trade for what the user may do with it. */
const Actions = ({ trade, onAnswer }: TradeCardProps) => {
	const { t } = useTranslation();
	const isOnline = useOnline();
	const { league } = useTrades();
	const refresh = useLeagueRefresh(league.id);
	const options = { onSettled: () => refresh() };
	const calls = {
		reject: useCallMutation(rejectTrade, options),
		withdraw: useCallMutation(withdrawTrade, options),
		vote: useCallMutation(voteOnTrade, options),
		approve: useCallMutation(approveTrade, options),
	};
	// Whether the user voted against the trade; null before she voted.
	const { may, id: tradeId, isVotedAgainst } = trade;
	const isPending = Object.values(calls).some((call) => call.isPending);
	const args = { params: { id: league.id }, body: { tradeId } };
	const buttonState = { isDisabled: !isOnline, isPending };
	const vote = (isAgainst: boolean) => calls.vote.mutate({ ...args, body: { tradeId, isAgainst } });
	if (!Object.values(may).includes(true)) return null;
	return (
		<FormActions>
			{may.accept ? (
				<Button variant="main" isDisabled={!isOnline} onPress={() => onAnswer(tradeId, "accept")}>
					{t("trades.card.accept")}
				</Button>
			) : null}
			{may.counter ? (
				<ButtonLink to={paths.leagueTradeOffer.to(league.id, { counter: tradeId })}>
					{t("trades.card.counter")}
				</ButtonLink>
			) : null}
			{(["reject", "withdraw"] as const).map((action) =>
				may[action] ? (
					<Button key={action} {...buttonState} onPress={() => calls[action].mutate(args)}>
						{t(`trades.card.${action}`)}
					</Button>
				) : null,
			)}
			{may.vote ? (
				<>
					<Button {...buttonState} isPressed={isVotedAgainst === false} onPress={() => vote(false)}>
						{t("trades.card.inFavour")}
					</Button>
					<Button {...buttonState} isPressed={isVotedAgainst === true} onPress={() => vote(true)}>
						{t("trades.card.against")}
					</Button>
				</>
			) : null}
			{may.decide ? (
				<>
					<Button variant="main" {...buttonState} onPress={() => calls.approve.mutate(args)}>
						{t("trades.card.approve")}
					</Button>
					<Button isDisabled={!isOnline} onPress={() => onAnswer(tradeId, "stop")}>
						{t("trades.card.stop")}
					</Button>
				</>
			) : null}
		</FormActions>
	);
};

/** A trade with both sides, its effect on the squads until it is decided, and what the user may do. */
export const TradeCard = ({ trade, onAnswer }: TradeCardProps) => {
	const { t } = useTranslation();
	const { ownTeamId, getTeamName } = useTrades();
	// A trade of the team's former manager is not the user's own.
	const { from, to, state, isOwn, message } = trade;
	const isFromOwn = from.teamId === ownTeamId;
	const [own, other] = isFromOwn ? [from, to] : [to, from];
	const isOpen = state === "offered" || state === "accepted";
	const sides = isOwn
		? [
				{ side: other, title: t("trades.card.youGet") },
				{ side: own, title: t("trades.card.youGive") },
			]
		: [from, to].map((side) => ({ side, title: t("trades.card.gives", { team: getTeamName(side.teamId) }) }));
	const title = isOwn
		? t(isFromOwn ? "trades.card.toTeam" : "trades.card.fromTeam", { team: getTeamName(other.teamId) })
		: t("trades.card.between", { from: getTeamName(from.teamId), to: getTeamName(to.teamId) });
	return (
		<article className={styles.trade} aria-label={title} id={`trade-${trade.id}`}>
			<header className={frame.title}>
				<h3 dir="auto">{title}</h3>
				<span className={styles.badge} data-state={state}>
					{t(`trades.states.${state}`)}
				</span>
			</header>
			<div className={styles.sides}>
				{sides.map(({ side, title: heading }) => (
					<SideList key={side.teamId} title={heading} side={side} />
				))}
			</div>
			{message ? (
				<blockquote className={styles.message} dir="auto">
					{message}
				</blockquote>
			) : null}
			{isOpen ? <Effect trade={trade} /> : null}
			<div className={frame.hint}>
				<State trade={trade} />
			</div>
			<Actions trade={trade} onAnswer={onAnswer} />
		</article>
	);
};
