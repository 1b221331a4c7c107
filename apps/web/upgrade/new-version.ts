let isShown = false;
const listeners = new Set<() => void>();

/** Shows the notice of a new version, which stays until the page is reloaded; `false` is for tests. */
export function showNewVersion(next = true): void {
	isShown = next;
	for (const listener of listeners) listener();
}
export const isNewVersionShown = (): boolean => isShown;

export function subscribeNewVersion(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
