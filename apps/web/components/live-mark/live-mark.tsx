import type { ReactNode } from "react";
import styles from "./live-mark.module.css";

/** Marks the numbers below a heading as live. */
export const LiveMark = ({ children }: { readonly children: ReactNode }) => (
	<span className={styles.mark}>{children}</span>
);
