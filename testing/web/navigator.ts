/** Sets or removes the clipboard, which jsdom does not have. */
export const stubClipboard = (writeText?: (text: string) => Promise<void>) =>
	Object.defineProperty(navigator, "clipboard", {
		configurable: true,
		value: writeText ? { writeText } : undefined,
	});

/** Sets or removes the Web Share API. */
export const stubShareSheet = (share?: (data: ShareData) => Promise<void>) =>
	Object.defineProperty(navigator, "share", { configurable: true, value: share });

/** Sets or removes a service worker registration, which jsdom does not have. */
export function stubServiceWorker(registration: object | null): void {
	Reflect.deleteProperty(navigator, "serviceWorker");
	if (!registration) return;
	const value = { ready: Promise.resolve(registration), getRegistration: async () => registration };
	Object.defineProperty(navigator, "serviceWorker", { configurable: true, value });
}

/** Sets or removes the lock that keeps the screen awake. */
export function stubWakeLock(onRequest: ((kind: string) => unknown) | null): void {
	Reflect.deleteProperty(navigator, "wakeLock");
	if (!onRequest) return;
	const request = async (kind: string) => {
		onRequest(kind);
		return { release: async () => undefined };
	};
	Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
}
