import type { DraftTeamRound } from "@first-bounce/contract/draft/draft-lineup";
import { arrangeLineup } from "@first-bounce/rules/coach/arrange-lineup";
import type { PlayerId } from "@first-bounce/rules/ids";
import { findChangedPlayers } from "@first-bounce/rules/lineup/changed-players";
import type { Slot } from "@first-bounce/rules/lineup/lineup";
import { findRound, isSeasonComplete } from "@first-bounce/rules/round/round";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { TeamCoach } from "../../../draft-league/coach/team-coach.tsx";
import { DropDialog } from "../../../draft-league/drop-dialog.tsx";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { PlayButton, RoundSwitcher, ToolbarActions, ToolbarRow, UndoButtons } from "../board/header/toolbar.tsx";
import { ViewSwitch } from "../board/header/view-switch.tsx";
import type { Board } from "../board/state/board.ts";
import { useBoard } from "../board/state/use-board.ts";
import { useEditToast } from "../board/state/use-edit-toast.ts";
import { TeamDisplay } from "../board/team-display.tsx";
import { useSaves } from "../editor/use-saves.ts";
import { LockCheckDialogs } from "../lock-check/lock-check-dialogs.tsx";
import { buildLockContext } from "../model/call-lock-rules.ts";
import { buildDraftTeam, useDraftSeason } from "../model/draft-team.ts";
import { findResultRoundId, useSelectedRound } from "../rounds/use-selected-round.ts";
import { StatusStrip } from "../status/status-strip.tsx";
import { SwapOffer } from "../swap-offer/swap-offer.tsx";
import { LazyMatchStrip, Screen } from "../team-frame.tsx";
import teamStyles from "../team-screen.module.css";
import { DraftHeader } from "./draft-header.tsx";
import { DraftResult, PastDraftRound, RoundHindsight } from "./draft-round.tsx";
import styles from "./draft-team.module.css";
import { InjuredPlace } from "./injured-place.tsx";
import { TeamSwitch } from "./team-switch.tsx";

const nothing = (): void => undefined;

interface Dropping {
	readonly id: PlayerId;
	readonly slot: Slot;
}

/** The players of the league stand for the pool, on a page of their own, and others are dropped there. */
function usePool(leagueId: number) {
	const navigate = useNavigate();
	const [dropping, setDropping] = useState<Dropping | null>(null);
	const open = (slot: Slot | null) =>
		void navigate(
			slot?.line ? paths.leaguePlayers.to(leagueId, { position: slot.line }) : paths.league.to(leagueId, "players"),
		);
	const drop = (id: PlayerId, slot: Slot) => setDropping({ id, slot });
	return { pool: { open, close: nothing, drop }, dropping, endDrop: () => setDropping(null) };
}

/** Arranges the unlocked players for the most expected points in the round. */
const BestLineupButton = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { season, editor, context, team } = board;
	const showEditToast = useEditToast(editor.edited);
	const round = findRound(season.rounds, Math.max(season.current?.id ?? 0, team.startRoundId ?? 0));
	if (!round) return null;
	const arrange = () => {
		const { edited } = editor;
		const lockContext = buildLockContext({ season, round, isLocked: context.isLocked });
		const best = arrangeLineup(editor.lineup, {
			...lockContext,
			getExpectedPoints: (id) => (lockContext.isExpectedToPlay(id) ? lockContext.getExpectedPoints(id) : 0),
		});
		if (findChangedPlayers(editor.lineup, best, season.rules).length === 0)
			return showToast({ text: t("draftTeam.bestAlready"), tone: "good" });
		showEditToast({
			text: t("draftTeam.bestSet"),
			action: { label: t("team.undo"), onPress: () => editor.returnTo(edited) },
		});
		editor.replaceWith(best);
	};
	return (
		<Button icon="wand" variant="main" onPress={arrange}>
			{t("draftTeam.best")}
		</Button>
	);
};

const DraftToolbar = ({ board, isPastRound }: { readonly board: Board; readonly isPastRound: boolean }) => {
	const { isDemo } = useSeasonTimer();
	const { mode, team, season } = board;
	const isOpen = mode === "edit" && !isPastRound;
	return (
		<>
			<ViewSwitch only="wide" />
			<RoundSwitcher team={team} season={season} />
			<ToolbarActions>
				{isOpen ? <UndoButtons board={board} /> : null}
				{isOpen ? <BestLineupButton board={board} /> : null}
				{isDemo && isOpen ? <PlayButton variant="plain" /> : null}
			</ToolbarActions>
		</>
	);
};

/** The user's team in a draft league, with its data loaded. */
export const DraftTeamBoard = ({ draft, season }: { readonly draft: DraftTeamRound; readonly season: Season }) => {
	const leagueSeason = useDraftSeason(season, draft);
	const team = useMemo(() => buildDraftTeam(draft), [draft]);
	const { pool, dropping, endDrop } = usePool(draft.leagueId);
	const board = useBoard(team, leagueSeason, pool, draft);
	const { save } = useSaves(board, team, draft.leagueId);
	const { pastRound } = useSelectedRound(team, leagueSeason);
	const isRoundPlaying = season.current?.status === "playing";
	const resultRoundId = findResultRoundId(team, season, pastRound);
	const strip = <LazyMatchStrip season={season} />;
	const isOver = isSeasonComplete(season.rounds);
	const hindsight =
		resultRoundId !== null && draft.isOwn ? <RoundHindsight draft={draft} roundId={resultRoundId} /> : null;
	return (
		<Screen board={board} isSingle>
			<div className={`${teamStyles.main} ${styles.screen}`}>
				<TeamSwitch leagueId={draft.leagueId} />
				<DraftHeader board={board} draft={draft} save={save} />
				<ToolbarRow board={board}>
					<DraftToolbar board={board} isPastRound={pastRound !== null} />
				</ToolbarRow>
				{isOver && !pastRound ? hindsight : null}
				{resultRoundId === null ? null : <DraftResult draft={draft} roundId={resultRoundId} season={season} />}
				{pastRound ? (
					<>
						<PastDraftRound draft={draft} round={pastRound} season={season} stat={board.context.stat} />
						{hindsight}
					</>
				) : (
					<>
						<StatusStrip board={board} save={save} />
						{isRoundPlaying ? strip : null}
						<TeamDisplay board={board} autofill={null} onBuild={nothing} />
						{isOver ? null : hindsight}
						{draft.isOwn ? <InjuredPlace draft={draft} board={board} /> : null}
						{draft.isOwn ? (
							<div className={styles.coach}>
								<TeamCoach
									leagueId={draft.leagueId}
									teamId={draft.teamId}
									rules={draft.squad}
									season={season}
									isLocked={board.context.isLocked}
								/>
							</div>
						) : null}
						{isRoundPlaying ? null : strip}
					</>
				)}
			</div>
			{pastRound || board.mode === "read" ? null : <SwapOffer board={board} />}
			{pastRound ? null : <LockCheckDialogs board={board} />}
			{dropping ? (
				<DropDialog
					leagueId={draft.leagueId}
					player={{ id: dropping.id, name: season.getPlayerName(dropping.id) }}
					position={dropping.slot.line}
					onClose={endDrop}
				/>
			) : null}
		</Screen>
	);
};
