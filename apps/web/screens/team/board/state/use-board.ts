import type { Team } from "@first-bounce/contract/team/team";
import type { Slot } from "@first-bounce/rules/lineup/lineup";
import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { isSeasonComplete } from "@first-bounce/rules/round/rounds";
import { useMemo, useState } from "react";
import type { Season } from "../../../../api/season-model.ts";
import { useSeasonNow } from "../../../../live/season-clock.ts";
import { useFilter, useFilterStore } from "../../../../players/filters/use-filter-store.ts";
import { computeTeamScore } from "../../../../players/team-score.ts";
import { useLiveActions } from "../../editor/use-live-actions.ts";
import { useTeamEditor } from "../../editor/use-team-editor.ts";
import { useSavedTrades, useTradeDesk } from "../../editor/use-trade-desk.ts";
import type { BoardMode, ViewContext } from "../../model/player-view.ts";
import { pricesAhead } from "../../model/price-ahead.ts";
import { roundOnShow } from "../../model/round-score.ts";
import { slotActions, swapTargets } from "../../model/slot-actions.ts";
import { slotKey, slotViews } from "../../model/slot-view.ts";
import { startedState } from "../../model/team-state.ts";
import type { Board } from "./board.ts";
import { poolDeed } from "./pool-action.ts";
import { slotDeed } from "./slot-action.ts";
import { placeSelection, poolTargets, type Selection, useSelection } from "./use-selection.ts";

export function useBoard(team: Team, season: Season, openPool: () => void): Board {
	const { current, rules, lookup: players, rounds } = season;
	const now = useSeasonNow((time) => (current ? getNextLockTime(current, time) : null));
	const editor = useTeamEditor(team, season, now);
	const live = useLiveActions(team, season);
	const saved = useSavedTrades(team.isComplete);
	const game = { rules, players, rounds, now };
	const started = startedState(live, saved.trades, rules);
	const desk = useTradeDesk(started, saved.trades, season, game, live.team);
	const filters = useFilterStore();
	const stat = useFilter(filters, (filter) => filter.stat);
	const [wanted, setWanted] = useState<Slot | null>(null);
	const { selected, select, clearSelection } = useSelection();

	const { isLocked } = editor;
	const hasStarted = !editor.isEditable;
	const mode: BoardMode = isSeasonComplete(rounds) ? "read" : hasStarted ? (desk.kind ?? "live") : "edit";
	const isTrading = mode === "trade" || mode === "plan";
	const lineup = isTrading ? desk.preview.lineup : hasStarted ? live.lineup : editor.lineup;
	const bank = isTrading ? desk.preview.bank : hasStarted ? started.bank : editor.bank;
	const isAhead = mode === "plan" && desk.roundId !== current?.id;
	const context: ViewContext = {
		season,
		lineup,
		bank,
		mode,
		stat,
		isLocked: isAhead ? () => false : isLocked,
		round: isAhead ? rounds.find(({ id }) => id === desk.roundId) : current,
		costOf: isAhead ? pricesAhead(season, desk.roundId) : ({ cost }) => cost,
		trade: hasStarted ? desk.marks : null,
	};
	const round = isAhead ? null : roundOnShow(season, team.isComplete ? team.startRoundId : null, now);
	const score = useMemo(() => (round ? computeTeamScore(lineup, round, season) : null), [lineup, round, season]);
	const slots = slotViews(lineup, context, { round, score, swapKey: selected?.fromKey ?? null });
	const circumstances = {
		season,
		isLocked,
		mode,
		lineup: hasStarted ? live.lineup : editor.lineup,
		canTradeOut: desk.marks.hasSlot || desk.marks.wantsOut,
	};
	const buildSelection = (): Selection | null => {
		const player = selected ? players(selected.id) : undefined;
		if (!selected || !player) return null;
		const targets =
			selected.fromKey === null
				? poolTargets(selected.id, slots, { season, mode, trade: context.trade })
				: swapTargets(selected.id, slots, circumstances);
		return { ...selected, name: player.name, targets };
	};
	const want = (slot: Slot | null) => {
		setWanted(slot);
		if (slot?.line) filters.change({ position: slot.line });
		else if (slot) filters.change({ position: null });
	};
	const board: Board = {
		team: live.team,
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
		desk: hasStarted && team.isComplete ? desk : null,
		wanted,
		wantedKey: wanted ? slotKey(wanted) : null,
		want,
		openPool,
		selection: buildSelection(),
		select,
		clearSelection,
		placeAt: (to) => {
			placeSelection(board, to);
			clearSelection();
		},
		swapsOf: (view) => swapTargets(view.player?.entry.id ?? 0, slots, circumstances),
		actionsOf: (view) => slotActions(view, circumstances),
		act: (view, action) => slotDeed(board, view, action),
		deed: (id, deed) => poolDeed(board, id, deed),
	};
	return board;
}
