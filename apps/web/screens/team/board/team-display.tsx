import { findStartRoundId } from "@first-bounce/rules/round/round";
import { Activity, useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { usePlayerNavigation } from "../../../players/use-player-navigation.ts";
import type { Autofill } from "../editor/use-autofill.ts";
import { markInitialSwap } from "../model/slot-view.ts";
import { buildCards } from "./build-card-player.ts";
import { EmptyTeamPrompt } from "./empty-team-prompt.tsx";
import { ListActions, ListEmptySlot } from "./list-actions.tsx";
import type { Board } from "./state/board.ts";
import { useSelection } from "./state/use-selection.ts";
import styles from "./team-display.module.css";
import { TeamGround } from "./team-ground.tsx";
import { TeamList } from "./team-list.tsx";
import { TeamSlot } from "./team-slot.tsx";
import { type TeamView, useTeamView } from "./use-team-view.ts";

interface Props {
	readonly board: Board;
	/** Null once the team has players. */
	readonly autofill: Autofill | null;
	readonly onBuild: () => void;
}

/** Explains the utility during a team's first rounds. */
const UtilityBanner = ({ board }: Pick<Props, "board">) => {
	const { t } = useTranslation();
	const { current, rules } = board.season;
	const start = board.team.startRoundId;
	if (
		board.draft ||
		!current ||
		start === null ||
		current.id < start ||
		current.id >= start + rules.utilityBannerRounds
	)
		return null;
	return (
		<p className={styles.utility} role="note">
			<Icon name="info" size={15} />
			{t("team.utilityBanner")}
		</p>
	);
};

/** The text that tells a new manager that her team starts after the current round; null if it does not. */
function useStartText({ season: { current, rounds, rules }, now }: Board): string | null {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const start = findStartRoundId(rounds, now);
	if (!current || start === null || start === current.id) return null;
	return t("team.newcomerStart", {
		current: formatRoundLabel(current.id, rules),
		start: formatRoundLabel(start, rules),
	});
}

/**
 * The team as a ground or a list. On a switch, the old view is hidden first and removed afterwards, so that the new one
 * appears sooner.
 */
export const TeamDisplay = ({ board, autofill, onBuild }: Props) => {
	const { t } = useTranslation();
	const [view] = useTeamView();
	const lastView = useDeferredValue(view);
	const getMode = (candidateView: TeamView) => (candidateView === view ? "visible" : "hidden");
	const startText = useStartText(board);
	const selection = useSelection(board);
	const { open } = usePlayerNavigation();
	const slots = markInitialSwap(board.slots, selection?.fromKey ?? null);
	const cards = useMemo(() => buildCards(board.slots, board.context, t), [board.slots, board.context, t]);
	const slotProps = { board, selection, onOpenPlayer: open };
	return (
		<div className={styles.team}>
			{autofill ? (
				<EmptyTeamPrompt
					startText={startText}
					cap={board.season.rules.salaryCap}
					spots={board.slots.length}
					isFilling={autofill.isFilling}
					onFill={autofill.fill}
					onBuild={onBuild}
				/>
			) : null}
			{[view, lastView].includes("list") ? (
				<Activity mode={getMode("list")}>
					<TeamList
						slots={slots}
						cards={cards}
						stat={board.context.stat}
						renderEmpty={(slot) => <ListEmptySlot view={slot} {...slotProps} />}
						renderActions={(slot) => <ListActions view={slot} {...slotProps} />}
					/>
				</Activity>
			) : null}
			{[view, lastView].includes("field") ? (
				<Activity mode={getMode("field")}>
					<TeamGround slots={slots}>
						{(slot) => <TeamSlot view={slot} card={cards.get(slot.key)} {...slotProps} />}
					</TeamGround>
				</Activity>
			) : null}
			<UtilityBanner board={board} />
		</div>
	);
};
