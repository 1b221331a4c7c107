import { type FocusEvent, useEffect, useRef } from "react";

/** Time for a closing menu or dialog to restore the focus itself. */
const FOCUS_RETURN_DELAY_MS = 60;

const isGone = (element: Element): boolean => !element.isConnected || element.matches(":disabled");

/**
 * Restores the focus when the focused element disappears: to the button with the same `data-place`, else to the title
 * or the host.
 */
export function useFocusRestore<Host extends HTMLElement>() {
	const host = useRef<Host>(null);
	const lastFocus = useRef<{ readonly element: Element; readonly place: string | null } | null>(null);
	useEffect(() => {
		const timeout = setTimeout(() => {
			const { activeElement, body } = document;
			if (
				!lastFocus.current ||
				(activeElement !== null && activeElement !== body) ||
				!isGone(lastFocus.current.element)
			)
				return;
			const { place } = lastFocus.current;
			const replacement = place && host.current?.querySelector<HTMLElement>(`[data-place="${place}"] button`);
			const title = host.current?.querySelector<HTMLElement>("h1[tabindex]");
			const next = replacement || title || host.current;
			next?.focus({ preventScroll: true });
			// After a key, the focus must be in sight; after a touch, nothing may move.
			if (next?.matches(":focus-visible")) next.scrollIntoView({ block: "nearest" });
		}, FOCUS_RETURN_DELAY_MS);
		return () => clearTimeout(timeout);
	});
	return {
		ref: host,
		tabIndex: -1,
		onFocusCapture: ({ target }: FocusEvent) => {
			const ownPlace = target.closest<HTMLElement>("[data-place]")?.dataset.place;
			// Menus and dialogs are rendered outside the host, and count as part of the place that opened them.
			const previousPlace = host.current?.contains(target) ? null : (lastFocus.current?.place ?? null);
			lastFocus.current = { element: target, place: ownPlace ?? previousPlace };
		},
	};
}
