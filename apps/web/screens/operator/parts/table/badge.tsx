import type { ReactNode } from "react";
import styles from "./badge.module.css";

/** A state as a word on its colour; the word says it, the colour helps. */
export const Badge = ({
	tone,
	children,
}: {
	readonly tone: "good" | "warn" | "bad" | "live" | "plain";
	readonly children: ReactNode;
}) => (
	<span className={styles.badge} data-tone={tone}>
		{children}
	</span>
);
