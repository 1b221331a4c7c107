/** Size of the pop-up windows of Facebook and Twitter. */
const SHARE_WINDOW_FEATURES = "width=626,height=436,noopener";

/** URLs of the networks' share pages. */
export const buildShareUrls = (link: string, text: string) => ({
	facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`,
	twitter: `https://twitter.com/intent/tweet?${new URLSearchParams({ url: link, text })}`,
});

export const openShareWindow = (url: string): void => void open(url, "_blank", SHARE_WINDOW_FEATURES);

/** Native sharing is offered on small screens only. */
export const canShareNatively = (isSmall: boolean): boolean => isSmall && typeof navigator.share === "function";

/** Copies a text. Rejects where the browser has no clipboard or refuses access. */
export async function copyText(text: string): Promise<void> {
	if (!navigator.clipboard) throw new Error("This browser cannot copy");
	await navigator.clipboard.writeText(text);
}
