/** Lets public/sw.js keep the page for times without a connection; where a browser has no such thing, nothing is kept. */
export function keepForOffline(): void {
	if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
	const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
	if (document.readyState === "complete") register();
	else addEventListener("load", register, { once: true });
}
