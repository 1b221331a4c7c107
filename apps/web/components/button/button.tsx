import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./button.module.css";

interface Props {
	readonly children: ReactNode;
	/** `main` is the one thing to do on a screen. */
	readonly look?: "main" | "plain" | "quiet";
	readonly icon?: IconName;
	/** On a phone the icon alone is seen; the words are still its name. */
	readonly isCompact?: boolean;
	/** The icon alone is seen everywhere. */
	readonly isIcon?: boolean;
	/** A switch: whether it is on. */
	readonly isPressed?: boolean;
	readonly type?: "button" | "submit";
	readonly isDisabled?: boolean;
	/** It is being done: no second press, but the focus stays. */
	readonly isPending?: boolean;
	readonly onPress?: () => void;
	readonly "aria-label"?: string;
}

/** The device's own button, so that a page with nothing but buttons loads no library for them. */
export const Button = ({
	look = "plain",
	icon,
	isCompact = false,
	isIcon = false,
	isPressed,
	type = "button",
	isDisabled = false,
	isPending = false,
	onPress,
	children,
	...rest
}: Props) => (
	<button
		{...rest}
		type={type}
		className={styles.button}
		data-look={look}
		data-compact={isCompact || undefined}
		data-icon={isIcon || undefined}
		title={isIcon && typeof children === "string" ? children : undefined}
		aria-pressed={isPressed}
		disabled={isDisabled}
		aria-disabled={isPending || undefined}
		aria-busy={isPending || undefined}
		onClick={(event) => {
			if (isPending) event.preventDefault();
			else onPress?.();
		}}
	>
		{icon ? <Icon name={icon} size={15} /> : null}
		<span>{children}</span>
	</button>
);
