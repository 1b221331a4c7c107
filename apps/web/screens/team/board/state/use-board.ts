import type { DraftTeamRound } from "@first-bounce/contract/draft/draft-lineup";
import type { Team } from "@first-bounce/contract/team/team";
import type { Dollars, PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import type { Lineup, Slot } from "@first-bounce/rules/lineup/lineup";
import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { findRound, isSeasonComplete } from "@first-bounce/rules/round/round";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { createStore } from "../../../../components/store/store.ts";
import { useSeasonNow } from "../../../../live/season-clock.ts";
import { useFilter, useFilterStore } from "../../../../players/filters/use-filter-store.ts";
import { computeTeamScore } from "../../../../players/team-score.ts";
import { type LiveActions, useLiveActions } from "../../editor/use-live-actions.ts";
import { type TeamEditor, useTeamEditor } from "../../editor/use-team-editor.ts";
import { useLockCheck } from "../../lock-check/use-lock-check.ts";
import { listSlotActions, listSwapTargets } from "../../model/available-slot-actions.ts";
import { createPriceProjection } from "../../model/projected-price.ts";
import { findScoredRound } from "../../model/round-score.ts";
import { buildSlotViews, getSlotKey } from "../../model/slot-view.ts";
import { getStartedTeamState } from "../../model/team-state.ts";
import { type BoardMode, isTradeMode, type ViewContext } from "../../model/view-context.ts";
import { type TradeEditor, useSavedTrades, useTradeEditor } from "../../trade/use-trade-editor.ts";
import type { Board, SelectedPlayer } from "./board.ts";
import { isUtilityFiller, runPoolAction, runSlotAction } from "./run-actions.ts";
import { useEditToast } from "./use-edit-toast.ts";
import { listPoolTargets, placeSelection } from "./use-selection.ts";

/** The line-up after the trades. A plan shows the best line-up, because the line-up can still be changed before its round. */
const getTradedLineup = ({ kind, preview, previewBest, trades }: TradeEditor): Lineup =>
	kind === "plan" ? previewBest(trades).lineup : preview.lineup;

interface ViewSources extends Pick<ViewContext, "season" | "stat" | "hasPrices"> {
	readonly editor: TeamEditor;
	readonly live: LiveActions;
	readonly tradeEditor: TradeEditor;
	/** The bank of a started team, without the trades that are being prepared. */
	readonly savedBank: Dollars;
}

/** What is shown: the edited team, the live team, or the team after trades. */
function buildViewContext({ season, editor, live, tradeEditor, savedBank, stat, hasPrices }: ViewSources): ViewContext {
	const { current, rounds } = season;
	const hasStarted = !editor.isEditable;
	const mode: BoardMode = isSeasonComplete(rounds) ? "read" : hasStarted ? (tradeEditor.kind ?? "live") : "edit";
	const isTrading = isTradeMode(mode);
	const isFutureRound = mode === "plan" && tradeEditor.roundId !== current?.id;
	const plannedRound = isFutureRound ? findRound(rounds, tradeEditor.roundId) : undefined;
	return {
		season,
		lineup: isTrading ? getTradedLineup(tradeEditor) : hasStarted ? live.lineup : editor.lineup,
		bank: isTrading ? tradeEditor.preview.bank : hasStarted ? savedBank : editor.bank,
		mode,
		stat,
		hasPrices,
		isLocked: isFutureRound ? () => false : editor.isLocked,
		fixtureRound: isFutureRound ? plannedRound : current,
		plannedRound,
		getCost: isFutureRound ? createPriceProjection(season, tradeEditor.roundId) : ({ cost }) => cost,
		trade: hasStarted ? tradeEditor.tradeContext : null,
	};
}

function useTrades(live: LiveActions, season: Season, now: SeasonTime, hasTrades: boolean) {
	const { rules, lookup: getPlayer, rounds } = season;
	const saved = useSavedTrades(hasTrades);
	const seasonContext = useMemo(() => ({ rules, getPlayer, rounds, now }), [rules, getPlayer, rounds, now]);
	const { team: liveTeam, lineup: liveLineup } = live;
	const startedTeam = useMemo(
		() => getStartedTeamState({ team: liveTeam, lineup: liveLineup }, saved.trades, rules),
		[liveTeam, liveLineup, saved.trades, rules],
	);
	return { startedTeam, tradeEditor: useTradeEditor(startedTeam, saved.trades, season, seasonContext, live.team) };
}

/** The shown line-up with the scores of the round that is being played. */
function useShownLineup(sources: ViewSources, team: Team, now: SeasonTime) {
	const { season } = sources;
	const context = buildViewContext(sources);
	const { lineup } = context;
	const round = context.plannedRound ? null : findScoredRound(season, team.isComplete ? team.startRoundId : null, now);
	const score = useMemo(() => (round ? computeTeamScore(lineup, round, season) : null), [lineup, round, season]);
	return { context, round, score, slots: buildSlotViews(lineup, context, { round, score }) };
}

/** What the actions of a player depend on; a draft team has neither trades nor instructions, and keeps its players. */
const buildActionContext = (
	{ season, mode }: ViewContext,
	{
		team,
		draft,
		editor,
		live,
		tradeEditor,
	}: Pick<ViewSources, "editor" | "live" | "tradeEditor"> & Pick<Board, "team" | "draft">,
) => ({
	season,
	isLocked: editor.isLocked,
	mode,
	lineup: editor.isEditable ? editor.lineup : live.lineup,
	canChangeTrade: (id: number) => tradeEditor.findChangeableTrade(id) !== undefined,
	canInstruct: season.rules.instructions.isAllowed && team.isComplete && draft === null,
	isOwned: draft !== null,
	canTradeOut: tradeEditor.tradeContext.canAddTrade || tradeEditor.tradeContext.needsOutgoing,
});

interface PoolPlace {
	readonly open: (slot: Slot | null) => void;
	readonly close: () => void;
	/** Drops a player of a draft team. */
	readonly drop?: (id: PlayerId, slot: Slot) => void;
}

/**
 * State and actions of a team screen.
 *
 * @param draft the team as its draft league has it; null for the classic team
 */
export function useBoard(team: Team, season: Season, pool: PoolPlace, draft: DraftTeamRound | null = null): Board {
	const { current } = season;
	const now = useSeasonNow((time) => (current ? getNextLockTime(current, time) : null));
	const editor = useTeamEditor(team, season, now, draft?.playerIds);
	const live = useLiveActions(team, season);
	const { startedTeam, tradeEditor } = useTrades(live, season, now, team.isComplete && draft === null);
	const filters = useFilterStore();
	const chosenStat = useFilter(filters, (filter) => filter.stat);
	const stat = draft && chosenStat === "cost" ? "avgPoints" : chosenStat;
	const [slotToFill, setSlotState] = useState<Slot | null>(null);
	const [selected] = useState(() => createStore<SelectedPlayer | null>(null));

	const { t } = useTranslation();
	const lockCheck = useLockCheck();
	const showEditToast = useEditToast(editor.edited);
	const hasStarted = !editor.isEditable;
	const { context, round, score, slots } = useShownLineup(
		{ season, editor, live, tradeEditor, savedBank: startedTeam.bank, stat, hasPrices: draft === null },
		team,
		now,
	);
	const { mode, lineup, bank } = context;
	const actionContext = buildActionContext(context, { team, draft, editor, live, tradeEditor });
	const setSlotToFill = (slot: Slot | null) => {
		setSlotState(slot);
		if (slot) filters.change({ position: slot.line ?? null });
	};
	const board: Board = {
		team: live.team,
		draft,
		season,
		now,
		mode,
		editor,
		live,
		lineup,
		bank,
		context,
		slots,
		round,
		score,
		filters,
		tradeEditor: hasStarted && team.isComplete ? tradeEditor : null,
		slotToFill,
		slotToFillKey: slotToFill ? getSlotKey(slotToFill) : null,
		setSlotToFill,
		openPool: pool.open,
		closePool: pool.close,
		dropPlayer: pool.drop ?? (() => undefined),
		openInstruction: lockCheck.openInstruction,
		openChange: lockCheck.openChange,
		selected,
		listTargets: ({ id, fromKey }) =>
			fromKey === null
				? listPoolTargets(id, slots, { season, mode, trade: context.trade })
				: listSwapTargets(id, slots, actionContext),
		select: selected.set,
		clearSelection: () => selected.set(null),
		placeInSlot: (to) => {
			placeSelection(board, to);
			selected.set(null);
		},
		getActions: (view) => listSlotActions(view, actionContext),
		runAction: (view, action) => runSlotAction(board, view, action),
		runPoolAction: (id, action) => {
			if (action === "add" && isUtilityFiller(board, id))
				showEditToast({
					text: t("team.addedToUtility", { name: season.getPlayerName(id) }),
					action: { label: t("team.undo"), onPress: () => editor.returnTo(editor.edited) },
				});
			runPoolAction(board, id, action);
		},
	};
	return board;
}
