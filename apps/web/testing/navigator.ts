/** Gives the browser a clipboard, or takes it away: jsdom has none. The navigator itself stays a real one. */
export const withClipboard = (writeText?: (text: string) => Promise<void>) =>
	Object.defineProperty(navigator, "clipboard", {
		configurable: true,
		value: writeText ? { writeText } : undefined,
	});

/** Gives the browser a share sheet of its own, or takes it away. */
export const withShareSheet = (share?: (data: ShareData) => Promise<void>) =>
	Object.defineProperty(navigator, "share", { configurable: true, value: share });
