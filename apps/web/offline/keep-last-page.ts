import { buildSignedInValue } from "@first-bounce/contract/constants";
import { getI18n } from "react-i18next";
import { isSignedInAs } from "../api/session.ts";
import { formatDateTime } from "../i18n/format.ts";
import { LAST_PAGE_SCRIPT, LAST_PAGE_URL, LAST_PAGE_USER, USER_CACHE } from "./cache-names.ts";
import noteStyles from "./last-visit-note.module.css";
import { getOwner } from "./stored-data.ts";

/** In characters, styles included. */
const MAX_LENGTH = 400_000;
/** Ads, and the pool, which is for changing the team. */
const LEFT_OUT = "aside, iframe";
/** Something is open over the page, or a player is being moved. */
const OPEN = "[role=dialog], [role=alertdialog], [role=menu], [data-target], [data-chosen]";

/** Takes the content out of an element that keeps its size. */
function empty(copy: HTMLElement, { width, height }: DOMRect): void {
	copy.replaceChildren();
	copy.style.cssText += `;box-sizing:border-box;flex:none;width:${width}px;height:${height}px`;
}

/**
 * Takes out of a copy of the page what is not seen: what is hidden, only read aloud, left out or below the first screenful. A table
 * stays whole, because its columns depend on all rows.
 */
function trim(original: Element, copy: Element): void {
	for (const [index, child] of [...original.children].entries()) {
		const childCopy = copy.children[index];
		if (!(child instanceof HTMLElement && childCopy instanceof HTMLElement) || child.tagName === "TABLE") continue;
		const box = child.getBoundingClientRect();
		if (child.className === "spoken" || getComputedStyle(child).display === "none") childCopy.replaceChildren();
		else if (child.tagName === "IFRAME") childCopy.replaceWith(document.createElement("div"));
		else if (child.matches(LEFT_OUT) || box.top >= innerHeight) empty(childCopy, box);
		else trim(child, childCopy);
		// What was left of a time is wrong at the next visit.
		if (child.getAttribute("role") === "timer") childCopy.style.visibility = "hidden";
	}
}

function buildNote(receivedAt: number): HTMLElement {
	const note = document.createElement("p");
	note.className = noteStyles.note ?? "";
	note.textContent = getI18n().t("offline.lastVisit", { time: formatDateTime(receivedAt) });
	return note;
}

/** Reads the style sheets in their order. The texts of their rules in the page lack values that depend on variables. */
async function readStyles(): Promise<string> {
	const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
	const texts = links.map(async ({ href }) => (await fetch(href)).text());
	return (await Promise.all(texts)).join("\n");
}

/**
 * The first screenful of the page with its styles, for a window of the same width. Nothing on it can be pressed. React removes it
 * with its first render.
 */
function buildLastPage(root: HTMLElement, styles: string, receivedAt: number): string {
	const copy = document.createElement("div");
	copy.append(...(root.cloneNode(true) as HTMLElement).childNodes);
	trim(root, copy);
	copy.append(buildNote(receivedAt));
	copy.lang = document.documentElement.lang;
	copy.dataset.lastPage = "";
	copy.setAttribute("inert", "");
	copy.setAttribute("aria-busy", "true");
	const style = document.createElement("style");
	style.textContent = `${styles}
		:root{${document.documentElement.style.cssText}}
		[data-last-page]{display:contents}
		@media not all and (width: ${innerWidth}px){[data-last-page]{display:none}}`;
	copy.prepend(style);
	return copy.outerHTML;
}

/** Whether the window shows just the team, from its top. */
const isPlain = (): boolean =>
	location.pathname === "/team" && location.search === "" && scrollY === 0 && document.querySelector(OPEN) === null;

/**
 * Keeps the page of the user's team for her next visit, when the service worker shows it before the app has started.
 *
 * @param receivedAt when the oldest of its data was received, in wall milliseconds
 */
export async function keepLastPage(receivedAt: number): Promise<void> {
	const userId = getOwner();
	const root = document.getElementById("root");
	const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
	if (!root || !script || userId === null || !isSignedInAs(userId)) return;
	const styles = await readStyles();
	if (!isPlain()) return;
	const html = buildLastPage(root, styles, receivedAt);
	if (html.length > MAX_LENGTH) return;
	const headers = { [LAST_PAGE_USER]: buildSignedInValue(Number(userId)), [LAST_PAGE_SCRIPT]: script };
	const cache = await caches.open(USER_CACHE);
	await cache.put(LAST_PAGE_URL, new Response(html, { headers }));
	// She may have signed out meanwhile.
	if (getOwner() !== userId || !isSignedInAs(userId)) await cache.delete(LAST_PAGE_URL);
}
