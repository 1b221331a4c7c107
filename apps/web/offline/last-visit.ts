import { buildSignedInValue, getCookie, SIGNED_IN_COOKIE } from "@first-bounce/contract/constants";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { QueryClient } from "@tanstack/react-query";
import { getI18n } from "react-i18next";
import { SESSION_KEY, type Session } from "../api/session.ts";
import { writeStorage } from "../app/session/browser-storage.ts";
import skeletonStyles from "../components/skeleton/skeleton.module.css";
import { formatDateTime } from "../i18n/format.ts";
import { getOwner } from "./stored-data.ts";

/** A page as its user saw it last, which public/start.js shows at once when she opens it again. */
interface LastVisit {
	/** Address, width, main script, user and language: if any of them is another, the page is not shown. */
	readonly key: string;
	/** A session ends after 30 days without use. */
	readonly expiresAt: number;
	/** The page with its style sheets. */
	readonly html: string;
}

/** The user's team, the scores of the matches, and ladders. */
const KEPT_PATHS = /^\/(team(\/draft\/\d+)?|match-centre|rankings|leagues\/\d+\/ladder)$/;
const MAX_AGE_MS = 30 * DAY_MS;
/** In characters. Browsers store five million for a site. */
const MAX_LENGTH = 400_000;
/** What is open over the page, or may load something. */
const REMOVED = "iframe, script, [role=dialog], [role=alertdialog], [role=menu]";
const NOTE_STYLE =
	"position:fixed;inset:auto 0 calc(env(safe-area-inset-bottom) + 76px);z-index:50;width:fit-content;max-width:90vw;margin:auto;padding:6px 14px;border-radius:999px;background:var(--ink);color:var(--paper);font-size:0.8125rem";

/** How long the page must be unchanged before it replaces the last visit's. */
const QUIET_MS = 100;
/** How long that is waited for once the page has its content, and how long for its content once it has any. */
const MAX_QUIET_WAIT_MS = 1_000;
const MAX_CONTENT_WAIT_MS = 8_000;
/** How long after a change the page is stored. */
const STORE_DELAY_MS = 2_000;

const getShown = () => document.getElementById("last-visit");
const getRoot = () => document.getElementById("root");
/** One page of each kind is kept, such as the ladder of one league. */
const buildStorageKey = (): string => `last_visit:${location.pathname.replace(/\d+/, "")}`;

function runWhenIdle(callback: () => void): void {
	// Safari does not have it.
	if ("requestIdleCallback" in globalThis) requestIdleCallback(callback, { timeout: 300 });
	else setTimeout(callback);
}

const hasContent = (root: HTMLElement): boolean => Boolean(root.querySelector("main")?.textContent);

/** Whether a part of the page is a loader or a skeleton. */
const isLoading = (root: HTMLElement): boolean =>
	root.querySelector(`.${skeletonStyles.skeleton}, [aria-label="${getI18n().t("state.loading")}"]`) !== null;

/** Empties what is hidden or below the first screenful, and keeps its size. The columns of a table depend on all of its rows. */
function trim(original: Element, copy: Element): void {
	const copies = [...copy.children];
	for (const [index, child] of [...original.children].entries()) {
		const childCopy = copies[index];
		if (!(child instanceof HTMLElement && childCopy instanceof HTMLElement) || child.tagName === "TABLE") continue;
		const { top, width, height } = child.getBoundingClientRect();
		const isBelow = top >= innerHeight;
		if (childCopy.matches(REMOVED)) childCopy.remove();
		else if (isBelow) Object.assign(childCopy.style, { width: `${width}px`, height: `${height}px`, flex: "none" });
		if (isBelow || (height === 0 && getComputedStyle(child).display === "none")) childCopy.replaceChildren();
		else trim(child, childCopy);
	}
}

const isAtTop = (root: HTMLElement): boolean =>
	scrollY === 0 && [...root.querySelectorAll("*")].every(({ scrollTop }) => scrollTop === 0);

const getUserId = (queries: QueryClient): number | null => queries.getQueryData<Session>(SESSION_KEY)?.user?.id ?? null;

