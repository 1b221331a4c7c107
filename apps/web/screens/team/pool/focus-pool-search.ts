/** Milliseconds after which a menu that closes lets go of the focus. */
const MENU_CLOSE_MS = 60;

/**
 * Leads whoever looks for a player to the pool beside the ground, dozens of tabs away. Not where fingers are used: a
 * keyboard would come up over half the page.
 */
export function focusPoolSearch(pool: HTMLElement | null): void {
	if (!matchMedia("(pointer: fine)").matches) return;
	setTimeout(() => pool?.querySelector<HTMLInputElement>("input")?.focus({ preventScroll: true }), MENU_CLOSE_MS);
}
