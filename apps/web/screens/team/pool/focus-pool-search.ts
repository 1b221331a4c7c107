/** By then a closing menu has returned the focus. */
const MENU_CLOSE_MS = 60;

/**
 * Focuses the pool's search, which is many tab stops away. Not on touch devices, where the keyboard would cover the
 * page.
 */
export function focusPoolSearch(pool: HTMLElement | null): void {
	if (!matchMedia("(pointer: fine)").matches) return;
	setTimeout(() => pool?.querySelector<HTMLInputElement>("input")?.focus({ preventScroll: true }), MENU_CLOSE_MS);
}