/** Whether the signed-in cookie and what is stored on this device belong to a user. */
const isOwner = (userId: number | null): boolean =>
	userId !== null &&
	getOwner() === String(userId) &&
	getCookie(document.cookie, SIGNED_IN_COOKIE) === buildSignedInValue(userId);

/** Copies the page's first screenful, with its style sheets and a note of its age. */
function copyPage(root: HTMLElement): string {
	const copy = root.cloneNode(true) as HTMLElement;
	trim(root, copy);
	const note = document.createElement("p");
	note.style.cssText = NOTE_STYLE;
	note.textContent = getI18n().t("offline.updating", { time: formatDateTime(Date.now()) });
	copy.append(note);
	copy.prepend(...[...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.cloneNode()));
	return copy.innerHTML;
}

/** Stores the page unless it is loading or scrolled. */
function storeVisit(root: HTMLElement): void {
	if (location.search || !KEPT_PATHS.test(location.pathname)) return;
	if (getShown() || !hasContent(root) || isLoading(root) || !isAtTop(root)) return;
	const script = document.querySelector<HTMLScriptElement>("[type=module]")?.src;
	const visit: LastVisit = {
		key: [location.href, innerWidth, script, document.cookie.match(/(signed_in=u|language=)\w+/g)].join(),
		expiresAt: Date.now() + MAX_AGE_MS,
		html: copyPage(root),
	};
	const value = visit.html.length <= MAX_LENGTH ? JSON.stringify(visit) : null;
	// Without room for it, none is kept.
	if (!writeStorage("local", buildStorageKey(), value)) writeStorage("local", buildStorageKey(), null);
}

/** Calls back once the page has content and no longer changes. Returns a function that stops waiting. */
function onceSettled(queries: QueryClient, root: HTMLElement, callback: () => void): () => void {
	let changedAt = performance.now();
	let startedAt: number | null = null;
	let filledAt: number | null = null;
	const observer = new MutationObserver(() => {
		changedAt = performance.now();
	});
	observer.observe(root, { subtree: true, childList: true });
	const check = () => {
		if (!hasContent(root)) return;
		const now = performance.now();
		startedAt ??= now;
		filledAt = isLoading(root) ? null : (filledAt ?? now);
		const isQuiet = now - changedAt >= QUIET_MS && queries.isFetching() === 0;
		const isComplete = filledAt !== null && (isQuiet || now - filledAt >= MAX_QUIET_WAIT_MS);
		if (!isComplete && now - startedAt < MAX_CONTENT_WAIT_MS) return;
		stop();
		callback();
	};
	const interval = setInterval(() => runWhenIdle(check), QUIET_MS / 2);
	const stop = () => {
		clearInterval(interval);
		observer.disconnect();
	};
	return stop;
}

/**
 * Replaces the last visit's page once this one is complete. Stores this one for the next visit: once it is complete, after each
 * of the user's changes, and when it is hidden or closed. Returns a function that stops.
 */
export function keepLastVisit(queries: QueryClient): () => void {
	const root = getRoot();
	if (!import.meta.env.PROD || !root) return () => undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let storedPath: string | null = null;
	let firstUserId = getUserId(queries);
	const store = () => {
		storedPath = location.pathname;
		// Once another user has signed in, the page may still show the first one's team.
		if (getUserId(queries) === firstUserId && isOwner(firstUserId)) storeVisit(root);
	};
	const storeSoon = () => {
		clearTimeout(timer);
		timer = setTimeout(() => runWhenIdle(store), STORE_DELAY_MS);
	};
	const onHidden = () => {
		if (document.visibilityState === "hidden") store();
	};
	if (!isOwner(firstUserId)) getShown()?.remove();
	const stopWaiting = onceSettled(queries, root, () => {
		getShown()?.remove();
		storeSoon();
	});
	const stopQueries = queries.getQueryCache().subscribe(({ type }) => {
		firstUserId ??= getUserId(queries);
		if (type === "updated" && storedPath !== location.pathname) storeSoon();
	});
	const stopMutations = queries.getMutationCache().subscribe(({ type }) => {
		if (type === "updated") storeSoon();
	});
	document.addEventListener("visibilitychange", onHidden);
	return () => {
		clearTimeout(timer);
		stopWaiting();
		stopQueries();
		stopMutations();
		document.removeEventListener("visibilitychange", onHidden);
	};
}
