import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Closes an open menu on a press outside or on Escape, which returns the focus to the menu's button. The host holds both the
 * button and the menu.
 */
export function useMenuDismissal(host: RefObject<HTMLElement | null>, isOpen: boolean, onClose: () => void): void {
	const close = useEffectEvent(onClose);
	useEffect(() => {
		if (!isOpen) return;
		const stop = new AbortController();
		const { signal } = stop;
		const onKey = ({ key }: KeyboardEvent) => {
			if (key !== "Escape") return;
			const { activeElement, body } = document;
			// Safari does not focus a pressed button.
			const hasFocus = activeElement === null || activeElement === body || host.current?.contains(activeElement);
			if (hasFocus) host.current?.querySelector<HTMLElement>("summary, [aria-expanded]")?.focus();
			close();
		};
		document.addEventListener("keydown", onKey, { signal });
		document.addEventListener(
			"pointerdown",
			({ target }) => {
				if (!(target instanceof Node && host.current?.contains(target))) close();
			},
			{ signal },
		);
		return () => stop.abort();
	}, [host, isOpen]);
}
