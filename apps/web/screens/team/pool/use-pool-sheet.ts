import { useSearchParams } from "react-router";
import { withParams } from "../../../app/search-params.ts";

/** State of the pool sheet in the URL, so that Back closes it. */
export function usePoolSheet() {
	const [search, setSearch] = useSearchParams();
	const show = (open: boolean) => {
		// The rendered URL may be older than the current one.
		const current = new URLSearchParams(location.search);
		setSearch(withParams(current, { open: open ? "pool" : null }), { preventScrollReset: true, replace: !open });
	};
	return { isOpen: search.get("open") === "pool", show };
}

/** Time for a closing menu to restore the focus first. */
const MENU_CLOSE_MS = 60;

/**
 * Focuses the pool's search, which is many tab stops away. Does nothing on touch devices, where the keyboard would
 * cover the page.
 */
export function focusPoolSearch(pool: HTMLElement | null): void {
	if (!matchMedia("(pointer: fine)").matches) return;
	setTimeout(() => pool?.querySelector<HTMLInputElement>("input")?.focus({ preventScroll: true }), MENU_CLOSE_MS);
}
