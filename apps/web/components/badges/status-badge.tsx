import { PLAYER_STATUSES, type PlayerStatus } from "@first-bounce/rules/player";
import styles from "./badges.module.css";

/**
 * A player's availability as a dot whose shape differs as well as its colour. An unknown status is shown as uncertain.
 */
export const StatusBadge = ({ status, label }: { readonly status: PlayerStatus; readonly label?: string }) => (
	<span
		className={styles.status}
		data-status={PLAYER_STATUSES.includes(status) ? status : "uncertain"}
		title={label}
		aria-hidden={label ? undefined : true}
	>
		{label ? <span className="spoken">{label}</span> : null}
	</span>
);
