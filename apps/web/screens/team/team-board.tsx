import type { ShownTeam, Team } from "@first-bounce/contract/team/team";
import { isSeasonComplete, type Round } from "@first-bounce/rules/round/round";
import {
	type ComponentProps,
	memo,
	type ReactNode,
	Suspense,
	useDeferredValue,
	useEffect,
	useEffectEvent,
	useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { Dialog } from "../../components/dialog/dialog.tsx";
import { useKeepTeamPage } from "../../offline/use-keep-team-page.ts";
import { ShareSnapshotDialog } from "../../sharing/share-snapshot-dialog.tsx";
import { getRoundToShare } from "../../sharing/share-url.ts";
import { lazyPart } from "../../upgrade/lazy-part.ts";
import { PastRoundHeader, TeamHeader } from "./board/header/team-header.tsx";
import { Toolbar, ToolbarRow } from "./board/header/toolbar.tsx";
import type { Board } from "./board/state/board.ts";
import { useBoard } from "./board/state/use-board.ts";
import { TeamDisplay } from "./board/team-display.tsx";
import { type Autofill, useAutofill } from "./editor/use-autofill.ts";
import type { SaveState } from "./editor/use-autosave.ts";
import { useSaves } from "./editor/use-saves.ts";
import { LockCheckDialogs } from "./lock-check/lock-check-dialogs.tsx";
import { parseActionState } from "./player-actions/player-action.ts";
import { RequestedActionDialog } from "./player-actions/requested-action.tsx";
import { TeamPool, useAllPlayersLink, usePoolPlace } from "./pool/team-pool.tsx";
import { isResultDismissed } from "./rounds/dismissed-result.ts";
import { PastRound } from "./rounds/history-board.tsx";
import { findResultRoundId, useSelectedRound } from "./rounds/use-selected-round.ts";
import { SeasonResult, SeasonSummary } from "./season-summary.tsx";
import { StatusStrip } from "./status/status-strip.tsx";
import { SwapOffer } from "./swap-offer/swap-offer.tsx";
import { LazyMatchStrip, Screen } from "./team-frame.tsx";
import styles from "./team-screen.module.css";
import { ConfirmTrades } from "./trade/confirm-trades.tsx";
import { TradeBar } from "./trade/trade-bar.tsx";
import { TradesPanel } from "./trade/trades-panel.tsx";

const LiveStanding = lazyPart(async () => (await import("./status/live-standing.tsx")).LiveStanding);
const ResultCard = lazyPart(async () => (await import("./rounds/result-card.tsx")).ResultCard);
const CoachPanel = lazyPart(async () => (await import("./coach/coach-panel.tsx")).CoachPanel);

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

/** Parts of the screen whose content does not change while `isPending`. */
const Postponed = memo(
	({ children }: { readonly isPending: boolean; readonly children: ReactNode }) => children,
	(_, next) => next.isPending,
);

/** The card of a result, with its height reserved while it loads; nothing if it was dismissed. */
const LazyResultCard = (props: ComponentProps<typeof ResultCard>) =>
	props.isDismissible && isResultDismissed(props.teamId, props.roundId) ? null : (
		<Suspense fallback={<div className={styles.result} data-part="result" />}>
			<ResultCard {...props} />
		</Suspense>
	);

interface ContentProps {
	readonly board: Board;
	readonly team: Team;
	readonly pastRound: Round | null;
	readonly save: SaveState;
	/** Null once the team has players. */
	readonly autofill: Autofill | null;
	readonly onBuild: () => void;
	/** Whether the parts below the ground are rendered already. */
	readonly hasLowerParts: boolean;
}

/** The result of the last round, and below it the team or a past round. */
const Content = ({ board, team, pastRound, save, autofill, onBuild, hasLowerParts }: ContentProps) => {
	const { season } = board;
	// While matches are played their scores are above the ground.
	const isRoundPlaying = season.current?.status === "playing";
	const resultRoundId = findResultRoundId(team, season, pastRound);
	const result =
		resultRoundId === null ? null : (
			<LazyResultCard
				key={resultRoundId}
				teamId={team.id}
				roundId={resultRoundId}
				points={team.scoreflow[String(resultRoundId)] ?? 0}
				season={season}
				isDismissible={pastRound === null}
			/>
		);
	if (pastRound)
		return (
			<>
				{result}
				<PastRound round={pastRound} season={season} stat={board.context.stat} />
			</>
		);
	return (
		<>
			{isSeasonComplete(season.rounds) ? <SeasonResult team={team} /> : null}
			{result}
			<StatusStrip board={board} save={save} />
			{isRoundPlaying ? <LazyMatchStrip season={season} isAboveTeam /> : null}
			<TeamDisplay board={board} autofill={autofill} onBuild={onBuild} />
			<div className={styles.below}>
				{isRoundPlaying ? null : <LazyMatchStrip season={season} />}
				{hasLowerParts && isRoundPlaying && board.round && team.isComplete ? (
					<Suspense>
						<LiveStanding board={board} round={board.round} />
					</Suspense>
				) : null}
				{hasLowerParts ? (
					<>
						<Suspense>
							<CoachPanel board={board} />
						</Suspense>
						<SeasonSummary team={team} season={season} />
					</>
				) : null}
			</div>
		</>
	);
};

/** On a phone, a single trade is reviewed as soon as it is complete; several are reviewed together, from the trades panel. */
function useTradeReview({ tradeEditor }: Board, closePool: () => void, isWide: boolean) {
	const [isReviewing, setReviewing] = useState(false);
	const onFill = (filled: "slot" | "trade") => {
		closePool();
		const isOnly = tradeEditor?.kind === "trade" && tradeEditor.trades.length === 1;
		if (filled === "trade" && !isWide && isOnly) setReviewing(true);
	};
	return { isReviewing, endReview: () => setReviewing(false), onFill };
}

const ShareTeam = ({
	team,
	season,
	onClose,
}: Pick<ContentProps, "team"> & Pick<Board, "season"> & { onClose: () => void }) => {
	const { t } = useTranslation();
	return (
		<ShareSnapshotDialog
			target={{ type: "team", roundId: getRoundToShare(team, season) }}
			teamName={team.teamName}
			title={t("team.autofilled")}
			onClose={onClose}
		/>
	);
};

interface TeamBoardProps {
	readonly shown: ShownTeam;
	readonly season: Season;
	/** When the oldest data of the page was received, in wall milliseconds; null if the page is not kept for the next visit. */
	readonly receivedAt?: number | null;
}

/** The team screen with its data loaded. */
export const TeamBoard = ({ shown, season, receivedAt = null }: TeamBoardProps) => {
	const { t } = useTranslation();
	const { team, rollbackAvailable } = shown;
	const { isWide, sheet, aside, ...place } = usePoolPlace();
	const [isBuilding, setBuilding] = useState(false);
	const board = useBoard(team, season, place);
	const { tradeEditor, mode } = board;
	const { pastRound } = useSelectedRound(team, season);
	const { save, baseVersion, onStale } = useSaves(board, team);
	const autofill = useAutofill(board, baseVersion, onStale);
	useAllPlayersLink(board);
	useOpenFromStatsCentre(place.open, tradeEditor ? () => tradeEditor.setKind("trade") : undefined);
	const hasNoPlayer = board.editor.emptySlots.length === board.slots.length;
	const isPromptShown = hasNoPlayer && !isBuilding && mode === "edit";
	// The ground is rendered first, the pool and the parts below the ground right after.
	const isLaterPartShown = useDeferredValue(true, false);
	// A press on Trade or Plan shows the panel first, and updates everything else that depends on the mode right after.
	const isModePending = useDeferredValue(mode) !== mode;
	const hasLocalTrades = tradeEditor?.kind === "trade" && tradeEditor.trades.length > 0;
	const panel = tradeEditor?.kind && !pastRound ? { board, tradeEditor, rollbackAvailable } : null;
	const { isReviewing, endReview, onFill } = useTradeReview(board, place.close, isWide);
	useKeepTeamPage(panel || pastRound ? null : receivedAt, team.version);
	const pool = <TeamPool board={board} isPastRound={pastRound !== null} onFill={onFill} />;
	return (
		<Screen board={board} hasBar={panel !== null && !isWide}>
			<div className={styles.main} data-unsaved={hasLocalTrades || undefined}>
				<Postponed isPending={isModePending}>
					{pastRound ? <PastRoundHeader board={board} round={pastRound} /> : <TeamHeader board={board} save={save} />}
				</Postponed>
				{panel && !isWide ? null : (
					<ToolbarRow board={board}>
						<Toolbar
							board={pastRound ? { ...board, mode: "read" } : board}
							isPastRound={pastRound !== null}
							isPromptShown={isPromptShown}
							isFilling={autofill.isFilling}
							onFill={() => autofill.fill()}
						/>
					</ToolbarRow>
				)}
				<Postponed isPending={isModePending}>
					<Content
						board={board}
						team={team}
						pastRound={pastRound}
						save={save}
						autofill={isPromptShown ? autofill : null}
						onBuild={() => setBuilding(true)}
						hasLowerParts={isLaterPartShown}
					/>
				</Postponed>
			</div>
			{isWide ? (
				<aside ref={aside} className={styles.aside} aria-label={t("pool.title")}>
					{panel ? <TradesPanel {...panel} onDone={() => undefined} /> : null}
					<Postponed isPending={isModePending}>{isLaterPartShown ? pool : null}</Postponed>
				</aside>
			) : (
				<Dialog variant="sheet" title={t("pool.title")} isOpen={sheet.isOpen} onClose={() => sheet.show(false)}>
					{pool}
				</Dialog>
			)}
			{panel && !isWide ? <TradeBar {...panel} /> : null}
			{panel && isReviewing && hasLocalTrades ? (
				<ConfirmTrades
					board={board}
					tradeEditor={panel.tradeEditor}
					onClose={endReview}
					onDone={() => panel.tradeEditor.setKind(null)}
				/>
			) : null}
			<Postponed isPending={isModePending}>
				{pastRound || mode === "read" ? null : <SwapOffer board={board} />}
				{pastRound ? null : <LockCheckDialogs board={board} />}
				<RequestedActionDialog board={board} />
			</Postponed>
			{autofill.isSharing ? <ShareTeam team={team} season={season} onClose={autofill.closeSharing} /> : null}
		</Screen>
	);
};
