import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { Spinner } from "../../../components/spinner/spinner.tsx";
import { ErrorState, Notice } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { formatPoints } from "../../../i18n/format.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { useOnline } from "../../../live/use-online.ts";
import { type CoachSettings, type CoachSettingsEditor, useCoachSettings } from "../../../players/use-coach-settings.ts";
import type { Board } from "../board/state/board.ts";
import { useLockCheck } from "../lock-check/use-lock-check.ts";
import { computeProjectedScore } from "../model/round-score.ts";
import type { TradeEditor } from "../trade/use-trade-editor.ts";
import styles from "./coach.module.css";
import { CoachLists } from "./coach-lists.tsx";
import { LineupTipRow } from "./lineup-tip.tsx";
import { ChangeTips, SuggestionCard } from "./suggestion-card.tsx";
import { computeSuggestionGain, listUncovered, type SuggestionGain } from "./suggestion-gain.ts";
import { type Suggestion, useSuggestions } from "./use-suggestions.ts";

const AIMS = ["season", "round", "money", "safe", "risk"] as const;

interface ListProps {
	readonly board: Board;
	readonly tradeEditor: TradeEditor;
	readonly coach: CoachSettingsEditor;
	readonly settings: CoachSettings;
}

/**
 * Sorts by the points that the cards show, highest first, and leaves out what loses points, unless it brings in a target. The
 * server's order, which also considers the chance to play, decides ties, and everything with the other aims.
 */
function sortByAim<Item extends { readonly gain: SuggestionGain; readonly suggestion: Suggestion }>(
	items: readonly Item[],
	{ aim, waitIds }: Pick<CoachSettings, "aim" | "waitIds">,
) {
	const getPoints = ({ gain }: Item) => (aim === "round" ? gain.points : aim === "season" ? gain.pointsAhead : 0);
	const isWanted = ({ suggestion }: Item) => suggestion.trades.some(({ playerInId }) => waitIds.includes(playerInId));
	return items
		.filter((item) => Math.round(getPoints(item)) >= 0 || isWanted(item))
		.toSorted((a, b) => getPoints(b) - getPoints(a));
}

const SuggestionList = ({ board, tradeEditor, coach, settings }: ListProps) => {
	const { t } = useTranslation();
	const isOnline = useOnline();
	const { team, season } = board;
	const { kind, trades, addPairs } = tradeEditor;
	const isPlan = kind === "plan";
	const laterRound =
		isPlan && !tradeEditor.isCurrentRound ? { roundId: tradeEditor.roundId, plan: tradeEditor.plan } : null;
	const query = useSuggestions({ team, tradePairs: trades, laterRound, settings, isEnabled: isOnline });
	if (!query.data) {
		if (!isOnline) return <Notice tone="info">{t("coach.offline")}</Notice>;
		if (query.error)
			return <ErrorState reason={getErrorMessage(query.error, t)} onRetry={() => void query.refetch()} />;
		return (
			<p className={styles.hint} role="status">
				<Spinner /> {t("coach.loading")}
			</p>
		);
	}
	const { roundId, roundIds, tradesLeft } = query.data;
	const gains = query.data.suggestions.map((suggestion) => ({
		suggestion,
		gain: computeSuggestionGain(board, tradeEditor, suggestion, roundIds),
	}));
	const suggestions = sortByAim(gains, settings);
	const changeTips = <ChangeTips season={season} changes={query.data.changes ?? []} />;
	if (suggestions.length === 0)
		return (
			<>
				{changeTips}
				<p className={styles.hint} role="status">
					{t(tradesLeft === 0 ? "coach.noTradesLeft" : "coach.nothing")}
				</p>
			</>
		);
	const add = (suggestion: Suggestion) => {
		const pairs = suggestion.trades.map(({ playerInId, playerOutId }) => ({ playerInId, playerOutId }));
		const undo = addPairs(pairs);
		showToast({
			tone: "good",
			text: t(isPlan ? "coach.planned" : "coach.added", { count: suggestion.trades.length }),
			action: { label: t("team.undo"), onPress: undo },
		});
	};
	return (
		<>
			{changeTips}
			<ol className={styles.cards} aria-label={t("coach.suggestions")}>
				{suggestions.map(({ suggestion, gain }, index) => (
					<SuggestionCard
						key={suggestion.trades.map(({ playerInId, playerOutId }) => `${playerOutId}-${playerInId}`).join()}
						season={season}
						roundId={roundId}
						roundCount={roundIds.length}
						number={index + 1}
						suggestion={suggestion}
						gain={gain}
						coach={coach}
						isPlan={isPlan}
						onAdd={() => add(suggestion)}
					/>
				))}
			</ol>
			{season.rules.trades.per === "season" && tradesLeft > 0 ? (
				<p className={styles.hint}>{t("coach.keepTrades", { count: tradesLeft })}</p>
			) : null}
		</>
	);
};

