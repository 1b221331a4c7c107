/** Twitter's and Facebook's windows (D2 §4). */
const SHARE_WINDOW_FEATURES = "width=626,height=436,noopener";

/** Addresses of the networks' own pages for sharing a link. */
export const buildShareUrls = (link: string, text: string) => ({
	facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`,
	twitter: `https://twitter.com/intent/tweet?${new URLSearchParams({ url: link, text })}`,
});

export const openShareWindow = (address: string): void => void open(address, "_blank", SHARE_WINDOW_FEATURES);

/** Whether the device shares by itself; small screens only (D2 §2). */
export const canShareNatively = (isSmall: boolean): boolean => isSmall && typeof navigator.share === "function";

/** Puts a text on the clipboard; fails where the browser has none, or refuses (D1 §9). */
export async function copyText(text: string): Promise<void> {
	if (!navigator.clipboard) throw new Error("This browser cannot copy");
	await navigator.clipboard.writeText(text);
}
