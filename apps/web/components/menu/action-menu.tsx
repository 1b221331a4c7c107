import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./action-menu.module.css";
import { useMenuOpenState } from "./use-menu-open-state.ts";

export interface MenuAction<Id extends string> {
	readonly id: Id;
	readonly label: string;
	readonly icon: IconName;
	/** A destructive action, shown in red. */
	readonly isDanger?: boolean;
}
interface Props<Id extends string> {
	readonly label: string;
	readonly actions: readonly MenuAction<Id>[];
	readonly onAction: (id: Id) => void;
	/** Hovering the trigger opens the menu, and leaving it closes the menu. */
	readonly opensOnHover?: boolean;
	/** Adds a more-actions button with this label in the corner of the trigger. */
	readonly moreLabel?: string;
	/** The trigger: one React Aria button. */
	readonly children: ReactNode;
}

/**
 * A menu of actions. Opened by a press, it takes the focus and stays open until dismissed. Opened by hovering, it does
 * not take the focus, and a press on the trigger keeps it open. The more-actions button closes an open menu.
 */
export const ActionMenu = <Id extends string>({
	label,
	actions,
	onAction,
	opensOnHover = false,
	moreLabel,
	children,
}: Props<Id>) => {
	const { openReason, toggle, hoverProps, moreProps, close } = useMenuOpenState(opensOnHover);
	const isHovering = openReason === "hover";
	return (
		<span className={styles.anchor} {...hoverProps}>
			<MenuTrigger isOpen={openReason !== null} onOpenChange={toggle}>
				{children}
				<Popover
					key={openReason}
					className={styles.popover ?? ""}
					data-by={openReason ?? undefined}
					placement="bottom"
					offset={6}
					isNonModal={isHovering}
				>
					<Menu
						aria-label={label}
						className={styles.menu ?? ""}
						autoFocus={isHovering ? false : "first"}
						onClose={close}
						onAction={(key) => {
							close();
							const chosen = actions.find(({ id }) => id === key);
							if (chosen) onAction(chosen.id);
						}}
					>
						{actions.map(({ id, label: text, icon, isDanger }) => (
							<MenuItem
								key={id}
								id={id}
								className={styles.item ?? ""}
								textValue={text}
								data-danger={isDanger || undefined}
							>
								<Icon name={icon} size={17} />
								{text}
							</MenuItem>
						))}
					</Menu>
				</Popover>
			</MenuTrigger>
			{moreLabel === undefined ? null : (
				// Left out of the tab order, because the trigger opens the same menu.
				<button
					type="button"
					className={styles.more}
					tabIndex={-1}
					aria-label={moreLabel}
					aria-haspopup="menu"
					aria-expanded={openReason !== null}
					{...moreProps}
				>
					<Icon name="more" size={16} />
				</button>
			)}
		</span>
	);
};
