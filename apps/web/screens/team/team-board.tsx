import type { ShownTeam } from "@first-bounce/contract/team/team";
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { Dialog } from "../../components/dialog/dialog.tsx";
import { useFocusRestore } from "../../components/focus/use-focus-restore.ts";
import { showToast } from "../../components/toast/toasts.tsx";
import { useMedia } from "../../live/use-media.ts";
import { getRoundToShare } from "../../sharing/get-round-to-share.ts";
import { ShareSnapshotDialog } from "../../sharing/share-snapshot-dialog.tsx";
import { TeamHeader } from "./board/header/team-header.tsx";
import { Toolbar } from "./board/header/toolbar.tsx";
import { SelectionBar } from "./board/selection-bar.tsx";
import { useBoard } from "./board/state/use-board.ts";
import { usePoolSheet } from "./board/state/use-pool-sheet.ts";
import { TeamOnShow } from "./board/team-on-show.tsx";
import { useTeamView } from "./board/team-view.ts";
import { useAutosave } from "./editor/use-autosave.ts";
import { useBegun } from "./editor/use-begun.ts";
import { GuardStrip } from "./guard/guard-strip.tsx";
import { goToSearch } from "./pool/go-to-search.ts";
import { PoolPanel } from "./pool/pool-panel.tsx";
import { PastRound } from "./rounds/past-round.tsx";
import { useRoundAddress } from "./rounds/round-address.ts";
import { SeasonSoFar } from "./season-so-far.tsx";
import { SwapOffer } from "./swap-offer/swap-offer.tsx";
import styles from "./team-screen.module.css";
import { TradeBar } from "./trade/trade-bar.tsx";
import { TradesPanel } from "./trade/trades-panel.tsx";
import { useAutofill } from "./use-autofill.ts";
import { useDraftCare } from "./use-draft-care.ts";

/** Whether there is room for the pool beside the ground. */
const ROOMY = "(min-width: 62.5em)";

/** The stats centre sends people here to act: the pool opens, and trade mode with it (D1 §2). */
function useArrival(openPool: () => void, openDesk: (() => void) | undefined): void {
	const [search] = useSearchParams();
	const arrive = useEffectEvent(() => {
		openPool();
		openDesk?.();
	});
	const isSent = search.get("from") === "stats-center";
	useEffect(() => {
		if (isSent) arrive();
	}, [isSent]);
}

/** The team screen with its data at hand. */
export const TeamBoard = ({ shown, season }: { readonly shown: ShownTeam; readonly season: Season }) => {
	const { t } = useTranslation();
	const { team, rollbackAvailable } = shown;
	const isRoomy = useMedia(ROOMY);
	const sheet = usePoolSheet();
	const [view, setView] = useTeamView();
	const [isBuilding, setBuilding] = useState(false);
	const beside = useRef<HTMLElement>(null);
	const kept = useFocusRestore<HTMLDivElement>();
	const openPool = () => (isRoomy ? goToSearch(beside.current) : sheet.show(true));
	const board = useBoard(team, season, openPool);
	const { editor, desk, mode } = board;
	const { past } = useRoundAddress(team, season);
	const begun = useBegun(team, editor.isDirty);
	const onStale = () => {
		editor.giveWay();
		showToast({ tone: "bad", text: t("team.reloaded") });
	};
	const candidate = mode === "edit" ? editor.candidate : null;
	const save = useAutosave({ begun, candidate, onSaved: editor.settle, onStale });
	const autofill = useAutofill(board, begun, onStale);
	useDraftCare(board, begun);
	useArrival(openPool, desk ? () => desk.open("trade") : undefined);
	const places = Object.values(season.rules.field).concat(Object.values(season.rules.bench));
	const isUntouched = editor.empty.length > places.reduce((sum, count) => sum + count, 0);
	const isInviting = isUntouched && !isBuilding && mode === "edit";
	const pool = (
		<PoolPanel
			board={{
				...(past ? { ...board, mode: "read", context: { ...board.context, mode: "read" } } : board),
				deed: (id, deed) => {
					board.deed(id, deed);
					const isAnswered = deed === "trade-in" ? (desk?.marks.wantsIn ?? false) : deed === "add" && board.wanted;
					if (isAnswered && !isRoomy) sheet.show(false);
				},
			}}
		/>
	);
	// The ground is seen first; what stands beside and below it is drawn right after.
	const isSettled = useDeferredValue(true, false);
	const panel = desk?.kind && !past ? { board, desk, rollbackAvailable } : null;
	return (
		<div {...kept} className={styles.screen} data-bar={(panel && !isRoomy) || undefined}>
			<div className={styles.main}>
				<TeamHeader board={board} save={save} />
				{board.selection ? (
					<SelectionBar board={board} />
				) : (
					<Toolbar
						board={past ? { ...board, mode: "read" } : board}
						view={view}
						onView={setView}
						isInviting={isInviting}
						isFilling={autofill.isFilling}
						onFill={autofill.fill}
					/>
				)}
				{past ? (
					<PastRound round={past} season={season} view={view} />
				) : (
					<>
						<GuardStrip board={board} save={save} />
						<TeamOnShow
							board={board}
							view={view}
							autofill={isInviting ? autofill : null}
							onBuild={() => setBuilding(true)}
						/>
						{isSettled ? <SeasonSoFar team={team} season={season} /> : null}
					</>
				)}
			</div>
			{isRoomy ? (
				<aside ref={beside} className={styles.aside} aria-label={t("pool.title")}>
					{panel ? <TradesPanel {...panel} onDone={() => undefined} /> : null}
					{isSettled ? pool : null}
				</aside>
			) : (
				<Dialog look="sheet" title={t("pool.title")} isOpen={sheet.isOpen} onClose={() => sheet.show(false)}>
					{pool}
				</Dialog>
			)}
			{panel && !isRoomy ? <TradeBar {...panel} /> : null}
			{past || mode === "read" ? null : <SwapOffer board={board} />}
			{autofill.isDone ? (
				<ShareSnapshotDialog
					type="team"
					roundId={getRoundToShare(team, season)}
					teamName={team.teamName}
					title={t("team.autofilled")}
					onClose={autofill.dismiss}
				/>
			) : null}
		</div>
	);
};
