import {
	type ComponentProps,
	type KeyboardEvent,
	type MouseEvent,
	type PointerEvent,
	useEffect,
	useId,
	useRef,
	useState,
} from "react";

let lastPosition: { readonly x: number; readonly y: number } | null = null;
let isTracking = false;

/** Records the mouse position, which a touch does not change. Idempotent. */
function trackMouse(): void {
	if (isTracking) return;
	isTracking = true;
	const record = ({ clientX: x, clientY: y, pointerType }: WindowEventMap["pointermove"]) => {
		if (pointerType === "mouse") lastPosition = { x, y };
	};
	for (const event of ["pointermove", "pointerdown"] as const)
		addEventListener(event, record, { passive: true, capture: true });
}

/** Whether the pointer moved to get here. A new page or a closing dialog can have elements under a pointer that rests. */
const hasMouseMoved = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): boolean =>
	lastPosition !== null && (lastPosition.x !== clientX || lastPosition.y !== clientY);

/** Where the menu is a sheet (action-menu.module.css), hovering would cover the page. */
const isSheet = (): boolean => matchMedia("(max-width: 39.9375em)").matches;

/** A menu that was opened by a press has the focus. Hovering another trigger does not close it. */
const isMenuFocused = (): boolean => Boolean(document.activeElement?.closest("[role=menu]"));

/** What opened the menu; null while it is closed. */
export type OpenReason = "hover" | "press" | null;

export type MenuTriggerProps = Pick<
	ComponentProps<"button">,
	"aria-haspopup" | "aria-expanded" | "popoverTarget" | "onClick" | "onKeyDown"
>;

/** Delays that ignore a pointer passing over a card, or moving from the card to its menu. */
const HOVER_DELAY_MS = 90;
const LEAVE_DELAY_MS = 160;

/** State of a menu that opens on hover or on a press. A press keeps a hovered menu open. */
export function useMenuOpenState(opensOnHover: boolean) {
	const menuId = useId();
	const [openReason, setOpenReason] = useState<OpenReason>(null);
	const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const change = (next: OpenReason) => {
		clearTimeout(timer.current);
		setOpenReason(next);
	};
	const scheduleChange = (delay: number, getNextReason: (now: OpenReason) => OpenReason) => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setOpenReason(getNextReason), delay);
	};
	useEffect(() => {
		trackMouse();
		return () => clearTimeout(timer.current);
	}, []);
	const openByPress = (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
		event.preventDefault();
		// Safari does not focus a pressed button.
		event.currentTarget.focus();
		change("press");
	};
	/** Whether the event opens or closes the menu by hovering: a mouse without a pressed button, where there is room. */
	const isHover = (event: PointerEvent) =>
		opensOnHover && event.pointerType === "mouse" && event.buttons === 0 && !isSheet();
	const close = () => change(null);
	// Keeps the browser from closing the menu before the press of its own button is handled.
	const popoverTarget = openReason === null ? undefined : menuId;
	const triggerProps: MenuTriggerProps = {
		"aria-haspopup": "menu",
		"aria-expanded": openReason !== null,
		popoverTarget,
		onClick: openReason === "press" ? close : openByPress,
		onKeyDown: (event) => (event.key === "ArrowDown" || event.key === "ArrowUp" ? openByPress(event) : undefined),
	};
	return {
		menuId,
		openReason,
		close,
		triggerProps,
		moreProps: { popoverTarget, onClick: openReason === null ? openByPress : close },
		hoverProps: {
			onPointerEnter: (event: PointerEvent) => {
				if (isHover(event) && hasMouseMoved(event) && !isMenuFocused())
					scheduleChange(HOVER_DELAY_MS, (now) => now ?? "hover");
			},
			onPointerLeave: (event: PointerEvent) => {
				if (isHover(event)) scheduleChange(LEAVE_DELAY_MS, (now) => (now === "hover" ? null : now));
			},
		},
	};
}
