import { listStoredKeys } from "../app/session/browser-storage.ts";

/** The key of an unsaved team; its team's id follows a colon. */
export const UNSAVED_TEAM_KEY = "team_draft";
/** Keys of local and session storage for what the server does not have yet; a key may have a suffix after a colon. */
export const UNSAVED_KEYS = [UNSAVED_TEAM_KEY, "team_plan", "chat_unsent", "chat_draft"] as const;
/** The unsaved keys that stop a reload. Planned trades and the text of a message are shown again after it. */
const INTERRUPTED_KEYS: readonly string[] = [UNSAVED_TEAM_KEY, "chat_unsent"];

/** Forms that the user has been in, and other fields that she has changed. */
const entered = new Set<Element>();

const remember = ({ type, target }: Event) => {
	if (!(target instanceof Element)) return;
	for (const element of entered) if (!element.isConnected) entered.delete(element);
	const form = target.closest("form");
	if (form) entered.add(form);
	else if (type === "input") entered.add(target);
};

/** Notices from now on what the user enters. */
export function watchEntries(): void {
	document.addEventListener("focusin", remember);
	document.addEventListener("input", remember);
}

const isFilled = (element: Element): boolean =>
	element.isConnected && !(element instanceof HTMLInputElement && element.value === "");

/**
 * Whether a reload would lose something: what was entered in a form or a field, or what a screen has marked with
 * `data-unsaved`.
 */
export const hasEntries = (): boolean =>
	document.querySelector("[data-unsaved]") !== null || [...entered].some(isFilled);

const hasStoredWork = (): boolean =>
	listStoredKeys("local").some((key) => INTERRUPTED_KEYS.includes(key.split(":", 1)[0] ?? ""));

/** Whether a reload would lose or interrupt something, as it does with an unsaved team or an open dialog. */
export function hasUnsavedWork(): boolean {
	return hasStoredWork() || document.querySelector("[role$=dialog], dialog[open]") !== null || hasEntries();
}
