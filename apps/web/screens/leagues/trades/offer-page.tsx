import { MAX_TRADE_MESSAGE_LENGTH } from "@first-bounce/contract/constants";
import { counterTrade, type DraftTrade, offerTrade, type TradeTeam } from "@first-bounce/contract/draft/trades";
import { findTradeProblems } from "@first-bounce/rules/draft/trades";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { parseWholeNumber } from "../../../app/search-params.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextAreaField } from "../../../components/fields/text-area-field.tsx";
import { Form, FormActions } from "../../../components/form-card/form-card.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { EmptyState, ErrorNotice, Notice } from "../../../components/states/states.tsx";
import { useFormCall } from "../../../draft-league/use-form-call.ts";
import { useLeagueRefresh } from "../../../draft-league/use-league-players.ts";
import { useOnline } from "../../../live/use-online.ts";
import frame from "../frame/frame.module.css";
import {
	buildOfferBody,
	buildOfferedTrade,
	countDrops,
	createCounter,
	createOffer,
	type OfferValues,
	togglePick,
	togglePlayer,
} from "./offer.ts";
import { SquadChoice } from "./squad-choice.tsx";
import { SwapIdeas } from "./swap-ideas.tsx";
import { Effect, SideList, TeamChoice, useProblemText } from "./trade-parts.tsx";
import styles from "./trades.module.css";
import { useTrades } from "./use-trades.tsx";

const SUMMARY_ID = "trade-summary";

/** Sends the offer, or the answer to another one. */
function useSend(offer: OfferValues, countered: DraftTrade | null) {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const { league, getTeamName } = useTrades();
	const params = { id: league.id };
	const options = {
		refresh: useLeagueRefresh(league.id),
		getText: () => t("trades.offer.sent", { team: getTeamName(offer.toTeamId) }),
		onDone: () => navigate(paths.league.to(league.id, "trades")),
	};
	const send = useFormCall(offerTrade, options);
	const counter = useFormCall(counterTrade, options);
	const body = buildOfferBody(offer);
	return {
		isPending: send.isPending || counter.isPending,
		error: countered ? counter.error : send.error,
		submit: () =>
			countered
				? counter.mutate({ params, body: { ...body, tradeId: countered.id } })
				: send.mutate({ params, body: { ...body, toTeamId: offer.toTeamId } }),
	};
}

interface FormProps {
	readonly own: TradeTeam;
	readonly other: TradeTeam;
	readonly offer: OfferValues;
	readonly countered: DraftTrade | null;
	readonly onChange: (offer: OfferValues) => void;
}

/** Both squads: side by side, on a phone one at a time. */
const Squads = ({ own, other, offer, onChange }: FormProps) => {
	const { t } = useTranslation();
	const { getTeamName } = useTrades();
	const [shown, setShown] = useState<"other" | "own">("other");
	const chosen = {
		own: offer.playerIds.length + offer.picks.length,
		other: offer.wantedIds.length + offer.wantedPicks.length,
	};
	return (
		<>
			<div className={styles.switch}>
				<Segmented
					label={t("trades.offer.squads")}
					value={shown}
					choices={[
						{ value: "other", label: t("trades.offer.getTab", { count: chosen.other }) },
						{ value: "own", label: t("trades.offer.giveTab", { count: chosen.own }) },
					]}
					onChange={setShown}
				/>
				{chosen.own > 0 && chosen.other > 0 ? (
					<Button onPress={() => document.getElementById(SUMMARY_ID)?.scrollIntoView()}>
						{t("trades.offer.review")}
					</Button>
				) : null}
			</div>
			<div className={styles.squads} data-shown={shown}>
				<SquadChoice
					title={t("trades.offer.get", { team: getTeamName(other.teamId) })}
					team={other}
					chosenIds={offer.wantedIds}
					onToggle={(id) => onChange(togglePlayer(offer, "other", id))}
					chosenPicks={offer.wantedPicks}
					onTogglePick={(pick) => onChange(togglePick(offer, "other", pick))}
				/>
				<SquadChoice
					title={t("trades.offer.give")}
					team={own}
					chosenIds={offer.playerIds}
					onToggle={(id) => onChange(togglePlayer(offer, "own", id))}
					chosenPicks={offer.picks}
					onTogglePick={(pick) => onChange(togglePick(offer, "own", pick))}
				/>
			</div>
		</>
	);
};

interface OfferedTradeProps {
	readonly trade: ReturnType<typeof buildOfferedTrade>;
	readonly ownTeamId: number;
}

/** What each side gives, the effect of the trade, and how many players the other team has to drop. */
const OfferedTrade = ({ trade, ownTeamId }: OfferedTradeProps) => {
	const { t } = useTranslation();
	const { context, getTeamName } = useTrades();
	const drops = countDrops(trade.to, trade.from, context);
	return (
		<>
			<div className={styles.sides}>
				{[trade.to, trade.from].map((side) => (
					<SideList
						key={side.teamId}
						title={t(side.teamId === ownTeamId ? "trades.card.youGive" : "trades.card.youGet")}
						side={side}
					/>
				))}
			</div>
			<Effect trade={trade} />
			{drops > 0 ? (
				<p className={frame.hint}>
					{t("trades.offer.theirDrops", { team: getTeamName(trade.to.teamId), count: drops })}
				</p>
			) : null}
		</>
	);
};

type DropsProps = Pick<FormProps, "own" | "offer" | "onChange"> & { readonly needed: number };

