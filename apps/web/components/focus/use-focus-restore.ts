import { type FocusEvent, useEffect, useRef } from "react";

/** Milliseconds after which a menu or a dialog that closes has given the focus back, where it could. */
const FOCUS_RETURN_DELAY_MS = 60;

const isGone = (element: Element): boolean => !element.isConnected || element.matches(":disabled");

/**
 * Keeps the keyboard where it was working: what is done with a player draws her place anew, and the button that did it is
 * no more. The focus goes to whatever can be pressed at that place now (`data-place`), else to the host or its title.
 */
export function useFocusRestore<Host extends HTMLElement>() {
	const host = useRef<Host>(null);
	const at = useRef<{ readonly element: Element; readonly place: string | null } | null>(null);
	useEffect(() => {
		const soon = setTimeout(() => {
			const { activeElement, body } = document;
			if (!at.current || (activeElement !== null && activeElement !== body) || !isGone(at.current.element)) return;
			const { place } = at.current;
			const there = place && host.current?.querySelector<HTMLElement>(`[data-place="${place}"] button`);
			const name = host.current?.querySelector<HTMLElement>("h1[tabindex]");
			(there || name || host.current)?.focus({ preventScroll: true });
		}, FOCUS_RETURN_DELAY_MS);
		return () => clearTimeout(soon);
	});
	return {
		ref: host,
		tabIndex: -1,
		onFocusCapture: ({ target }: FocusEvent) => {
			const own = target.closest<HTMLElement>("[data-place]")?.dataset.place;
			// A menu or a dialog of a place stands elsewhere in the page.
			const before = host.current?.contains(target) ? null : (at.current?.place ?? null);
			at.current = { element: target, place: own ?? before };
		},
	};
}
