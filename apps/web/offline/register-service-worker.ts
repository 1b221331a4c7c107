/** The precache starts after the first screen has loaded. */
const REGISTER_DELAY_MS = 3_000;

export function registerServiceWorker(): void {
	if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
	const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
	const registerLater = () => setTimeout(register, REGISTER_DELAY_MS);
	if (document.readyState === "complete") registerLater();
	else addEventListener("load", registerLater, { once: true });
}
