/** Gives the browser a clipboard, or takes it away: jsdom has none. The navigator itself stays a real one. */
export const stubClipboard = (writeText?: (text: string) => Promise<void>) =>
	Object.defineProperty(navigator, "clipboard", {
		configurable: true,
		value: writeText ? { writeText } : undefined,
	});

/** Gives the browser a share sheet of its own, or takes it away. */
export const stubShareSheet = (share?: (data: ShareData) => Promise<void>) =>
	Object.defineProperty(navigator, "share", { configurable: true, value: share });

/** Gives the browser a service worker's registration, or takes it away: jsdom has none. */
export function stubServiceWorker(registration: object | null): void {
	Reflect.deleteProperty(navigator, "serviceWorker");
	if (!registration) return;
	const value = { ready: Promise.resolve(registration), getRegistration: async () => registration };
	Object.defineProperty(navigator, "serviceWorker", { configurable: true, value });
}
