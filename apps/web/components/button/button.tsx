import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./button.module.css";

interface Props {
	readonly children: ReactNode;
	/** `main` is the primary action of a screen. */
	readonly variant?: "main" | "plain" | "quiet";
	readonly icon?: IconName;
	/** Shows only the icon on a phone; the text stays the accessible name. */
	readonly isCompact?: boolean;
	/** Shows only the icon on every screen. */
	readonly isIcon?: boolean;
	/** Makes the button a toggle button. */
	readonly isPressed?: boolean;
	readonly type?: "button" | "submit";
	readonly isDisabled?: boolean;
	/** The action is running: a second press is ignored, and the focus stays. */
	readonly isPending?: boolean;
	readonly onPress?: () => void;
	/** The button is about to be pressed: a pointer or the focus is on it. Called again each time. */
	readonly onIntent?: (() => void) | undefined;
	readonly "aria-label"?: string | undefined;
	readonly "aria-describedby"?: string;
}

/** A native button, so that simple pages do not load React Aria. */
export const Button = ({
	variant = "plain",
	icon,
	isCompact = false,
	isIcon = false,
	isPressed,
	type = "button",
	isDisabled = false,
	isPending = false,
	onPress,
	onIntent,
	children,
	...rest
}: Props) => (
	<button
		{...rest}
		type={type}
		className={styles.button}
		data-variant={variant}
		data-compact={isCompact || undefined}
		data-icon={isIcon || undefined}
		title={isIcon && typeof children === "string" ? children : undefined}
		aria-pressed={isPressed}
		disabled={isDisabled}
		aria-disabled={isPending || undefined}
		aria-busy={isPending || undefined}
		onPointerEnter={onIntent}
		onFocus={onIntent}
		onClick={(event) => {
			if (isPending) event.preventDefault();
			else onPress?.();
		}}
	>
		{icon ? <Icon name={icon} size={15} /> : null}
		<span>{children}</span>
	</button>
);
