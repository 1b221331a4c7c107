import { memo } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { Icon, type IconName } from "../../../components/icon/icon.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatMatchTime, formatMoneyChange, formatPoints } from "../../../i18n/format.ts";
import type { PoolView } from "../../../players/filters/player-filter.ts";
import {
	formatFixture,
	formatMatchup,
	formatPositions,
	getAvailability,
	getDirection,
	getFixture,
} from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import { StatFigure } from "../../../players/stat-figure.tsx";
import type { Board } from "../board/state/board.ts";
import { type PoolActionKind, REASON_KEYS } from "../model/available-pool-action.ts";
import type { PlayerView } from "../model/player-view.ts";
import styles from "./pool.module.css";

interface Props {
	readonly player: PlayerView;
	readonly board: Pick<Board, "season" | "context" | "runPoolAction">;
	readonly view: PoolView;
	/** Whether round one is complete; before that, no price has changed. */
	readonly hasPriceChanges: boolean;
	readonly isStarred: boolean;
	/** Adds her to the favourites or removes her. */
	readonly onStar: (id: number) => unknown;
}

/** Her price, with its changes in the last round and the season. */
const PriceCell = ({ player, hasPriceChanges }: Pick<Props, "player" | "hasPriceChanges">) => {
	const { t } = useTranslation();
	const { cost_round_diff: roundChange, cost_season_diff: seasonChange } = player.entry;
	return (
		<span className={styles.money}>
			<b>{player.displayPrice}</b>
			{hasPriceChanges ? (
				<>
					<small data-direction={getDirection(roundChange)}>
						{roundChange === 0
							? t("pool.roundSteady")
							: t("pool.roundChange", { change: formatMoneyChange(roundChange) })}
					</small>
					{seasonChange === 0 ? null : (
						<small data-direction={getDirection(seasonChange)}>
							{t("pool.seasonChange", { change: formatMoneyChange(seasonChange) })}
						</small>
					)}
				</>
			) : null}
		</span>
	);
};

const Status = ({ player, board }: Pick<Props, "player" | "board">) => {
	const { t } = useTranslation();
	const status = getAvailability(board.season.current, player.entry);
	return status === null ? null : <StatusBadge status={status} label={t(`status.${status}`)} />;
};

/** Her fixture with its time, and the next two rounds. */
const Matchups = ({ player, board }: Pick<Props, "player" | "board">) => {
	const { t } = useTranslation();
	const { season, context } = board;
	const { entry, fixture } = player;
	const next = season.rounds.filter(({ id }) => id > (context.fixtureRound?.id ?? 0)).slice(0, 2);
	const [first] = fixture;
	return (
		<>
			<small>
				{formatMatchup(entry.squad.abbreviation, fixture, t("card.bye"))}
				{first ? ` · ${formatMatchTime(first.startsAt)}` : null}
			</small>
			<small>
				<Status player={player} board={board} />{" "}
				{next
					.map((round) => {
						const text = formatFixture(getFixture(entry.squadId, round, season)) ?? t("card.bye");
						return `${t("pool.round", { id: round.id })} ${text}`;
					})
					.join(" · ")}
			</small>
		</>
	);
};

interface ButtonProps {
	readonly player: PlayerView;
	readonly onAction: (action: PoolActionKind) => void;
}

const ICONS: Readonly<Record<PoolActionKind, IconName>> = {
	add: "plus",
	remove: "check",
	"trade-in": "plus",
	"trade-out": "trade",
	"cancel-trade": "undo",
};

/** The row's action. A disabled button can still be pressed to show the reason. */
const RowButton = ({ player, onAction }: ButtonProps) => {
	const { t } = useTranslation();
	const { name, action } = player;
	if (action.kind === "locked" || action.kind === "none") {
		if (action.kind === "none" && !player.isInTeam) return null;
		return (
			<span
				className={styles.static}
				role="img"
				aria-label={t(player.isLocked ? "pool.locked" : "pool.inTeam", { name })}
			>
				<Icon name={player.isLocked ? "lock" : "check"} size={15} />
			</span>
		);
	}
	const { kind, disabledReason } = action;
	const reason = disabledReason ? t(REASON_KEYS[disabledReason], { name }) : null;
	return (
		<button
			type="button"
			className={styles.action}
			data-action={kind}
			aria-label={t(`pool.action.${kind}`, { name })}
			aria-disabled={disabledReason !== null || undefined}
			title={reason ?? undefined}
			onClick={() => (reason ? showToast({ text: reason }) : onAction(kind))}
		>
			<Icon name={disabledReason === "locked" ? "lock" : ICONS[kind]} size={17} />
		</button>
	);
};

/** A row of the pool: the player, her fixture, price and stat, and one action. */
export const PoolRow = memo(({ player, board, view, hasPriceChanges, isStarred, onStar }: Props) => {
	const { t } = useTranslation();
	const { entry, fixture, name } = player;
	const [first] = fixture;
	const tradeDirection = player.isPlayerIncomingTrade ? "in" : player.isPlayerOutgoingTrade ? "out" : undefined;
	return (
		<div className={styles.row} data-view={view} data-in={player.isInTeam || undefined} data-trade={tradeDirection}>
			<button
				type="button"
				className={styles.portrait}
				aria-label={t("player.star", { name })}
				aria-pressed={isStarred}
				onClick={() => onStar(entry.id)}
			>
				<Portrait squadId={entry.squadId} photo={player.playerImgPath} />
				<span className={styles.star}>
					<Icon name={isStarred ? "star" : "starOpen"} size={14} />
				</span>
			</button>
			<span className={styles.who}>
				<b>
					<PlayerName id={entry.id} name={name} className={`${styles.name} plain-link`} />
				</b>
				{view === "matchups" ? (
					<Matchups player={player} board={board} />
				) : (
					<>
						<small>
							<Status player={player} board={board} /> {formatPositions(entry.position, t)} · {entry.squad.abbreviation}
						</small>
						<small>
							{formatFixture(fixture) ?? t("card.bye")}
							{first ? ` ${formatMatchTime(first.startsAt)}` : null}
						</small>
					</>
				)}
			</span>
			<PriceCell player={player} hasPriceChanges={hasPriceChanges} />
			<span className={styles.stat}>
				<b>
					<StatFigure text={player.displayStat} />
				</b>
				<small>{t("pool.breakEven", { points: formatPoints(entry.stats.breakEven) })}</small>
				<small>{t("pool.projected", { points: formatPoints(player.projectedPoints) })}</small>
			</span>
			<RowButton player={player} onAction={(action) => board.runPoolAction(entry.id, action)} />
		</div>
	);
});
