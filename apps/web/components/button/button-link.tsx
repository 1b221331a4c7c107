import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./button.module.css";

interface Props {
	readonly to: string;
	readonly variant?: "main" | "plain";
	readonly "aria-label"?: string;
	readonly children: ReactNode;
}

/** A link that looks like a button. */
export const ButtonLink = ({ variant = "plain", children, ...rest }: Props) => (
	<Link {...rest} className={styles.button} data-variant={variant}>
		<span>{children}</span>
	</Link>
);
