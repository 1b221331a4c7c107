import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./action-menu.module.css";
import { type MenuTriggerProps, type OpenReason, useMenuOpenState } from "./use-menu-open-state.ts";

export interface MenuAction<Id extends string> {
	readonly id: Id;
	readonly label: string;
	readonly icon: IconName;
	/** A destructive action, shown in red. */
	readonly isDanger?: boolean;
}
interface Props<Id extends string> {
	readonly label: string;
	/** Lists the actions when the menu opens; null if there is no menu. */
	readonly getActions: (() => readonly MenuAction<Id>[]) | null;
	readonly onAction: (id: Id) => void;
	/** Hovering the trigger opens the menu, and leaving it closes the menu. */
	readonly opensOnHover?: boolean;
	/** What the menu is about, shown where it is a sheet at the bottom of a phone. The trigger says the same. */
	readonly header?: ReactNode;
	/** Adds a more-actions button with this label in the corner of the trigger. */
	readonly moreLabel?: string;
	/** Renders the trigger: one button with the given props. */
	readonly children: (trigger: MenuTriggerProps) => ReactNode;
}

/**
 * Moves the focus in a menu with the arrow keys, Home, End or the first letter of an item. Tab goes from item to item too, for
 * people who have no other keys than Tab and Enter. Returns false if Tab leaves the menu. Leaves the browser's shortcuts alone.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>): boolean {
	if (event.ctrlKey || event.metaKey || event.altKey) return true;
	const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
	const index = items.findIndex((item) => item.matches(":focus"));
	if (event.key === "Tab") {
		const next = items[event.shiftKey ? index - 1 : index + 1];
		if (!next) return false;
		event.preventDefault();
		next.focus();
		return true;
	}
	const steps: Readonly<Record<string, number>> = {
		ArrowDown: (index + 1) % items.length,
		ArrowUp: index <= 0 ? items.length - 1 : index - 1,
		Home: 0,
		End: items.length - 1,
	};
	const startsWithKey = (item: HTMLElement) =>
		item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase());
	const next = items[steps[event.key] ?? -1] ?? [...items.slice(index + 1), ...items].find(startsWithKey);
	if (!next || event.key === " ") return true;
	event.preventDefault();
	next.focus();
	return true;
}

interface PopoverProps<Id extends string> extends Pick<Props<Id>, "label" | "header" | "onAction"> {
	readonly id: string;
	readonly actions: readonly MenuAction<Id>[];
	readonly openReason: OpenReason;
	readonly onClose: () => void;
}

/** The open menu. The browser closes it on Escape or a press outside, and returns the focus to the trigger. */
const MenuPopover = <Id extends string>({
	id,
	label,
	header,
	actions,
	openReason,
	onAction,
	onClose,
}: PopoverProps<Id>) => {
	const popover = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		popover.current?.showPopover();
		if (openReason === "press") popover.current?.querySelector("button")?.focus({ preventScroll: true });
	}, [openReason]);
	const choose = (action: Id) => {
		popover.current?.hidePopover();
		onClose();
		onAction(action);
	};
	return (
		<div
			ref={popover}
			id={id}
			popover="auto"
			role="menu"
			tabIndex={-1}
			aria-label={label}
			className={styles.popover}
			onKeyDown={(event) => moveFocus(event) || popover.current?.hidePopover()}
			onToggle={({ newState }) => newState === "closed" && onClose()}
		>
			{header ? (
				<div className={styles.header} aria-hidden="true">
					{header}
				</div>
			) : null}
			{actions.map((action) => (
				<button
					key={action.id}
					type="button"
					role="menuitem"
					tabIndex={-1}
					className={styles.item}
					data-danger={action.isDanger || undefined}
					onClick={() => choose(action.id)}
				>
					<Icon name={action.icon} size={17} />
					{action.label}
				</button>
			))}
		</div>
	);
};

/**
 * A menu of actions. Opened by a press, it takes the focus and stays open until dismissed. Opened by hovering, it does
 * not take the focus, and a press on the trigger keeps it open. The more-actions button closes an open menu.
 */
export const ActionMenu = <Id extends string>({
	label,
	getActions,
	onAction,
	opensOnHover = false,
	moreLabel,
	header,
	children,
}: Props<Id>) => {
	const { menuId, openReason, close, triggerProps, moreProps, hoverProps } = useMenuOpenState(opensOnHover);
	const isOpen = getActions !== null && openReason !== null;
	return (
		<div className={styles.anchor} data-open={isOpen || undefined} {...(getActions ? hoverProps : {})}>
			{children(getActions ? triggerProps : {})}
			{getActions && moreLabel !== undefined ? (
				// Left out of the tab order, because the trigger opens the same menu.
				<button
					type="button"
					className={styles.more}
					tabIndex={-1}
					aria-label={moreLabel}
					aria-haspopup="menu"
					aria-expanded={isOpen}
					{...moreProps}
				>
					<Icon name="more" size={16} />
				</button>
			) : null}
			{isOpen ? (
				// Remounted when a press follows hovering, so that the focus returns to the trigger.
				<MenuPopover
					key={openReason}
					id={menuId}
					label={label}
					header={header}
					actions={getActions()}
					openReason={openReason}
					onAction={onAction}
					onClose={close}
				/>
			) : null}
		</div>
	);
};
