import { playDemoRound, showClock } from "@first-bounce/contract/clock";
import type { Team } from "@first-bounce/contract/team/team";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { callKey, useCallMutation } from "../../../../api/use-call.ts";
import { registerBottomBar } from "../../../../components/bottom-bar/bottom-bar.ts";
import { Button } from "../../../../components/button/button.tsx";
import { SelectChip } from "../../../../components/select/select-chip.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import { useRoundLabel } from "../../../../i18n/use-round-label.ts";
import { useSeasonTimer } from "../../../../live/season-clock.ts";
import { ShareSnapshotButton } from "../../../../sharing/share-snapshot-button.tsx";
import { getRoundToShare } from "../../../../sharing/share-url.ts";
import { useSelectedRound } from "../../rounds/use-selected-round.ts";
import type { Board } from "../state/board.ts";
import { useEditToast } from "../state/use-edit-toast.ts";
import { type Selection, useSelection } from "../state/use-selection.ts";
import styles from "./toolbar.module.css";
import { ViewSwitch } from "./view-switch.tsx";

/** Switches between the rounds that this team has played. */
export const RoundSwitcher = ({ team, season }: { readonly team: Team; readonly season: Season }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { roundId, choose } = useSelectedRound(team, season);
	const { current, rounds, rules } = season;
	if (!current || team.startRoundId === null || team.startRoundId >= current.id) return null;
	const start = team.startRoundId;
	const choices = rounds
		.filter(({ id }) => id >= start && id <= current.id)
		.map(({ id }) => ({ value: id, label: formatRoundLabel(id, rules) }))
		.reverse();
	return (
		<SelectChip label={t("team.roundSwitcher")} variant="plain" value={roundId} choices={choices} onChange={choose} />
	);
};

/** Starts the next round of the demo, which every manager may do. */
export const PlayButton = ({ variant }: { readonly variant: "main" | "plain" }) => {
	const { t } = useTranslation();
	const timer = useSeasonTimer();
	const queryClient = useQueryClient();
	const play = useCallMutation(playDemoRound, {
		meta: { hasInlineError: true },
		onSuccess: (clock) => queryClient.setQueryData(callKey(showClock, {}), clock),
		onError: (error) => showToast({ tone: "bad", text: getErrorMessage(error, t) }),
	});
	const isPlaying = timer.playingRoundId !== null;
	return (
		<Button
			variant={isPlaying ? "plain" : variant}
			icon="play"
			isCompact={variant === "plain"}
			isDisabled={isPlaying || play.isPending}
			onPress={() => play.mutate({})}
		>
			{isPlaying ? t("team.playing") : t("team.play")}
		</Button>
	);
};

const isTyping = (target: EventTarget | null): boolean =>
	target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Ctrl/Cmd+Z undoes and Ctrl/Cmd+Shift+Z redoes, except in text fields and while a player is being moved. */
function useUndoKeys({ editor: { undo, redo }, selected }: Board): void {
	const onKey = useEffectEvent((event: KeyboardEvent) => {
		if (selected.get() !== null) return;
		if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || isTyping(event.target)) return;
		event.preventDefault();
		(event.shiftKey ? redo : undo)?.();
	});
	useEffect(() => {
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, []);
}

interface Props {
	readonly board: Board;
	readonly isPastRound: boolean;
	/** The empty team prompt already offers to autofill. */
	readonly isPromptShown: boolean;
	readonly isFilling: boolean;
	readonly onFill: () => void;
}

/** Undo and redo, by button and key. */
export const UndoButtons = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { editor } = board;
	useUndoKeys(board);
	if (!editor.undo && !editor.redo) return null;
	return (
		<div className={styles.history}>
			<Button icon="undo" isIcon isDisabled={!editor.undo} onPress={() => editor.undo?.()}>
				{t("team.undo")}
			</Button>
			<Button icon="redo" isIcon isDisabled={!editor.redo} onPress={() => editor.redo?.()}>
				{t("team.redo")}
			</Button>
		</div>
	);
};

