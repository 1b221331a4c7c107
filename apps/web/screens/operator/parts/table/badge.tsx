import type { ReactNode } from "react";
import styles from "./badge.module.css";

/** A status as a coloured label. */
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
