import { type PointerEvent, useEffect, useRef, useState } from "react";
import { hasMoved, watchMouse } from "./resting-mouse.ts";

/** What opened a menu: the mouse that rests on it, or a press; null while it is closed. */
type Opening = "hover" | "press" | null;

/** Milliseconds: passing over a card opens nothing, and the way from the card to its menu closes nothing. */
const REST = 90;
const WAY = 160;

/** The menu that is open now: another one puts it away. */
let openMenu: ((opening: Opening) => void) | null = null;

/** Opens on the mouse's rest and closes when it leaves; a press opens for good, or keeps what the mouse opened. */
export function useHoverOpening(opensOnHover: boolean) {
	const [opening, setOpening] = useState<Opening>(null);
	const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const isPressed = useRef(false);
	const isHeld = useRef(false);
	const release = useRef<AbortController | null>(null);
	const soon = (delay: number, next: (now: Opening) => Opening) => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setOpening(next), delay);
	};
	useEffect(() => {
		watchMouse();
		return () => {
			clearTimeout(timer.current);
			release.current?.abort();
		};
	}, []);
	useEffect(() => {
		if (opening === null) return;
		if (openMenu !== setOpening) openMenu?.(null);
		openMenu = setOpening;
	}, [opening]);

	/** A menu that opened under the mouse's button would keep whatever holds it from being carried away. */
	const atRelease = (next: Opening) => {
		release.current?.abort();
		const waiting = new AbortController();
		release.current = waiting;
		for (const event of ["pointerup", "pointercancel", "dragstart"])
			addEventListener(
				event,
				({ type }) => {
					waiting.abort();
					if (type === "pointerup") setOpening(next);
				},
				{ signal: waiting.signal },
			);
	};

	const isMouse = (event: PointerEvent) => opensOnHover && event.pointerType === "mouse" && event.buttons === 0;
	const close = () => {
		clearTimeout(timer.current);
		setOpening(null);
	};
	return {
		opening,
		close,
		toggle: (open: boolean) => {
			clearTimeout(timer.current);
			const keeps = open || (opening === "hover" && isPressed.current);
			isPressed.current = false;
			(isHeld.current ? atRelease : setOpening)(keeps ? "press" : null);
		},
		hover: {
			onPointerEnter: (event: PointerEvent) => {
				if (isMouse(event) && hasMoved(event)) soon(REST, (now) => now ?? "hover");
			},
			onPointerLeave: (event: PointerEvent) => {
				if (isMouse(event)) soon(WAY, (now) => (now === "hover" ? null : now));
			},
			onPointerDownCapture: (event: PointerEvent) => {
				isPressed.current = true;
				isHeld.current = opensOnHover && event.pointerType === "mouse";
				const letGo = () => {
					isHeld.current = false;
				};
				for (const end of ["pointerup", "pointercancel"]) addEventListener(end, letGo, { capture: true, once: true });
			},
		},
	};
}
