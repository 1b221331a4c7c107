import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./button.module.css";

interface Props {
	readonly to: string;
	readonly variant?: "main" | "plain";
	readonly children: ReactNode;
}

/** A link that looks like a button. */
export const ButtonLink = ({ to, variant = "plain", children }: Props) => (
	<Link className={styles.button} data-variant={variant} to={to}>
		<span>{children}</span>
	</Link>
);
