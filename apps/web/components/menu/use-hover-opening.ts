import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
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
	const isHeld = useRef(false);
	const release = useRef<AbortController | null>(null);
	const anchor = useRef<HTMLSpanElement>(null);
	const soon = (delay: number, next: (now: Opening) => Opening) => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setOpening(next), delay);
	};
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
					// After the click that follows, which is the trigger's or the open menu's own.
					if (type === "pointerup") setTimeout(() => setOpening(next));
				},
				{ signal: waiting.signal },
			);
	};
	useEffect(() => {
		watchMouse();
		return () => {
			clearTimeout(timer.current);
			release.current?.abort();
		};
	}, []);
	const keep = useEffectEvent(() => atRelease("press"));
	useEffect(() => {
		if (opening !== "hover") return;
		// A menu that is open takes a press beside it for its own, and the trigger never hears of it.
		const onPress = ({ target }: Event) => {
			if (target instanceof Node && anchor.current?.contains(target)) keep();
		};
		addEventListener("pointerdown", onPress, { capture: true });
		return () => removeEventListener("pointerdown", onPress, { capture: true });
	}, [opening]);
	useEffect(() => {
		if (opening === null) return;
		if (openMenu !== setOpening) openMenu?.(null);
		openMenu = setOpening;
	}, [opening]);

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
			(isHeld.current ? atRelease : setOpening)(open ? "press" : null);
		},
		hover: {
			ref: anchor,
			onPointerEnter: (event: PointerEvent) => {
				if (isMouse(event) && hasMoved(event)) soon(REST, (now) => now ?? "hover");
			},
			onPointerLeave: (event: PointerEvent) => {
				if (isMouse(event)) soon(WAY, (now) => (now === "hover" ? null : now));
			},
			onPointerDownCapture: (event: PointerEvent) => {
				isHeld.current = opensOnHover && event.pointerType === "mouse";
				const letGo = () => {
					isHeld.current = false;
				};
				for (const end of ["pointerup", "pointercancel"]) addEventListener(end, letGo, { capture: true, once: true });
			},
		},
	};
}
