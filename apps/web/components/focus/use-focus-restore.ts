import { type FocusEvent, useEffect, useRef } from "react";

/** Time for a closing menu or dialog to restore the focus itself. */
const FOCUS_RETURN_DELAY_MS = 60;

const isGone = (element: Element): boolean => !element.isConnected || element.matches(":disabled");

const hasLostFocus = (element: Element): boolean =>
	isGone(element) && (document.activeElement === null || document.activeElement === document.body);

interface LastFocus {
	readonly element: Element;
	/** The last focused element in the host, such as the button that opened a dialog. */
	readonly inHost: HTMLElement | null;
	readonly place: string | null;
}

/**
 * Restores the focus when the focused element disappears: to the open dialog, else to the button that opened the dialog
 * which has closed, else to the button with the same `data-place`, else to the title or the host.
 */
export function useFocusRestore<Host extends HTMLElement>() {
	const host = useRef<Host>(null);
	const lastFocus = useRef<LastFocus | null>(null);
	useEffect(() => {
		let timeout: ReturnType<typeof setTimeout> | undefined;
		const restore = () => {
			timeout = undefined;
			if (!lastFocus.current || !hasLostFocus(lastFocus.current.element)) return;
			const { inHost, place } = lastFocus.current;
			const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
			const opener = inHost && !isGone(inHost) ? inHost : null;
			const replacement = place && host.current?.querySelector<HTMLElement>(`[data-place="${place}"] button`);
			const title = host.current?.querySelector<HTMLElement>("h1[tabindex]");
			const next = dialog || opener || replacement || title || host.current;
			next?.focus({ preventScroll: true });
			// After a key, the focus must be in sight; after a touch, nothing may move.
			if (next?.matches(":focus-visible")) next.scrollIntoView({ block: "nearest" });
		};
		// No event tells that the focused element was removed or disabled. In the latter case it loses the focus a moment later.
		const observer = new MutationObserver(() => {
			if (lastFocus.current && isGone(lastFocus.current.element))
				timeout ??= setTimeout(restore, FOCUS_RETURN_DELAY_MS);
		});
		observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
		return () => {
			observer.disconnect();
			clearTimeout(timeout);
		};
	}, []);
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
