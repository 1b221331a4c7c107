import { type FocusEvent, useEffect, useRef } from "react";

/** Time for a closing menu or dialog to restore the focus itself. */
const FOCUS_RETURN_DELAY_MS = 60;

const isGone = (element: Element): boolean => !element.isConnected || element.matches(":disabled");

interface LastFocus {
	readonly element: Element;
	/** The last one in the host, such as the button that opened a dialog. */
	readonly inHost: HTMLElement | null;
	readonly place: string | null;
}

/**
 * Restores the focus when the focused element disappears: to the button that opened its dialog, else to the button with the
 * same `data-place`, else to the title or the host.
 */
export function useFocusRestore<Host extends HTMLElement>() {
	const host = useRef<Host>(null);
	const lastFocus = useRef<LastFocus | null>(null);
	useEffect(() => {
		const timeout = setTimeout(() => {
			const { activeElement, body } = document;
			if (
				!lastFocus.current ||
				(activeElement !== null && activeElement !== body) ||
				!isGone(lastFocus.current.element)
			)
				return;
			const { inHost, place } = lastFocus.current;
			const opener = inHost && !isGone(inHost) ? inHost : null;
			const replacement = place && host.current?.querySelector<HTMLElement>(`[data-place="${place}"] button`);
			const title = host.current?.querySelector<HTMLElement>("h1[tabindex]");
			const next = opener || replacement || title || host.current;
			next?.focus({ preventScroll: true });
			// After a key, the focus must be in sight; after a touch, nothing may move.
			if (next?.matches(":focus-visible")) next.scrollIntoView({ block: "nearest" });
		}, FOCUS_RETURN_DELAY_MS);
		return () => clearTimeout(timeout);
	});
	return {
		ref: host,
		tabIndex: -1,
		onFocusCapture: ({ target }: FocusEvent<HTMLElement>) => {
			const ownPlace = target.closest<HTMLElement>("[data-place]")?.dataset.place;
			// Menus and dialogs are rendered outside the host, and count as part of the place that opened them.
			const opener = host.current?.contains(target) ? null : lastFocus.current;
			const inHost = opener ? opener.inHost : target;
			lastFocus.current = { element: target, inHost, place: ownPlace ?? opener?.place ?? null };
		},
	};
}
