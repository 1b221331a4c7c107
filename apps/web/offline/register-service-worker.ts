/** Milliseconds after the page's load: what the first screen needs comes before what a later one might. */
const REST = 3_000;

/** Lets the service worker keep the page for times without a connection; where a browser has no such thing, nothing is kept. */
export function keepForOffline(): void {
	if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
	const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
	const soon = () => setTimeout(register, REST);
	if (document.readyState === "complete") soon();
	else addEventListener("load", soon, { once: true });
}
