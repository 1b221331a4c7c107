const INTERVAL_MS = 250;
const MAX_ATTEMPTS = 60;

/**
 * Opens a page of the server that answers while the site is restored or the demo is made. Waits up to 15 seconds for it, because
 * the server that still runs would show its own page.
 */
export async function openStandIn(path: string): Promise<void> {
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const options: RequestInit = { cache: "no-store", headers: { accept: "text/html" }, redirect: "manual" };
		const response = await fetch(path, options).catch(() => null);
		if (response?.status === 503) break;
		await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
	}
	window.location.assign(path);
}
