import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { formatPositions } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import type { StatsRow } from "../stats-row.ts";
import styles from "./player-table.module.css";

interface Props {
	readonly row: StatsRow;
	/** The photo's URL; null shows the guernsey. */
	readonly photo: string | null;
	readonly isCompared: boolean;
	/** The maximum number of players is compared. */
	readonly isFull: boolean;
	readonly onToggleCompared: () => void;
	/** Whether the menu of the player's actions is open; undefined for users without a team. */
	readonly isMenuOpen: boolean | undefined;
	readonly onOpenMenu: (trigger: HTMLElement) => void;
}

/** The player's name, with a checkbox for the comparison and a button for adding her to the user's team or removing her. */
export const PlayerCell = ({
	row: { player },
	photo,
	isCompared,
	isFull,
	onToggleCompared,
	isMenuOpen,
	onOpenMenu,
}: Props) => {
	const { t } = useTranslation();
	const name = `${player.firstName} ${player.lastName}`;
	return (
		<span className={styles.player}>
			<label className={styles.choose}>
				<input
					type="checkbox"
					checked={isCompared}
					disabled={isFull && !isCompared}
					onChange={onToggleCompared}
					aria-label={t("stats.choose", { name })}
				/>
				<span aria-hidden="true">
					<Icon name="check" size={13} />
				</span>
			</label>
			<span className={styles.portrait}>
				<Portrait squadId={player.squadId} photo={photo} />
			</span>
			<span className={styles.who}>
				<PlayerName id={player.id} name={name} className={styles.name}>
					<span className={styles.first}>{player.firstName} </span>
					{player.lastName}
				</PlayerName>
				<small>
					<StatusBadge status={player.status} label={t(`status.${player.status}`)} />
					{formatPositions(player.position, t)} · {player.squad.abbreviation}
				</small>
			</span>
			{isMenuOpen === undefined ? null : (
				<button
					type="button"
					className={styles.more}
					aria-label={t("action.menu", { name })}
					aria-haspopup="dialog"
					aria-expanded={isMenuOpen}
					onClick={({ currentTarget }) => onOpenMenu(currentTarget)}
				>
					<Icon name="more" size={18} />
				</button>
			)}
		</span>
	);
};
