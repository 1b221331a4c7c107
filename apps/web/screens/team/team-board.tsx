import type { ShownTeam, Team } from "@first-bounce/contract/team/team";
import type { Round } from "@first-bounce/rules/round/round";
import {
	type ComponentProps,
	memo,
	type ReactNode,
	Suspense,
	useDeferredValue,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { Dialog } from "../../components/dialog/dialog.tsx";
import { useFocusRestore } from "../../components/focus/use-focus-restore.ts";
import { showToast } from "../../components/toast/toasts.tsx";
import { useMedia } from "../../live/use-media.ts";
import { useStore } from "../../players/create-store.ts";
import { ShareSnapshotDialog } from "../../sharing/share-snapshot-dialog.tsx";
import { getRoundToShare } from "../../sharing/share-url.ts";
import { lazyPart } from "../../upgrade/lazy-part.ts";
import { PastRoundHeader, TeamHeader } from "./board/header/team-header.tsx";
import { Toolbar, ToolbarRow } from "./board/header/toolbar.tsx";
import type { Board } from "./board/state/board.ts";
import { useBoard } from "./board/state/use-board.ts";
import { TeamDisplay } from "./board/team-display.tsx";
import { useAutofill } from "./editor/use-autofill.ts";
import { useAutosave, useBaseVersion } from "./editor/use-autosave.ts";
import { useStoreUnsavedChanges } from "./editor/use-store-unsaved-changes.ts";
import { LockCheckDialogs } from "./lock-check/lock-check-dialogs.tsx";
import { parseActionState } from "./player-actions/player-action.ts";
import { RequestedActionDialog } from "./player-actions/requested-action.tsx";
import { PoolPanel } from "./pool/pool-panel.tsx";
import { focusPoolSearch, usePoolSheet } from "./pool/use-pool-sheet.ts";
import { isResultDismissed } from "./rounds/dismissed-result.ts";
import { PastRound } from "./rounds/past-round.tsx";
import { useSelectedRound } from "./rounds/use-selected-round.ts";
import { SeasonSummary } from "./season-summary.tsx";
import { StatusStrip } from "./status/status-strip.tsx";
import { SwapOffer } from "./swap-offer/swap-offer.tsx";
import styles from "./team-screen.module.css";
import { TradeBar } from "./trade/trade-bar.tsx";
import { TradesPanel } from "./trade/trades-panel.tsx";

const MatchStrip = lazyPart(async () => (await import("./status/match-strip.tsx")).MatchStrip);
const LiveStanding = lazyPart(async () => (await import("./status/live-standing.tsx")).LiveStanding);
const ResultCard = lazyPart(async () => (await import("./rounds/result-card.tsx")).ResultCard);
const CoachPanel = lazyPart(async () => (await import("./coach/coach-panel.tsx")).CoachPanel);

/** Wide enough for the pool beside the ground. */
const WIDE_SCREEN = "(min-width: 62.5em)";

/**
 * Opens the pool after a link from the stats centre, and trades too if the team has started. A link with an action shows
 * the team instead, where the action is prepared.
 */
function useOpenFromStatsCentre(openPool: () => void, openTrades: (() => void) | undefined): void {
	const [search] = useSearchParams();
	const { state } = useLocation();
	const open = useEffectEvent(() => {
		if (parseActionState(state)) return;
		openPool();
		openTrades?.();
	});
	const isFromStatsCentre = search.get("from") === "stats-center";
	useEffect(() => {
		if (isFromStatsCentre) open();
	}, [isFromStatsCentre]);
}

/** The screen, which restores a lost focus after each change of the team or the selection. */
const Screen = ({
	board,
	hasBar,
	children,
}: {
	readonly board: Board;
	readonly hasBar: boolean;
	readonly children: ReactNode;
}) => {
	useStore(board.selected);
	const focusProps = useFocusRestore<HTMLDivElement>();
	return (
		<div {...focusProps} className={styles.screen} data-bar={hasBar || undefined}>
			{children}
		</div>
	);
};

/** Parts of the screen whose content does not change while `isPending`. */
const Postponed = memo(
	({ children }: { readonly isPending: boolean; readonly children: ReactNode }) => children,
	(_, next) => next.isPending,
);

/**
 * The round whose result the screen shows: the past round, else the newest published one until the next one plays. Null if
 * the team has not played it.
 */
function findResultRound(team: Team, season: Season, pastRound: Round | null): number | null {
	const newest = season.current?.status === "playing" ? undefined : season.rounds.findLast(isComplete);
	const id = (pastRound ?? newest)?.id;
	return id !== undefined && team.scoreflow[String(id)] !== undefined ? id : null;
}
const isComplete = ({ status }: Round): boolean => status === "complete";

/** The card of a result, with its height reserved while it loads; nothing if it was dismissed. */
const LazyResultCard = (props: ComponentProps<typeof ResultCard>) =>
	props.isDismissible && isResultDismissed(props.teamId, props.roundId) ? null : (
		<Suspense fallback={<div className={styles.result} />}>
			<ResultCard {...props} />
		</Suspense>
	);

/** The strip of live matches, with its height reserved while it loads. */
const LazyMatchStrip = ({ season }: { readonly season: Season }) => (
	<div className={styles.matchStripPlace}>
		<Suspense>
			<MatchStrip season={season} />
		</Suspense>
	</div>
);

/** The team screen with its data loaded. */
export const TeamBoard = ({ shown, season }: { readonly shown: ShownTeam; readonly season: Season }) => {
	const { t } = useTranslation();
	const { team, rollbackAvailable } = shown;
	const isWide = useMedia(WIDE_SCREEN);
	const sheet = usePoolSheet();
	const [isBuilding, setBuilding] = useState(false);
	const aside = useRef<HTMLElement>(null);
	const openPool = () => (isWide ? focusPoolSearch(aside.current) : sheet.show(true));
	const board = useBoard(team, season, openPool, () => (isWide ? undefined : sheet.show(false)));
	const { editor, tradeEditor, mode } = board;
	const { pastRound } = useSelectedRound(team, season);
	const baseVersion = useBaseVersion(team, editor.isDirty);
	const onStale = (saved: Team) => {
		editor.replaceWithSaved(saved);
		const toast = { tone: "bad", text: t("team.reloaded") } as const;
		const restore = { label: t("team.restoreChanges"), onPress: editor.restoreReplaced };
		showToast(editor.isDirty ? { ...toast, action: restore } : toast);
	};
	const candidate = mode === "edit" ? editor.candidate : null;
	const save = useAutosave({ baseVersion, candidate, onSaved: editor.setSaved, onStale });
	const autofill = useAutofill(board, baseVersion, onStale);
	useStoreUnsavedChanges(board, baseVersion);
	useOpenFromStatsCentre(openPool, tradeEditor ? () => tradeEditor.setKind("trade") : undefined);
	const slotCounts = Object.values(season.rules.field).concat(Object.values(season.rules.bench));
	const isEmptyTeam = editor.emptySlots.length > slotCounts.reduce((sum, count) => sum + count, 0);
	const isPromptShown = isEmptyTeam && !isBuilding && mode === "edit";
	const pool = (
		<PoolPanel
			board={{
				...(pastRound ? { ...board, mode: "read", context: { ...board.context, mode: "read" } } : board),
				runPoolAction: (id, action) => {
					board.runPoolAction(id, action);
					const isSlotFilled =
						action === "trade-in"
							? (tradeEditor?.tradeContext.needsIncoming ?? false)
							: action === "add" && board.slotToFill;
					if (isSlotFilled && !isWide) sheet.show(false);
				},
			}}
		/>
	);
	// The ground is rendered first, the pool and the summary right after.
	const isAsideReady = useDeferredValue(true, false);
	// A press on Trade or Plan shows the panel first, and updates everything else that depends on the mode right after.
	const isModePending = useDeferredValue(mode) !== mode;
	// While matches are played their scores are above the ground.
	const isRoundPlaying = season.current?.status === "playing";
	const resultRound = findResultRound(team, season, pastRound);
	const hasLocalTrades = tradeEditor?.kind === "trade" && tradeEditor.trades.length > 0;
	const panel = tradeEditor?.kind && !pastRound ? { board, tradeEditor, rollbackAvailable } : null;
	return (
		<Screen board={board} hasBar={panel !== null && !isWide}>
			<div className={styles.main} data-unsaved={hasLocalTrades || undefined}>
				<Postponed isPending={isModePending}>
					{pastRound ? <PastRoundHeader board={board} round={pastRound} /> : <TeamHeader board={board} save={save} />}
				</Postponed>
				<ToolbarRow board={board}>
					<Toolbar
						board={pastRound ? { ...board, mode: "read" } : board}
						isPastRound={pastRound !== null}
						isPromptShown={isPromptShown}
						isFilling={autofill.isFilling}
						onFill={autofill.fill}
					/>
				</ToolbarRow>
				<Postponed isPending={isModePending}>
					{resultRound === null ? null : (
						<LazyResultCard
							key={resultRound}
							teamId={team.id}
							roundId={resultRound}
							points={team.scoreflow[String(resultRound)] ?? 0}
							season={season}
							isDismissible={pastRound === null}
						/>
					)}
					{pastRound ? (
						<PastRound round={pastRound} season={season} stat={board.context.stat} />
					) : (
						<>
							<StatusStrip board={board} save={save} />
							{isRoundPlaying ? <LazyMatchStrip season={season} /> : null}
							<TeamDisplay board={board} autofill={isPromptShown ? autofill : null} onBuild={() => setBuilding(true)} />
							{isRoundPlaying ? null : <LazyMatchStrip season={season} />}
							{isAsideReady && isRoundPlaying && board.round && team.isComplete ? (
								<Suspense>
									<LiveStanding board={board} round={board.round} />
								</Suspense>
							) : null}
							{isAsideReady ? (
								<>
									<Suspense>
										<CoachPanel board={board} />
									</Suspense>
									<SeasonSummary team={team} season={season} />
								</>
							) : null}
						</>
					)}
				</Postponed>
			</div>
			{isWide ? (
				<aside ref={aside} className={styles.aside} aria-label={t("pool.title")}>
					{panel ? <TradesPanel {...panel} onDone={() => undefined} /> : null}
					<Postponed isPending={isModePending}>{isAsideReady ? pool : null}</Postponed>
				</aside>
			) : (
				<Dialog variant="sheet" title={t("pool.title")} isOpen={sheet.isOpen} onClose={() => sheet.show(false)}>
					{pool}
				</Dialog>
			)}
			{panel && !isWide ? <TradeBar {...panel} /> : null}
			<Postponed isPending={isModePending}>
				{pastRound || mode === "read" ? null : <SwapOffer board={board} />}
				{pastRound ? null : <LockCheckDialogs board={board} />}
				<RequestedActionDialog board={board} />
			</Postponed>
			{autofill.isDone ? (
				<ShareSnapshotDialog
					type="team"
					roundId={getRoundToShare(team, season)}
					teamName={team.teamName}
					title={t("team.autofilled")}
					onClose={autofill.dismiss}
				/>
			) : null}
		</Screen>
	);
};
