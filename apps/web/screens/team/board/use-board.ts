import type { Team } from "@first-bounce/contract/team";
import type { Slot } from "@first-bounce/rules/lineup/lineup";
import { nextLockAt } from "@first-bounce/rules/lockout/lockout";
import type { Round } from "@first-bounce/rules/round";
import type { TeamScore } from "@first-bounce/rules/scoring/score-lineup";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { tell } from "../../../components/toast/toasts.tsx";
import { useSeasonNow } from "../../../live/season-clock.ts";
import { OPEN_FILTER, type PoolFilter } from "../../../players/player-filter.ts";
import { teamScore } from "../../../players/team-score.ts";
import { type TeamEditor, useTeamEditor } from "../editor/use-team-editor.ts";
import type { ViewContext } from "../model/player-view.ts";
import { roundOnShow } from "../model/round-score.ts";
import { type SlotAction, slotActions, swapTargets } from "../model/slot-actions.ts";
import { type SlotView, slotKey, slotViews } from "../model/slot-view.ts";

/** The team screen as a whole: the team being edited, what is shown of it, and what is being done to it. */
export interface Board {
	readonly team: Team;
	readonly season: Season;
	readonly editor: TeamEditor;
	readonly context: ViewContext;
	readonly slots: readonly SlotView[];
	/** The round whose scores are on the cards, and the team's score in it. */
	readonly round: Round | null;
	readonly score: TeamScore | null;
	readonly filter: PoolFilter;
	readonly setFilter: (filter: PoolFilter) => void;
	/** The empty place that the pool is to fill. */
	readonly wanted: Slot | null;
	readonly wantedKey: string | null;
	readonly want: (view: SlotView) => void;
	readonly add: (id: number) => void;
	readonly removePlayer: (id: number) => void;
	readonly swap: { readonly from: SlotView; readonly targets: ReadonlySet<string> } | null;
	readonly finishSwap: (to: SlotView) => void;
	readonly cancelSwap: () => void;
	readonly actionsOf: (view: SlotView) => readonly SlotAction[];
	readonly act: (view: SlotView, action: SlotAction) => void;
}

export function useBoard(team: Team, season: Season, openPool: () => void): Board {
	const { t } = useTranslation();
	const { current } = season;
	const now = useSeasonNow((time) => (current ? nextLockAt(current, time) : null));
	const editor = useTeamEditor(team, season, now);
	const [filter, setFilter] = useState<PoolFilter>(OPEN_FILTER);
	const [wanted, setWanted] = useState<Slot | null>(null);
	const [swapFrom, setSwapFrom] = useState<string | null>(null);

	const { lineup, bank, isEditable, isLocked } = editor;
	const context: ViewContext = { season, lineup, bank, isLocked, isEditable, stat: filter.stat };
	const round = roundOnShow(season, team.isComplete ? team.startRoundId : null, now);
	const score = useMemo(() => (round ? teamScore(lineup, round, season) : null), [lineup, round, season]);
	const slots = slotViews(lineup, context, round, score);
	const circumstances = { lineup, season, isLocked, isEditable };
	const from = slots.find((view) => view.key === swapFrom && view.player !== null);

	const aim = (slot: Slot | null) => {
		setWanted(slot);
		setFilter((before) => ({ ...before, position: slot ? slot.line : before.position }));
	};
	const act = (view: SlotView, action: SlotAction) => {
		const id = view.player?.entry.id ?? 0;
		if (action === "captain" || action === "viceCaptain") editor.giveRole(action, id);
		else if (action === "swap") setSwapFrom(view.key);
		else if (action === "remove") {
			editor.remove(view.slot);
			aim(view.slot);
		} else editor.toggleEmergency(id);
	};
	return {
		team,
		season,
		editor,
		context,
		slots,
		round,
		score,
		filter,
		setFilter,
		wanted,
		wantedKey: wanted ? slotKey(wanted) : null,
		want: (view) => {
			aim(view.slot);
			openPool();
		},
		add: (id) => {
			editor.add(id, wanted);
			setWanted(null);
		},
		removePlayer: (id) => {
			const view = slots.find((each) => each.player?.entry.id === id);
			if (view) editor.remove(view.slot);
		},
		swap: from ? { from, targets: swapTargets(from, circumstances) } : null,
		finishSwap: (to) => {
			if (!from) return;
			editor.exchange(from.slot, to.slot);
			setSwapFrom(null);
			if (from.player && to.player)
				tell({ tone: "good", text: t("team.swapped", { one: from.player.name, other: to.player.name }) });
		},
		cancelSwap: () => setSwapFrom(null),
		actionsOf: (view) => slotActions(view, circumstances),
		act,
	};
}
