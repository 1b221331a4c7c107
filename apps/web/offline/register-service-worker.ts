import { HELP_URLS } from "../api/use-help.ts";
import { PUBLIC_CACHE } from "./cache-names.ts";

/** The precache starts after the first screen has loaded. */
const REGISTER_DELAY_MS = 3_000;

/** Caches the help, which must work offline even if it was never opened. The service worker keeps it up to date. */
async function cacheHelp(): Promise<void> {
	const cache = await caches.open(PUBLIC_CACHE);
	for (const url of HELP_URLS) {
		if (await cache.match(url)) continue;
		const response = await fetch(url);
		// The preview gate refuses it until the password is entered.
		if (response.ok) await cache.put(url, response);
	}
}

export function registerServiceWorker(): void {
	if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
	const register = async () => {
		try {
			await navigator.serviceWorker.register("/sw.js");
			await cacheHelp();
			// Only on iPhones and iPads.
			if ("standalone" in navigator) await (await import("./start-up-image.ts")).addStartUpImage();
		} catch {
			// Without a service worker or storage the page works online only.
		}
	};
	const registerLater = () => setTimeout(register, REGISTER_DELAY_MS);
	if (document.readyState === "complete") registerLater();
	else addEventListener("load", registerLater, { once: true });
}
