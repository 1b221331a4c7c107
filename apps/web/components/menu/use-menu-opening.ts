import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";

/** What opened a menu; null while it is closed. */
type OpenedBy = "hover" | "press" | null;

/** Long enough to cross a card without opening its menu. */
const HOVER_DELAY_MS = 90;
/** Long enough to move from the card to its menu. */
const LEAVE_DELAY_MS = 160;

/** The open menu of the page: it closes when another one opens. */
let closeOpenMenu: (() => void) | null = null;

let lastPosition: { readonly x: number; readonly y: number } | null = null;
let isTracking = false;

function trackMouse(): void {
	if (isTracking) return;
	isTracking = true;
	const onPointer = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
		lastPosition = { x, y };
	};
	for (const type of ["pointermove", "pointerdown"] as const)
		addEventListener(type, onPointer, { passive: true, capture: true });
}

/** Whether the mouse moved onto the element. A dialog that closes uncovers elements under a mouse that did not move. */
const hasMoved = ({ clientX, clientY }: PointerEvent): boolean =>
	lastPosition === null || lastPosition.x !== clientX || lastPosition.y !== clientY;

/** Opens a menu by hover, if wanted, until the mouse leaves. A press opens it, or keeps it open, until it is dismissed. */
export function useMenuOpening(opensOnHover: boolean) {
	const [openedBy, setOpenedBy] = useState<OpenedBy>(null);
	const anchor = useRef<HTMLSpanElement>(null);
	const popover = useRef<HTMLElement>(null);
	const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const isMouseDown = useRef(false);
	const release = useRef<AbortController | null>(null);

	const setLater = (delay: number, next: (openedBy: OpenedBy) => OpenedBy) => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setOpenedBy(next), delay);
	};
	/** A menu that opens while the mouse button is down would keep the card from being dragged. */
	const setAfterRelease = (next: OpenedBy) => {
		release.current?.abort();
		const waiting = new AbortController();
		release.current = waiting;
		for (const type of ["pointerup", "pointercancel", "dragstart"])
			addEventListener(
				type,
				() => {
					waiting.abort();
					// After the click that follows, which belongs to the trigger or to the open menu.
					if (type === "pointerup") setTimeout(() => setOpenedBy(next));
				},
				{ signal: waiting.signal },
			);
	};
	useEffect(() => {
		if (opensOnHover) trackMouse();
		return () => {
			clearTimeout(timer.current);
			release.current?.abort();
		};
	}, [opensOnHover]);

	// The popover is not modal: nothing covers the page, and a press outside is heard here.
	const onPointerDown = useEffectEvent(({ target }: Event) => {
		if (!(target instanceof Node) || popover.current?.contains(target)) return;
		if (!anchor.current?.contains(target)) setOpenedBy(null);
		else if (openedBy === "hover") setAfterRelease("press");
	});
	// Opened by hover the menu does not have the focus, and so does not hear Escape itself.
	const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
		if (key === "Escape") setOpenedBy(null);
	});
	useEffect(() => {
		if (openedBy === null) return;
		const listeners = new AbortController();
		addEventListener("pointerdown", onPointerDown, { capture: true, signal: listeners.signal });
		addEventListener("keydown", onKeyDown, { signal: listeners.signal });
		return () => listeners.abort();
	}, [openedBy]);

	useEffect(() => {
		if (openedBy === null) return;
		const close = () => setOpenedBy(null);
		closeOpenMenu?.();
		closeOpenMenu = close;
		return () => {
			if (closeOpenMenu === close) closeOpenMenu = null;
		};
	}, [openedBy]);

	const isHovering = (event: PointerEvent) => opensOnHover && event.pointerType === "mouse" && event.buttons === 0;
	return {
		openedBy,
		popover,
		close: () => {
			clearTimeout(timer.current);
			setOpenedBy(null);
		},
		onOpenChange: (isOpen: boolean) => {
			clearTimeout(timer.current);
			(isMouseDown.current ? setAfterRelease : setOpenedBy)(isOpen ? "press" : null);
		},
		anchorProps: {
			ref: anchor,
			onPointerEnter: (event: PointerEvent) => {
				if (isHovering(event) && hasMoved(event)) setLater(HOVER_DELAY_MS, (now) => now ?? "hover");
			},
			onPointerLeave: (event: PointerEvent) => {
				if (isHovering(event)) setLater(LEAVE_DELAY_MS, (now) => (now === "hover" ? null : now));
			},
			onPointerDownCapture: (event: PointerEvent) => {
				isMouseDown.current = opensOnHover && event.pointerType === "mouse";
				const onRelease = () => {
					isMouseDown.current = false;
				};
				for (const type of ["pointerup", "pointercancel"])
					addEventListener(type, onRelease, { capture: true, once: true });
			},
		},
	};
}
