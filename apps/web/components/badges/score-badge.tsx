import styles from "./badges.module.css";

/** `live` ticks on coral, `final` stands on navy, `dnp` is red words, `projected` is plain ink. */
export type ScoreTone = "live" | "final" | "dnp" | "projected";

/** A number, or DNP; keyed by its text, so that a change plays the tick once. */
export const ScoreBadge = ({ tone, text }: { readonly tone: ScoreTone; readonly text: string }) => (
	<span key={text} className={styles.score} data-tone={tone}>
		{text}
	</span>
);
