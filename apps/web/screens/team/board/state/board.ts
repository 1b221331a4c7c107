import type { DraftTeamRound } from "@first-bounce/contract/draft/draft-lineup";
import type { Team } from "@first-bounce/contract/team/team";
import type { Dollars, PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import type { Lineup, Slot } from "@first-bounce/rules/lineup/lineup";
import type { Round } from "@first-bounce/rules/round/round";
import type { TeamScore } from "@first-bounce/rules/scoring/score-lineup";
import type { Season } from "../../../../api/season-model.ts";
import type { Store } from "../../../../components/store/store.ts";
import type { FilterStore } from "../../../../players/filters/use-filter-store.ts";
import type { LiveActions } from "../../editor/use-live-actions.ts";
import type { TeamEditor } from "../../editor/use-team-editor.ts";
import type { PoolActionKind } from "../../model/available-pool-action.ts";
import type { SlotAction } from "../../model/available-slot-actions.ts";
import type { SlotView } from "../../model/slot-view.ts";
import type { BoardMode, ViewContext } from "../../model/view-context.ts";
import type { TradeEditor } from "../../trade/use-trade-editor.ts";

/** The player being moved, selected by "Swap" or by dragging. */
export interface SelectedPlayer {
	readonly id: PlayerId;
	/** Her slot; null when she comes from the pool. */
	readonly fromKey: string | null;
}

/** State and actions of the team screen. */
export interface Board {
	readonly team: Team;
	/** The team as its draft league has it; null for the classic team. */
	readonly draft: DraftTeamRound | null;
	readonly season: Season;
	readonly now: SeasonTime;
	readonly mode: BoardMode;
	readonly editor: TeamEditor;
	readonly live: LiveActions;
	/** Null until the team has started. */
	readonly tradeEditor: TradeEditor | null;
	readonly lineup: Lineup;
	readonly bank: Dollars;
	readonly context: ViewContext;
	readonly slots: readonly SlotView[];
	/** The round whose scores are shown on the cards, and the team's score in it. */
	readonly round: Round | null;
	readonly score: TeamScore | null;
	readonly filters: FilterStore;
	/** The slot that the next player added from the pool takes. */
	readonly slotToFill: Slot | null;
	readonly slotToFillKey: string | null;
	readonly setSlotToFill: (slot: Slot | null) => void;
	/** Shows the players who may fill a slot; null for any. */
	readonly openPool: (slot: Slot | null) => void;
	/** Asks whether to drop a player of a draft team, who is in a slot. */
	readonly dropPlayer: (id: PlayerId, slot: Slot) => void;
	readonly closePool: () => void;
	/** Opens the form of an instruction for a player. */
	readonly openInstruction: (id: PlayerId) => void;
	/** Opens the change of a saved trade. */
	readonly openChange: (tradeId: number) => void;
	/** The player being moved. Components read it with `useSelection`. */
	readonly selected: Store<SelectedPlayer | null>;
	/** Keys of the slots that a player can be moved to. */
	readonly listTargets: (selected: SelectedPlayer) => ReadonlySet<string>;
	readonly select: (selected: SelectedPlayer) => void;
	readonly clearSelection: () => void;
	/** Moves the selected player to a slot. */
	readonly placeInSlot: (to: SlotView) => void;
	readonly getActions: (view: SlotView) => readonly SlotAction[];
	readonly runAction: (view: SlotView, action: SlotAction) => void;
	readonly runPoolAction: (id: PlayerId, action: PoolActionKind) => void;
}