/** The players whom the user's team drops to make room. */
const Drops = ({ own, offer, needed, onChange }: DropsProps) => {
	const { t } = useTranslation();
	if (needed === 0 && offer.dropIds.length === 0) return null;
	return (
		<section className={frame.card}>
			<p className={frame.hint}>{t("trades.offer.dropText", { count: Math.max(needed, offer.dropIds.length) })}</p>
			<SquadChoice
				title={t("trades.offer.drop")}
				team={own}
				isDrop
				chosenIds={offer.dropIds}
				hiddenIds={offer.playerIds}
				onToggle={(id) => onChange(togglePlayer(offer, "drop", id))}
			/>
		</section>
	);
};

const OfferForm = (props: FormProps) => {
	const { own, other, offer, countered, onChange } = props;
	const { t } = useTranslation();
	const isOnline = useOnline();
	const { context, list, league } = useTrades();
	const getProblemText = useProblemText();
	const { isPending, error, submit } = useSend(offer, countered);
	const trade = buildOfferedTrade(own.teamId, offer);
	const countParts = ({ playerIds, picks }: typeof trade.from) => playerIds.length + picks.length;
	const isComplete = countParts(trade.from) > 0 && countParts(trade.to) > 0;
	const isEmpty = countParts(trade.from) + countParts(trade.to) === 0;
	const problems = isComplete ? findTradeProblems(trade, context, "offer") : [];
	const needed = isComplete ? countDrops(trade.from, trade.to, context) : 0;
	return (
		<Form
			className={frame.stack}
			noValidate
			onSubmit={() => {
				if (isComplete && problems.length === 0 && !isPending) submit();
			}}
		>
			{isEmpty ? (
				<SwapIdeas
					own={own}
					other={other}
					onChoose={({ giveId, getId }) => onChange({ ...offer, playerIds: [giveId], wantedIds: [getId] })}
				/>
			) : null}
			<Squads {...props} />
			<Drops own={own} offer={offer} needed={needed} onChange={onChange} />
			<section id={SUMMARY_ID} className={`${frame.card} ${frame.stack}`} aria-label={t("trades.offer.summary")}>
				{isComplete ? (
					<OfferedTrade trade={trade} ownTeamId={own.teamId} />
				) : (
					<p className={frame.hint}>{t("trades.offer.choose")}</p>
				)}
				{problems.map((problem) => (
					<Notice key={JSON.stringify(problem)} tone="warn">
						{getProblemText(problem)}
					</Notice>
				))}
				<TextAreaField
					name="message"
					label={t("trades.offer.message")}
					rows={2}
					maxLength={MAX_TRADE_MESSAGE_LENGTH}
					value={offer.message}
					onChange={(message) => onChange({ ...offer, message })}
				/>
				<ErrorNotice error={error} />
				{isOnline ? null : <Notice tone="info">{t("trades.offline")}</Notice>}
				<FormActions>
					<Button
						type="submit"
						variant="main"
						isPending={isPending}
						isDisabled={!isComplete || problems.length > 0 || !list.isOpen || !isOnline}
					>
						{t(countered ? "trades.offer.sendCounter" : "trades.offer.send")}
					</Button>
					<Link to={paths.league.to(league.id, "trades")}>{t("state.cancel")}</Link>
				</FormActions>
				<p className={frame.hint}>{t("trades.offer.private")}</p>
			</section>
		</Form>
	);
};

/** Puts an offer together: the team, both squads, drops and a message. The address may name a player, or an offer to answer. */
export const OfferPage = () => {
	const { t } = useTranslation();
	const [search, setSearch] = useSearchParams();
	const { teams, list, league, ownTeamId, getTeamName } = useTrades();
	const getNumber = (name: string) => parseWholeNumber(search.get(name));
	const received = list.trades.find(({ id, to }) => id === getNumber("counter") && to.teamId === ownTeamId);
	// An offer may be withdrawn while it is being answered. What was put together can then be sent as an offer.
	const countered = received?.may.counter ? received : null;
	const wantedId = getNumber("player");
	const find = (teamId: number | null | undefined) => teams.find((team) => team.teamId === teamId);
	const holder = teams.find(({ players }) => players.some(({ playerId }) => playerId === wantedId));
	const own = find(ownTeamId);
	const asked = received ? find(received.from.teamId) : (find(getNumber("team")) ?? holder);
	const other = asked && asked !== own && asked.isManaged ? asked : undefined;
	const [offer, setOffer] = useState<OfferValues | null>(null);
	const initial = received
		? createCounter(received)
		: createOffer(other?.teamId ?? 0, holder === other ? wantedId : null);
	const shown = offer && offer.toTeamId === other?.teamId ? offer : initial;
	if (!own || !list.isOpen)
		return (
			<EmptyState icon="trade" title={t(own ? "trades.closedTitle" : "trades.noTeam")} text={t("trades.closedText")}>
				<Link to={paths.league.to(league.id, "trades")}>{t("trades.title")}</Link>
			</EmptyState>
		);
	return (
		<div className={frame.stack}>
			<header className={frame.head}>
				<h2 dir="auto">
					{other
						? t(countered ? "trades.offer.counterTitle" : "trades.offer.titleTo", { team: getTeamName(other.teamId) })
						: t("trades.offer.title")}
				</h2>
				{other && !countered ? <Button onPress={() => setSearch({})}>{t("trades.offer.otherTeam")}</Button> : null}
			</header>
			{received && !countered && other ? (
				<Notice tone="warn">
					<b>{t("trades.card.fromTeam", { team: getTeamName(other.teamId) })}</b> {t(`trades.states.${received.state}`)}
				</Notice>
			) : null}
			{asked && !asked.isManaged ? <Notice tone="info">{t("trades.offer.unmanagedText")}</Notice> : null}
			{other ? (
				<OfferForm own={own} other={other} offer={shown} countered={countered} onChange={setOffer} />
			) : (
				<TeamChoice onChoose={(teamId) => setSearch({ team: String(teamId) })} />
			)}
		</div>
	);
};
