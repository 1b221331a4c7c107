import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";

let lastPosition: { readonly x: number; readonly y: number } | null = null;
let isTracking = false;

/** Records the mouse position. Idempotent. */
function trackMouse(): void {
	if (isTracking) return;
	isTracking = true;
	const record = ({ clientX: x, clientY: y }: MouseEvent) => {
		lastPosition = { x, y };
	};
	for (const event of ["pointermove", "pointerdown"] as const)
		addEventListener(event, record, { passive: true, capture: true });
}

/** Whether the pointer moved to get here. A closing dialog can reveal elements under a pointer that has not moved. */
const hasMouseMoved = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): boolean =>
	lastPosition === null || lastPosition.x !== clientX || lastPosition.y !== clientY;

/** What opened the menu; null while it is closed. */
type OpenReason = "hover" | "press" | null;

/** Delays that ignore a pointer passing over a card, or moving from the card to its menu. */
const HOVER_DELAY_MS = 90;
const LEAVE_DELAY_MS = 160;

/** The menu that is open now. Opening another one closes it. */
let openMenu: ((reason: OpenReason) => void) | null = null;

/** State of a menu that opens on hover or on a press. A press keeps a hovered menu open. */
export function useMenuOpenState(opensOnHover: boolean) {
	const [openReason, setOpenReason] = useState<OpenReason>(null);
	const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const isMouseDown = useRef(false);
	const release = useRef<AbortController | null>(null);
	const anchor = useRef<HTMLSpanElement>(null);
	const more = useRef<HTMLButtonElement>(null);
	/** Whether the menu was open when the press on the more-actions button began. */
	const wasOpen = useRef(false);
	const scheduleChange = (delay: number, next: (now: OpenReason) => OpenReason) => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setOpenReason(next), delay);
	};
	/**
	 * Waits for the mouse button's release, because a menu that opens on pointer down would prevent dragging the
	 * trigger.
	 */
	const changeAfterRelease = (next: OpenReason) => {
		release.current?.abort();
		const controller = new AbortController();
		release.current = controller;
		for (const event of ["pointerup", "pointercancel", "dragstart"])
			addEventListener(
				event,
				({ type }) => {
					controller.abort();
					// Runs after the click, which the trigger or the open menu handles.
					if (type === "pointerup") setTimeout(() => setOpenReason(next));
				},
				{ signal: controller.signal },
			);
	};
	useEffect(() => {
		trackMouse();
		return () => {
			clearTimeout(timer.current);
			release.current?.abort();
		};
	}, []);
	const keepOpen = useEffectEvent(() => changeAfterRelease("press"));
	useEffect(() => {
		if (openReason !== "hover") return;
		// An open menu handles a press outside it, so the trigger does not receive it.
		const onPress = ({ target }: Event) => {
			if (!(target instanceof Node) || more.current?.contains(target)) return;
			if (anchor.current?.contains(target)) keepOpen();
		};
		addEventListener("pointerdown", onPress, { capture: true });
		return () => removeEventListener("pointerdown", onPress, { capture: true });
	}, [openReason]);
	useEffect(() => {
		if (openReason === null) return;
		if (openMenu !== setOpenReason) openMenu?.(null);
		openMenu = setOpenReason;
	}, [openReason]);

	const isMouse = (event: PointerEvent) => opensOnHover && event.pointerType === "mouse" && event.buttons === 0;
	const close = () => {
		clearTimeout(timer.current);
		setOpenReason(null);
	};
	return {
		openReason,
		close,
		toggle: (open: boolean) => {
			clearTimeout(timer.current);
			(isMouseDown.current ? changeAfterRelease : setOpenReason)(open ? "press" : null);
		},
		moreProps: {
			ref: more,
			onPointerDown: () => {
				wasOpen.current = openReason !== null;
			},
			onClick: () => {
				clearTimeout(timer.current);
				setOpenReason(wasOpen.current ? null : "press");
				wasOpen.current = false;
			},
		},
		hoverProps: {
			ref: anchor,
			onPointerEnter: (event: PointerEvent) => {
				if (isMouse(event) && hasMouseMoved(event)) scheduleChange(HOVER_DELAY_MS, (now) => now ?? "hover");
			},
			onPointerLeave: (event: PointerEvent) => {
				if (isMouse(event)) scheduleChange(LEAVE_DELAY_MS, (now) => (now === "hover" ? null : now));
			},
			onPointerDownCapture: (event: PointerEvent) => {
				isMouseDown.current = opensOnHover && event.pointerType === "mouse";
				const onRelease = () => {
					isMouseDown.current = false;
				};
				for (const end of ["pointerup", "pointercancel"])
					addEventListener(end, onRelease, { capture: true, once: true });
			},
		},
	};
}
