import type { ReactNode } from "react";
import styles from "./live-mark.module.css";

/** Says beside a heading that the numbers below it still move. */
export const LiveMark = ({ children }: { readonly children: ReactNode }) => (
	<span className={styles.mark}>{children}</span>
);
