import type { ReactNode } from "react";
import styles from "./live-label.module.css";

/** A label that says that the numbers below are live. */
export const LiveLabel = ({ children }: { readonly children: ReactNode }) => (
	<span className={styles.label}>{children}</span>
);
