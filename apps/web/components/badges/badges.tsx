import { PLAYER_STATUSES, type PlayerStatus } from "@first-bounce/rules/player";
import styles from "./badges.module.css";

/** `dnp`: the player did not play. */
export type ScoreTone = "live" | "final" | "dnp" | "projected";

/** A score or "DNP". The key replays the animation when the text changes. */
export const ScoreBadge = ({ tone, text }: { readonly tone: ScoreTone; readonly text: string }) => (
	<span key={text} className={styles.score} data-tone={tone}>
		{text}
	</span>
);

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
