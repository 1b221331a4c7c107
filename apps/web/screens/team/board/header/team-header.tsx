import { showTeamRank } from "@first-bounce/contract/team/team";
import { findStartRoundId, hasRoundStarted, type Round } from "@first-bounce/rules/round/round";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../../api/use-call.ts";
import { formatInteger, formatMatchTime, formatMoney, formatPoints } from "../../../../i18n/format.ts";
import { useRoundLabel } from "../../../../i18n/use-round-label.ts";
import { useSeasonTimer } from "../../../../live/season-clock.ts";
import { useMedia } from "../../../../live/use-media.ts";
import { computeTeamScore } from "../../../../players/team-score.ts";
import { lazyPart } from "../../../../upgrade/lazy-part.ts";
import { TeamTitle } from "../../draft/team-switch.tsx";
import type { SaveState } from "../../editor/use-autosave.ts";
import { computeFieldProgress } from "../../model/slot-view.ts";
import { getLineup } from "../../model/team-state.ts";
import type { Board } from "../state/board.ts";
import { LiveRoundRank, RankTiles, ScoreAnnouncer, ScoreTiles, Tile, TradesTile } from "./header-tiles.tsx";
import { SaveChip } from "./save-chip.tsx";
import styles from "./team-header.module.css";
import { ViewSwitch } from "./view-switch.tsx";

const CoachLink = lazyPart(async () => (await import("../../coach/coach-panel.tsx")).CoachLink);

/** The round in which the team plays or starts, with its progress or its first bounce. */
export function useSubtitle({ season, team, round, slots }: Board): string {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const now = useSeasonTimer().now();
	const isWide = useMedia("(min-width: 48em)");
	const { current, rules } = season;
	if (!current) return "";
	const name = formatRoundLabel(current.id, rules);
	const startRoundId = team.startRoundId ?? findStartRoundId(season.rounds, now);
	if (startRoundId !== null && startRoundId > current.id)
		return t("team.subtitleStarts", { round: formatRoundLabel(startRoundId, rules) });
	if (current.status === "complete") return t("team.subtitleComplete", { round: name });
	if (round) {
		const progress = computeFieldProgress(slots);
		const text = t(progress.playing > 0 ? "team.subtitlePlaying" : "team.subtitlePlayed", progress);
		// A phone names the round at the top of the page.
		return isWide ? `${name} · ${text}` : text;
	}
	const firstStart = Math.min(...current.matches.map((match) => match.startsAt));
	// A phone counts down to the first bounce at the top of the page.
	return !isWide || hasRoundStarted(current, now) || !Number.isFinite(firstStart)
		? name
		: t("team.subtitleScheduled", { round: name, time: formatMatchTime(firstStart) });
}

const SAVING: SaveState = { kind: "saving" };

/** Team name, round, scores, ranks, bank, and the spots to fill or the trades left. */
export const TeamHeader = ({ board, save }: { readonly board: Board; readonly save: SaveState }) => {
	const { t } = useTranslation();
	const { team, season, editor, round, bank } = board;
	const subtitle = useSubtitle(board);
	const isLive = round !== null && round.status !== "complete";
	const isIncomplete = editor.emptySlots.length > 0;
	// Until every spot is filled, the saved team counts.
	const score = isIncomplete && round ? computeTeamScore(getLineup(team), round, season) : board.score;
	return (
		<header className={styles.header}>
			<div className={styles.who}>
				<TeamTitle name={team.teamName} />
				<p>
					<span>{subtitle}</span>
					{team.isComplete || editor.isDirty ? (
						<SaveChip
							save={board.live.isPending ? SAVING : save}
							hasUnsavedChanges={board.mode === "edit" && editor.isDirty}
						/>
					) : null}
				</p>
				<div className={styles.tools}>
					<ViewSwitch only="phone" />
					{board.mode === "read" ? null : (
						<Suspense>
							<CoachLink />
						</Suspense>
					)}
				</div>
			</div>
			{score && isLive ? <ScoreAnnouncer points={score.points} /> : null}
			<dl className={styles.tiles} data-live={isLive || undefined}>
				<ScoreTiles board={board} score={score} isLive={isLive} isProjectionWideOnly={!isLive || isIncomplete}>
					{isLive ? <LiveRoundRank team={team} /> : null}
				</ScoreTiles>
				<RankTiles board={board} isLive={isLive} />
				<Tile label={bank < 0 ? t("team.overBy") : t("team.bank")} variant={bank < 0 ? "bad" : undefined}>
					{formatMoney(Math.abs(bank))}
				</Tile>
				{isIncomplete ? (
					<Tile label={t("team.places")}>{editor.emptySlots.length}</Tile>
				) : (
					<TradesTile board={board} isLive={isLive} />
				)}
			</dl>
		</header>
	);
};

/** The header while a past round is open: its score and the ranks after it. */
export const PastRoundHeader = ({ board, round }: { readonly board: Board; readonly round: Round }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { team, season } = board;
	const { data } = useCall(showTeamRank, { query: { roundId: round.id, teamId: team.id } }, { staleTime: 60_000 });
	const formatOrDash = (value: number | null | undefined, format: (value: number) => string) =>
		value === null || value === undefined ? t("team.unranked") : format(value);
	return (
		<header className={styles.header}>
			<div className={styles.who}>
				<TeamTitle name={team.teamName} />
				<p>
					<span>{t("team.subtitleComplete", { round: formatRoundLabel(round.id, season.rules) })}</span>
				</p>
				<div className={styles.tools}>
					<ViewSwitch only="phone" />
				</div>
			</div>
			<dl className={styles.tiles}>
				<Tile label={t("team.roundScore")}>{formatOrDash(data?.roundPoints, formatPoints)}</Tile>
				<Tile label={t("team.roundRank")}>{formatOrDash(data?.roundRank, formatInteger)}</Tile>
				<Tile label={t("team.rank")}>{formatOrDash(data?.overallRank, formatInteger)}</Tile>
			</dl>
		</header>
	);
};