/** Suggested trades, which load when the manager requests them. */
const SuggestedTrades = (props: ListProps) => {
	const { t } = useTranslation();
	const [isOpen, setOpen] = useState(false);
	const { settings, coach } = props;
	if (!isOpen)
		return (
			<>
				<p className={styles.hint}>{t("coach.intro")}</p>
				<Button variant="main" icon="wand" onPress={() => setOpen(true)}>
					{t("coach.show")}
				</Button>
			</>
		);
	return (
		<>
			<Segmented
				label={t("coach.aim")}
				variant="chips"
				choices={AIMS.map((value) => ({ value, label: t(`coach.aims.${value}`) }))}
				value={settings.aim}
				onChange={(aim) => coach.savePreferences({ aim })}
			/>
			<SuggestionList {...props} />
			<p className={styles.hint}>{t("coach.disclaimer")}</p>
		</>
	);
};

/** A team is edited freely and has no trades until its first round is complete. */
const NoTradesYet = ({ board: { team, season, editor } }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const roundId = team.startRoundId ?? season.current?.id ?? 1;
	return (
		<p className={styles.hint}>
			{t(editor.emptySlots.length > 0 ? "coach.fillFirst" : "coach.startsLater", {
				round: formatRoundLabel(roundId, season.rules),
			})}
		</p>
	);
};

/** Players on field whose spots will score 0, with a button that opens the check. */
const UncoveredNotice = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { openCheck } = useLockCheck();
	const { season, lineup, mode, editor } = board;
	const ids = mode === "edit" && editor.emptySlots.length > 0 ? [] : listUncovered(board, lineup);
	if (ids.length === 0) return null;
	const names = ids.map(season.getPlayerName).join(", ");
	return (
		<Notice tone="warn" action={mode === "plan" ? null : <Button onPress={openCheck}>{t("lockCheck.open")}</Button>}>
			{t("coach.uncovered", { count: ids.length, names })}
		</Notice>
	);
};

/** The team's projected score in the current or the planned round. */
const Forecast = ({ board: { season, lineup, round, context } }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { plannedRound } = context;
	const points = formatPoints(computeProjectedScore(lineup, plannedRound ?? round, season));
	return (
		<p role="status">
			{plannedRound
				? t("coach.projectedIn", { points, round: formatRoundLabel(plannedRound.id, season.rules) })
				: t("coach.projected", { points })}
		</p>
	);
};

/** Whether the manager pressed the link to the panel before it was rendered. */
let isScrollRequested = false;

function scrollToHeading(heading: HTMLElement): void {
	isScrollRequested = false;
	heading.scrollIntoView({ block: "start" });
	heading.focus({ preventScroll: true });
}

const scrollIfRequested = (heading: HTMLElement | null): void => {
	if (heading && isScrollRequested) scrollToHeading(heading);
};

const Panel = ({ board, coach, settings }: Omit<ListProps, "tradeEditor">) => {
	const { t } = useTranslation();
	const { season, mode, tradeEditor, team } = board;
	const switchOff = () => {
		coach.savePreferences({ isHidden: true });
		showToast({
			text: t("coach.switchedOff"),
			action: { label: t("team.undo"), onPress: () => coach.savePreferences({ isHidden: false }) },
		});
	};
	const isTrading = mode === "plan" || (mode === "trade" && tradeEditor?.trades.length !== 0);
	return (
		<section className={styles.panel} aria-labelledby="coach-title">
			<h2 id="coach-title" tabIndex={-1} ref={scrollIfRequested}>
				{t("coach.title")}
			</h2>
			{team.isComplete ? <Forecast board={board} /> : null}
			<UncoveredNotice board={board} />
			{isTrading ? null : <LineupTipRow board={board} />}
			{tradeEditor ? (
				<SuggestedTrades board={board} tradeEditor={tradeEditor} coach={coach} settings={settings} />
			) : (
				<NoTradesYet board={board} />
			)}
			<CoachLists season={season} coach={coach} />
			<div className={styles.off}>
				<Button variant="quiet" onPress={switchOff}>
					{t("coach.switchOff")}
				</Button>
			</div>
		</section>
	);
};

/** Suggested trades and line-up changes for the team, unless the manager has switched them off. */
export const CoachPanel = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const coach = useCoachSettings();
	if (coach.error && board.mode !== "read")
		return (
			<section className={styles.panel} aria-label={t("coach.title")}>
				<ErrorState reason={getErrorMessage(coach.error, t)} onRetry={coach.retry} />
			</section>
		);
	if (!coach.settings || coach.settings.isHidden || board.mode === "read") return null;
	return <Panel board={board} coach={coach} settings={coach.settings} />;
};

/** A button that scrolls to the panel, which is far below the ground on a narrow screen. */
export const CoachLink = () => {
	const { t } = useTranslation();
	const { settings } = useCoachSettings();
	if (!settings || settings.isHidden) return null;
	const show = () => {
		const heading = document.getElementById("coach-title");
		if (heading) scrollToHeading(heading);
		else isScrollRequested = true;
	};
	return (
		<span className={styles.link}>
			<Button icon="wand" isIcon onPress={show}>
				{t("coach.title")}
			</Button>
		</span>
	);
};
