import { showTeamRank } from "@first-bounce/contract/team/team";
import { listTrades } from "@first-bounce/contract/team/trade";
import { findLastCompleteRound } from "@first-bounce/rules/round/round";
import type { TeamScore } from "@first-bounce/rules/scoring/score-lineup";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../../api/use-call.ts";
import { Icon } from "../../../../components/icon/icon.tsx";
import { formatInteger, formatPoints } from "../../../../i18n/format.ts";
import { useRoundLabel } from "../../../../i18n/use-round-label.ts";
import { computeProjectedScore } from "../../model/round-score.ts";
import type { Board } from "../state/board.ts";
import styles from "./team-header.module.css";

interface Props {
	readonly label: string;
	readonly children: ReactNode;
	/** `wide` is hidden on phones. */
	readonly variant?: "live" | "bad" | "wide" | undefined;
}

/** A value with its label. */
export const Tile = ({ label, children, variant }: Props) => (
	<div className={styles.tile} data-variant={variant}>
		<dt>{label}</dt>
		<dd>{children}</dd>
	</div>
);

interface ScoreProps {
	readonly board: Board;
	/** Null before the round is played; the latest score is shown instead. */
	readonly score: TeamScore | null;
	readonly isLive: boolean;
	/** Whether a phone leaves out the projected score beside a score, for lack of space. */
	readonly isProjectionWideOnly?: boolean;
	/** Beside the score. */
	readonly children?: ReactNode;
}

/** The team's score, and its projected score until the round is complete. */
export const ScoreTiles = ({ board, score, isLive, isProjectionWideOnly = false, children }: ScoreProps) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { team, season, round, lineup, context } = board;
	const latest = score ? undefined : season.rounds.findLast(({ id }) => team.scoreflow[String(id)] !== undefined);
	const isWideOnly = isProjectionWideOnly && (score || latest);
	return (
		<>
			{score ? (
				<Tile label={isLive ? t("team.liveScore") : t("team.roundScore")} variant={isLive ? "live" : undefined}>
					<span key={score.points} className={styles.tick}>
						{formatPoints(score.points)}
					</span>
					{children}
				</Tile>
			) : null}
			{latest ? (
				<Tile label={formatRoundLabel(latest.id, season.rules)}>
					{formatPoints(team.scoreflow[String(latest.id)] ?? 0)}
				</Tile>
			) : null}
			{round?.status === "complete" ? null : (
				<Tile label={t("team.projected")} variant={isWideOnly ? "wide" : undefined}>
					{formatPoints(computeProjectedScore(lineup, context.plannedRound ?? round, season))}
				</Tile>
			)}
		</>
	);
};

/** The team's ranks, live while a round is played; undefined until they have loaded, and for a team that was never saved. */
export const useTeamRank = ({ id, isComplete }: Board["team"]) =>
	useCall(showTeamRank, { query: { roundId: 0, teamId: id } }, { enabled: isComplete }).data;

interface MovementProps {
	readonly board: Pick<Board, "team" | "season">;
	/** The overall rank. */
	readonly rank: number | null;
	readonly isLive: boolean;
}

/** The movement of a live rank since the last complete round; nothing if it is unchanged. */
export const RankMovement = ({ board: { team, season }, rank, isLive }: MovementProps) => {
	const { t } = useTranslation();
	const lastCompleteId = findLastCompleteRound(season.rounds)?.id;
	const previous = useCall(
		showTeamRank,
		{ query: { roundId: lastCompleteId ?? 0, teamId: team.id } },
		{ enabled: team.isComplete && isLive && lastCompleteId !== undefined },
	);
	const previousRank = isLive ? (previous.data?.overallRank ?? null) : null;
	const movement = rank !== null && previousRank !== null ? previousRank - rank : 0;
	if (movement === 0) return null;
	return (
		<span key={movement} className={styles.move} data-direction={movement > 0 ? "up" : "down"}>
			<Icon name={movement > 0 ? "up" : "down"} size={13} />
			<span className="spoken">{t(movement > 0 ? "team.rankUp" : "team.rankDown", { count: Math.abs(movement) })}</span>
			<span aria-hidden="true">{formatInteger(Math.abs(movement))}</span>
		</span>
	);
};

/** The round rank beside the live score, on phones, which have no space for a tile of its own; nothing until the rank is known. */
export const LiveRoundRank = ({ team }: Pick<Board, "team">) => {
	const { t } = useTranslation();
	const rank = useTeamRank(team)?.roundRank ?? null;
	if (rank === null) return null;
	return (
		<small className={styles.roundRank}>
			<span className="spoken">{t("team.roundRank")} </span>
			{t("result.place", { count: rank, ordinal: true })}
		</small>
	);
};

/** The round rank, while a round is live, and the overall rank. A phone shows the round rank beside the live score. */
export const RankTiles = ({ board, isLive }: { readonly board: Board; readonly isLive: boolean }) => {
	const { t } = useTranslation();
	const { roundRank = null, overallRank: rank = null } = useTeamRank(board.team) ?? {};
	return (
		<>
			{isLive ? (
				<Tile label={t("team.roundRank")} variant="wide">
					{roundRank === null ? t("team.unranked") : formatInteger(roundRank)}
				</Tile>
			) : null}
			<Tile label={isLive ? t("team.liveRank") : t("team.rank")}>
				<span key={rank} className={styles.tick}>
					{rank === null ? t("team.unranked") : formatInteger(rank)}
				</span>
				<RankMovement board={board} rank={rank} isLive={isLive} />
			</Tile>
		</>
	);
};

/** Trades left, minus those being prepared. A phone hides the tile while a round is live. */
export const TradesTile = ({ board, isLive }: { readonly board: Board; readonly isLive: boolean }) => {
	const { t } = useTranslation();
	const { team, season } = board;
	const trades = useCall(listTrades, {}, { enabled: team.isComplete });
	const local = board.mode === "trade" ? (board.tradeEditor?.trades.length ?? 0) : 0;
	const saved = team.isComplete ? trades.data?.tradesLeft : season.rules.trades.limit;
	const tradesLeft = saved === undefined ? undefined : Math.max(0, saved - local);
	return (
		<Tile label={t("team.trades")} variant={isLive ? "wide" : undefined}>
			{tradesLeft ?? t("team.unranked")}
		</Tile>
	);
};

/** More frequent announcements would interrupt everything else that is read out. */
const ANNOUNCEMENT_INTERVAL_MS = 30_000;

/** Tells screen readers the live score when it has changed, at most twice a minute. */
export const ScoreAnnouncer = ({ points }: { readonly points: number }) => {
	const { t } = useTranslation();
	const [announced, setAnnounced] = useState({ points, text: "" });
	const announce = useEffectEvent(() => {
		if (points !== announced.points) setAnnounced({ points, text: `${t("team.liveScore")}: ${formatPoints(points)}` });
	});
	useEffect(() => {
		const interval = setInterval(announce, ANNOUNCEMENT_INTERVAL_MS);
		return () => clearInterval(interval);
	}, []);
	return (
		<p className="spoken" aria-live="polite">
			{announced.text}
		</p>
	);
};
