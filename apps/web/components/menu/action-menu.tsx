import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./action-menu.module.css";
import { useMenuOpening } from "./use-menu-opening.ts";

export interface MenuAction<Id extends string> {
	readonly id: Id;
	readonly label: string;
	readonly icon: IconName;
	/** Undoes or takes away: drawn in red. */
	readonly isDanger?: boolean;
}
interface Props<Id extends string> {
	readonly label: string;
	readonly actions: readonly MenuAction<Id>[];
	readonly onAction: (id: Id) => void;
	/** Whether hovering over the trigger with the mouse opens it. */
	readonly opensOnHover?: boolean;
	/** The trigger: one React Aria button. */
	readonly children: ReactNode;
}

/**
 * A menu that its trigger opens by mouse, touch or keyboard. Opened by a press it takes the focus and stays until it is
 * dismissed; opened by hover it leaves the focus where it is. It is not modal: making the whole page inert for a menu
 * costs a style pass over every element.
 */
export const ActionMenu = <Id extends string>({
	label,
	actions,
	onAction,
	opensOnHover = false,
	children,
}: Props<Id>) => {
	const { openedBy, popover, close, onOpenChange, anchorProps } = useMenuOpening(opensOnHover);
	return (
		<span className={styles.anchor} {...anchorProps}>
			<MenuTrigger isOpen={openedBy !== null} onOpenChange={onOpenChange}>
				{children}
				<Popover key={openedBy} ref={popover} className={styles.popover ?? ""} placement="bottom" offset={6} isNonModal>
					<Menu
						aria-label={label}
						className={styles.menu ?? ""}
						autoFocus={openedBy === "hover" ? false : "first"}
						onClose={close}
						onAction={(key) => {
							close();
							const action = actions.find(({ id }) => id === key);
							if (action) onAction(action.id);
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
		</span>
	);
};
