import { readStorage, writeStorage } from "../app/session/browser-storage.ts";
import { createStore } from "../components/store/store.ts";
import { hasUnsavedWork } from "./unsaved-work.ts";

/** Whether the notice of a new version is shown, which stays until the page is reloaded. */
export const newVersionNotice = createStore(false);

/** The server has another version than this page. The page must be reloaded to get the file that it could not load. */
export class OutdatedError extends Error {}

/** Whether a script or its style sheet could not be loaded. Each browser says so in its own words. */
export const isLoadError = (error: unknown): boolean =>
	error instanceof Error &&
	/dynamically imported module|Importing a module script failed|Unable to preload CSS|valid JavaScript MIME type/i.test(
		error.message,
	);

const CHECK_TIMEOUT_MS = 5_000;

/** Whether the server's page has the main script of this page. Null if the server cannot be reached. */
async function isCurrent(): Promise<boolean | null> {
	const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
	try {
		const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
		const response = await fetch("/shell.html", { cache: "no-store", signal });
		return response.ok ? (await response.text()).includes(`"${script}"`) : null;
	} catch {
		return null;
	}
}

/** When a page was last reloaded by itself; also read by public/start.js. */
const RELOADED_KEY = "reloaded_at";
/** A page that is outdated again so soon did not get the new version, perhaps because of a proxy's cache. */
const RELOAD_INTERVAL_MS = 60_000;

/** Reloads the page unless something could be lost or it was reloaded just now. Returns whether the page reloads. */
function reloadIfSafe(): boolean {
	const reloadedAt = Number(readStorage("session", RELOADED_KEY));
	if (hasUnsavedWork() || Date.now() - reloadedAt < RELOAD_INTERVAL_MS) return false;
	// If storage is blocked, nothing would stop a page from reloading for ever.
	if (!writeStorage("session", RELOADED_KEY, String(Date.now()))) return false;
	location.reload();
	return true;
}

/**
 * What happens if the server has a new version: `reload` reloads the page if nothing can be lost, and otherwise shows the
 * notice of a new version; `notify` shows only the notice; `screen` is like `reload`, but leaves the notice to the caller.
 */
type OnOutdated = "reload" | "notify" | "screen";

/**
 * Imports a module that is a file of its own: `loadChunk(() => import("./dialog.tsx"))`. Every import on demand goes through
 * it, because an upgrade removes the files of the version before. While the page reloads, the promise stays pending.
 */
export async function loadChunk<Module>(
	importModule: () => Promise<Module>,
	onOutdated: OnOutdated = "reload",
): Promise<Module> {
	try {
		return await importModule();
	} catch (error) {
		if (!isLoadError(error)) throw error;
		const isSameVersion = await isCurrent();
		if (isSameVersion === null) throw error;
		if (isSameVersion) throw new Error("The server lacks a file of its own version", { cause: error });
		if (onOutdated !== "notify" && reloadIfSafe()) return new Promise<never>(() => undefined);
		if (onOutdated !== "screen") newVersionNotice.set(true);
		throw new OutdatedError("The server has another version");
	}
}
