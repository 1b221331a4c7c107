import { overallRank } from "@first-bounce/contract/team";
import { hasRoundStarted } from "@first-bounce/rules/round/rounds";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { formatMatchTime, formatMoney, formatPoints, formatRank } from "../../../wording/format.ts";
import { useRoundLabel } from "../../../wording/round-label.ts";
import type { SaveState } from "../editor/use-autosave.ts";
import { projectedScore } from "../model/round-score.ts";
import { fieldProgress } from "../model/slot-view.ts";
import { SaveChip } from "./save-chip.tsx";
import styles from "./team-header.module.css";
import type { Board } from "./use-board.ts";

const Tile = ({
	label,
	children,
	look,
}: {
	readonly label: string;
	readonly children: ReactNode;
	readonly look?: "live" | "bad" | "wide";
}) => (
	<div className={styles.tile} data-look={look}>
		<dt>{label}</dt>
		<dd>{children}</dd>
	</div>
);

/** Where the team stands and how far it has come since the last round. */
const RankTile = ({ board, isLive }: { readonly board: Board; readonly isLive: boolean }) => {
	const { t } = useTranslation();
	const { team, season } = board;
	const lastComplete = season.rounds.findLast((round) => round.status === "complete")?.id;
	const now = useCall(overallRank, { query: { roundId: 0, teamId: team.id } }, { enabled: team.isComplete });
	const before = useCall(
		overallRank,
		{ query: { roundId: lastComplete ?? 0, teamId: team.id } },
		{ enabled: team.isComplete && isLive && lastComplete !== undefined },
	);
	const rank = now.data?.overallRank ?? null;
	const was = isLive ? (before.data?.overallRank ?? null) : null;
	const climbed = rank !== null && was !== null ? was - rank : 0;
	return (
		<Tile label={isLive ? t("team.liveRank") : t("team.rank")}>
			{rank === null ? t("team.unranked") : formatRank(rank)}
			{climbed !== 0 ? (
				<span className={styles.move} data-way={climbed > 0 ? "up" : "down"}>
					<Icon name={climbed > 0 ? "up" : "down"} size={13} />
					<span className="spoken">
						{t(climbed > 0 ? "team.rankUp" : "team.rankDown", { count: Math.abs(climbed) })}
					</span>
					<span aria-hidden="true">{formatRank(Math.abs(climbed))}</span>
				</span>
			) : null}
		</Tile>
	);
};

function useSubtitle({ season, team, round, slots }: Board): string {
	const { t } = useTranslation();
	const label = useRoundLabel();
	const now = useSeasonTimer().now();
	const { current, rules } = season;
	if (!current) return "";
	const name = label(current.id, rules);
	if (team.startRoundId !== null && team.startRoundId > current.id)
		return t("team.subtitleStarts", { round: label(team.startRoundId, rules) });
	if (current.status === "complete") return t("team.subtitleComplete", { round: name });
	if (round) {
		const progress = fieldProgress(slots, season);
		return progress.playing > 0
			? t("team.subtitlePlaying", { round: name, ...progress })
			: t("team.subtitlePlayed", { round: name, ...progress });
	}
	const first = Math.min(...current.matches.map((match) => match.startsAt));
	return hasRoundStarted(current, now) || !Number.isFinite(first)
		? name
		: t("team.subtitleScheduled", { round: name, time: formatMatchTime(first) });
}

/** The strip over the ground: who, which round, the score, the rank, the money, what is left to do. */
export const TeamHeader = ({ board, save }: { readonly board: Board; readonly save: SaveState }) => {
	const { t } = useTranslation();
	const { team, season, editor, round, score } = board;
	const subtitle = useSubtitle(board);
	const isLive = round !== null && round.status !== "complete";
	const { bank } = editor;
	return (
		<header className={styles.header}>
			<div className={styles.who}>
				<h1>{team.teamName}</h1>
				<p>
					<span>{subtitle}</span>
					{editor.isEditable && (team.isComplete || editor.isDirty) ? (
						<SaveChip save={save} isDraft={editor.isDirty} />
					) : null}
				</p>
			</div>
			<dl className={styles.tiles}>
				{score ? (
					<Tile label={isLive ? t("team.liveScore") : t("team.roundScore")} {...(isLive ? { look: "live" } : {})}>
						<span key={score.points} className={styles.tick}>
							{formatPoints(score.points)}
						</span>
					</Tile>
				) : null}
				<Tile label={t("team.projected")} {...(score ? { look: "wide" as const } : {})}>
					{formatPoints(projectedScore(editor.lineup, round, season))}
				</Tile>
				<RankTile board={board} isLive={isLive} />
				<Tile label={bank < 0 ? t("team.overBy") : t("team.bank")} {...(bank < 0 ? { look: "bad" } : {})}>
					{formatMoney(Math.abs(bank))}
				</Tile>
				{editor.empty.length > 0 ? (
					<Tile label={t("team.places")}>{editor.empty.length}</Tile>
				) : (
					<Tile label={t("team.trades")}>{season.rules.trades.limit}</Tile>
				)}
			</dl>
		</header>
	);
};
