import styles from "./badges.module.css";

/** Style of the score: live, final, did not play or projected. */
export type ScoreTone = "live" | "final" | "dnp" | "projected";

/** A score or "DNP". The key replays the animation when the text changes. */
export const ScoreBadge = ({ tone, text }: { readonly tone: ScoreTone; readonly text: string }) => (
	<span key={text} className={styles.score} data-tone={tone}>
		{text}
	</span>
);
