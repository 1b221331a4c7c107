import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps } from "react-aria-components/Button";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./button.module.css";

interface Props extends Omit<ButtonProps, "className" | "style" | "children"> {
	readonly children: ReactNode;
	/** `main` is the one thing to do on a screen. */
	readonly look?: "main" | "plain" | "quiet";
	readonly icon?: IconName;
	/** On a phone the icon alone is seen; the words are still its name. */
	readonly isCompact?: boolean;
}

export const Button = ({ look = "plain", icon, isCompact = false, children, ...rest }: Props) => (
	<AriaButton {...rest} className={styles.button ?? ""} data-look={look} data-compact={isCompact || undefined}>
		{icon ? <Icon name={icon} size={15} /> : null}
		<span>{children}</span>
	</AriaButton>
);
