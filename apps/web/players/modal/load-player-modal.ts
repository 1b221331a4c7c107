export const loadPlayerModal = () => import("./player-modal.tsx");

/** Called by links to players, so that the modal opens at once. If loading fails, the modal is loaded again when it opens. */
export function preloadPlayerModal(): void {
	loadPlayerModal().catch(() => undefined);
}
