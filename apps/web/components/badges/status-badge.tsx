import { PLAYER_STATUSES, type PlayerStatus } from "@first-bounce/rules/player";
import styles from "./badges.module.css";

/**
 * Her availability as a dot with a shape of its own, so that colour is not all there is; D1 §9's colours. What is not
 * known is uncertain (D1 §3).
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
