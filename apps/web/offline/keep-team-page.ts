import { buildSignedInValue } from "@first-bounce/contract/constants";
import { getI18n } from "react-i18next";
import { isSignedInAs } from "../api/session.ts";
import { formatDateTime } from "../i18n/format.ts";
import { KEPT_PAGE_SCRIPT, KEPT_PAGE_URL, KEPT_PAGE_USER, USER_CACHE } from "./cache-names.ts";
import noteStyles from "./last-visit-note.module.css";
import { getOwner } from "./stored-data.ts";

/** In characters, styles included. */
const MAX_LENGTH = 400_000;
/** Ads, and the pool, which is for changing the team. */
const OMITTED = "aside";
/** What is open over the page, toasts aside, and the marks of a player who is being moved. */
const OVERLAYS = "[role=dialog], [role=alertdialog]:not([aria-modal=false]), [role=menu], [data-target], [data-chosen]";

/** Removes the content of an element, which keeps its size. */
function emptyElement(copy: HTMLElement, { width, height }: DOMRect): void {
	copy.replaceChildren();
	copy.style.cssText += `;box-sizing:border-box;flex:none;width:${width}px;height:${height}px`;
}

/**
 * Removes from a copy of the page what is hidden, only read aloud, omitted or below the first screenful. A table stays whole,
 * because its columns depend on all rows.
 */
function removeUnseen(original: Element, copy: Element): void {
	for (const [index, child] of [...original.children].entries()) {
		const childCopy = copy.children[index];
		if (!(child instanceof HTMLElement && childCopy instanceof HTMLElement) || child.tagName === "TABLE") continue;
		const box = child.getBoundingClientRect();
		if (child.className === "spoken" || getComputedStyle(child).display === "none") childCopy.replaceChildren();
		else if (child.tagName === "IFRAME") childCopy.replaceWith(document.createElement("div"));
		else if (child.matches(OMITTED) || box.top >= innerHeight) emptyElement(childCopy, box);
		else removeUnseen(child, childCopy);
		// A countdown would be wrong at the next visit.
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
function buildKeptPage(root: HTMLElement, styles: string, receivedAt: number): string {
	const copy = document.createElement("div");
	copy.append(...(root.cloneNode(true) as HTMLElement).childNodes);
	removeUnseen(root, copy);
	copy.append(buildNote(receivedAt));
	copy.lang = document.documentElement.lang;
	copy.dataset.keptPage = "";
	copy.setAttribute("inert", "");
	copy.setAttribute("aria-busy", "true");
	const style = document.createElement("style");
	style.textContent = `${styles}
		:root{${document.documentElement.style.cssText}}
		[data-kept-page]{display:contents}
		@media not all and (width: ${innerWidth}px){[data-kept-page]{display:none}}`;
	copy.prepend(style);
	return copy.outerHTML;
}

/** Whether the window shows the top of the team, and nothing over it. */
const isTopOfTeam = (): boolean =>
	location.pathname === "/team" && location.search === "" && scrollY === 0 && document.querySelector(OVERLAYS) === null;

/**
 * Keeps the page of the user's team for her next visit, when the service worker shows it before the app has started.
 *
 * @param receivedAt when the oldest of its data was received, in wall milliseconds
 */
export async function keepTeamPage(receivedAt: number): Promise<void> {
	const userId = getOwner();
	const root = document.getElementById("root");
	const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
	if (!root || !script || userId === null || !isSignedInAs(userId)) return;
	if (!isTopOfTeam()) return;
	const styles = await readStyles();
	// She may have gone on meanwhile.
	if (!isTopOfTeam()) return;
	const html = buildKeptPage(root, styles, receivedAt);
	if (html.length > MAX_LENGTH) return;
	const headers = { [KEPT_PAGE_USER]: buildSignedInValue(Number(userId)), [KEPT_PAGE_SCRIPT]: script };
	const cache = await caches.open(USER_CACHE);
	await cache.put(KEPT_PAGE_URL, new Response(html, { headers }));
	// She may have signed out meanwhile.
	if (getOwner() !== userId || !isSignedInAs(userId)) await cache.delete(KEPT_PAGE_URL);
}