/** Undo, redo, clear and autofill. */
const EditActions = ({ board, isPromptShown, isFilling, onFill }: Omit<Props, "isPastRound">) => {
	const { t } = useTranslation();
	const { editor } = board;
	const showEditToast = useEditToast(editor.edited);
	const isClearable = listPlayerIds(editor.lineup).some((id) => !editor.isLocked(id));
	const clear = () => {
		const { edited } = editor;
		editor.clear();
		showEditToast({
			text: t("team.cleared"),
			action: { label: t("team.undo"), onPress: () => editor.returnTo(edited) },
		});
	};
	return (
		<>
			<UndoButtons board={board} />
			{isClearable ? (
				<Button icon="trash" isCompact isDisabled={isFilling} onPress={clear}>
					{t("team.clear")}
				</Button>
			) : null}
			{editor.emptySlots.length === 0 || isPromptShown ? null : (
				<Button icon="wand" variant="main" isDisabled={isFilling} onPress={onFill}>
					{t("team.autofill")}
				</Button>
			)}
		</>
	);
};

const TradeActions = ({ board }: Pick<Props, "board">) => {
	const { t } = useTranslation();
	const { tradeEditor } = board;
	if (!tradeEditor || board.mode === "read") return null;
	return (
		<>
			<Button
				icon="plan"
				isCompact
				isPressed={tradeEditor.kind === "plan"}
				onPress={() => tradeEditor.setKind(tradeEditor.kind === "plan" ? null : "plan")}
			>
				{t("plan.short")}
			</Button>
			<Button
				variant="main"
				icon="trade"
				isPressed={tradeEditor.kind === "trade"}
				onPress={() => tradeEditor.setKind(tradeEditor.kind === "trade" ? null : "trade")}
			>
				{t(tradeEditor.kind === "trade" ? "trade.leave" : "trade.open")}
			</Button>
		</>
	);
};

const PHONE = "(max-width: 47.9375em)";

interface SelectionBarProps {
	readonly selection: Selection;
	readonly onCancel: Board["clearSelection"];
}

/** Names the player being moved, and on a phone scrolls to where she can go. The button and Escape cancel. */
export const SelectionBar = ({ selection, onCancel }: SelectionBarProps) => {
	const { t } = useTranslation();
	// On a phone the bar is at the bottom, below the toasts.
	const [isAtBottom] = useState(() => matchMedia(PHONE).matches);
	const cancel = useEffectEvent(onCancel);
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key === "Escape") cancel();
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, []);
	useEffect(() => {
		if (!isAtBottom) return;
		[...document.querySelectorAll("[data-target]")].at(-1)?.scrollIntoView({ block: "nearest" });
	}, [isAtBottom]);
	const textKey = selection.fromKey === null ? "team.placing" : "team.swapping";
	return (
		<div ref={isAtBottom ? registerBottomBar : undefined} className={styles.bar} role="status">
			<b>{t(textKey, { name: selection.name })}</b>
			<Button onPress={onCancel}>{t("team.swapCancel")}</Button>
		</div>
	);
};

/**
 * Holds the toolbar, on a phone at the bottom of the window. While a player is being moved, the selection bar covers it without
 * shifting the page.
 */
export const ToolbarRow = ({ board, children }: { readonly board: Board; readonly children: ReactNode }) => {
	const selection = useSelection(board);
	return (
		<>
			{selection ? <SelectionBar selection={selection} onCancel={board.clearSelection} /> : null}
			<div ref={registerBottomBar} className={styles.toolbar} data-docked data-hidden={selection !== null || undefined}>
				{children}
			</div>
		</>
	);
};

export const ToolbarActions = ({ children }: { readonly children: ReactNode }) => (
	<div className={styles.actions}>{children}</div>
);

/** Actions on the whole team. */
export const Toolbar = (props: Props) => {
	const { isDemo } = useSeasonTimer();
	const { board, isPastRound } = props;
	const { editor, team, season } = board;
	const canPlayRound =
		isDemo &&
		!isPastRound &&
		team.isComplete &&
		editor.emptySlots.length === 0 &&
		season.current?.status !== "complete";
	return (
		<>
			<ViewSwitch only="wide" />
			<RoundSwitcher team={team} season={season} />
			<ToolbarActions>
				{board.mode === "edit" ? <EditActions {...props} /> : <TradeActions board={board} />}
				{team.isComplete ? (
					<ShareSnapshotButton
						target={{ type: "team", roundId: getRoundToShare(team, season) }}
						teamName={team.teamName}
					/>
				) : null}
				{canPlayRound ? <PlayButton variant={board.mode === "edit" ? "main" : "plain"} /> : null}
			</ToolbarActions>
		</>
	);
};
