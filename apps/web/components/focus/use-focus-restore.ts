import { type FocusEvent, useEffect, useRef } from "react";

/** By then a closing menu or dialog has returned the focus if it could. */
const FOCUS_RETURN_DELAY_MS = 60;

const isGone = (element: Element): boolean => !element.isConnected || element.matches(":disabled");

/**
 * Restores the focus when the focused element disappears: to the button with the same `data-place`, else to the title
 * or the host.
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
			// Menus and dialogs are rendered outside the host and belong to the place that opened them.
			const before = host.current?.contains(target) ? null : (at.current?.place ?? null);
			at.current = { element: target, place: own ?? before };
		},
	};
}
