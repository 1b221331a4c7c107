import { Button } from "react-aria-components/Button";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../components/badges/status-badge.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { tell } from "../../../components/toast/toasts.tsx";
import { PlayerName } from "../../../players/player-name.tsx";
import { changeWords, fixtureWords } from "../../../players/player-words.ts";
import { formatMatchTime, formatPoints } from "../../../wording/format.ts";
import type { AddHurdle, PlayerView } from "../model/player-view.ts";
import styles from "./pool.module.css";

interface Props {
	readonly player: PlayerView;
	/** Price changes mean something once round one is complete (D1 §2). */
	readonly showChange: boolean;
	readonly isEditable: boolean;
	readonly onAdd: () => void;
	readonly onRemove: () => void;
}

const WHY: Readonly<Record<AddHurdle, "pool.inTeam" | "pool.locked" | "pool.noMoney" | "pool.noPlace">> = {
	"in-team": "pool.inTeam",
	locked: "pool.locked",
	"no-money": "pool.noMoney",
	"no-place": "pool.noPlace",
};

const RowAction = ({ player, isEditable, onAdd, onRemove }: Omit<Props, "showChange">) => {
	const { t } = useTranslation();
	const { name, hurdle } = player;
	if (player.showNoButton)
		return (
			<Button className={styles.in ?? ""} aria-label={t("pool.remove", { name })} onPress={onRemove}>
				<span className={styles.rest}>
					<Icon name="check" size={17} />
				</span>
				<span className={styles.hover}>
					<Icon name="close" size={15} />
				</span>
			</Button>
		);
	if (player.showAddButton)
		return (
			<Button className={styles.add ?? ""} aria-label={t("pool.add", { name })} onPress={onAdd}>
				<Icon name="plus" size={17} />
			</Button>
		);
	const why = t(player.isLocked ? "pool.locked" : WHY[hurdle ?? "no-place"], { name });
	const icon = <Icon name={player.isInTeam ? "check" : player.isLocked ? "lock" : "plus"} size={15} />;
	if (!isEditable) return player.isInTeam ? <span className={styles.still}>{icon}</span> : null;
	return (
		<Button className={styles.still ?? ""} aria-label={why} data-hurdle={hurdle} onPress={() => tell({ text: why })}>
			{icon}
		</Button>
	);
};

/** One player of the pool: who, when she plays, her price and its way, the chosen stat, and in or out. */
export const PoolRow = ({ player, showChange, isEditable, onAdd, onRemove }: Props) => {
	const { t } = useTranslation();
	const { entry } = player;
	const change = changeWords(entry);
	const fixture = fixtureWords(player.fixture);
	const [first] = player.fixture;
	return (
		<div className={styles.row} data-in={player.isInTeam || undefined}>
			<span className={styles.portrait}>
				<Portrait squadId={entry.squadId} photo={player.playerImgPath} />
			</span>
			<span className={styles.who}>
				<b>
					<PlayerName id={entry.id} name={player.name} className={styles.name} />{" "}
					<StatusBadge status={entry.status} label={t(`status.${entry.status}`)} />
				</b>
				<small>
					{player.positions} · {entry.squad.abbreviation} {fixture ?? t("card.bye")}
					{first ? <span className={styles.when}> {formatMatchTime(first.startsAt)}</span> : null}
				</small>
			</span>
			<span className={styles.money}>
				<b>{player.displayPrice}</b>
				{showChange ? (
					<small data-way={entry.cost_round_diff > 0 ? "up" : entry.cost_round_diff < 0 ? "down" : undefined}>
						{change ?? t("pool.hold")}
					</small>
				) : null}
			</span>
			<span className={styles.stat}>
				<b>{player.displayStat}</b>
				<small>{t("pool.breakEven", { points: formatPoints(entry.stats.breakEven) })}</small>
			</span>
			<RowAction player={player} isEditable={isEditable} onAdd={onAdd} onRemove={onRemove} />
		</div>
	);
};
