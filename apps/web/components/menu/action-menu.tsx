import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./action-menu.module.css";

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
	/** What opens it: one React Aria button. */
	readonly children: ReactNode;
}

/** A list of things to do, opened by its trigger with mouse, touch or keyboard. */
export const ActionMenu = <Id extends string>({ label, actions, onAction, children }: Props<Id>) => (
	<MenuTrigger>
		{children}
		<Popover className={styles.popover ?? ""} placement="bottom" offset={6}>
			<Menu
				aria-label={label}
				className={styles.menu ?? ""}
				onAction={(key) => {
					const chosen = actions.find(({ id }) => id === key);
					if (chosen) onAction(chosen.id);
				}}
			>
				{actions.map(({ id, label: words, icon, isDanger }) => (
					<MenuItem
						key={id}
						id={id}
						className={styles.item ?? ""}
						textValue={words}
						data-danger={isDanger || undefined}
					>
						<Icon name={icon} size={17} />
						{words}
					</MenuItem>
				))}
			</Menu>
		</Popover>
	</MenuTrigger>
);
