import type { Language } from "@first-bounce/contract/languages";
import { escapeHtml } from "../../i18n/escape-html.ts";
import { getTranslator } from "../../i18n/i18n.ts";
import { PLAIN_PAGE_STYLE } from "../../plugins/maintenance.ts";
import { isInProgress, type RestoreRun } from "./restore-run.ts";

export const RESTORE_PATH = "/restore";
/** Holds the token of whoever started a restore. */
export const RESTORE_COOKIE = "X-RESTORE";
export const FOLLOW_SCRIPT_PATH = "/restore/follow.js";

const BYTES_PER_MEGABYTE = 1024 ** 2;

const STYLE = `${PLAIN_PAGE_STYLE}progress{width:100%;accent-color:#c93a1d}`;

/** Shows the page again and again until the restore is over. While the server starts again, requests fail. */
export const FOLLOW_SCRIPT = `
const follow = async () => {
	try {
		const response = await fetch(location.href, { cache: "no-store", headers: { accept: "text/html" } });
		const page = new DOMParser().parseFromString(await response.text(), "text/html");
		const main = page.querySelector("main[data-state]");
		if (main) document.querySelector("main").replaceWith(main);
		else if (response.ok) return location.reload();
		if (main?.dataset.state === "over") return;
	} catch {}
	setTimeout(follow, 1000);
};
setTimeout(follow, 1000);
`.trim();

const renderPage = (language: Language, state: "running" | "over", main: string): string =>
	`<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
	`<meta name="robots" content="noindex"><title>First Bounce</title><style>${STYLE}</style>` +
	`<main data-state="${state}">${main}</main>${state === "running" ? `<script src="${FOLLOW_SCRIPT_PATH}"></script>` : ""}`;

/** The content security policy of these pages. */
export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'";

/** What everybody sees while this process does not serve the site. */
export function renderBusyPage(language: Language, reason: "restore" | "demo"): string {
	const t = getTranslator(language);
	return renderPage(language, "running", `<h1>First Bounce</h1><p role="status">${t(`restore.busy.${reason}`)}</p>`);
}

/**
 * Renders the progress or outcome of a restore, for whoever holds its token.
 *
 * @param options.isServing whether the site is back; before that, links of the outcome would lead nowhere
 */
export function renderRestorePage(
	language: Language,
	run: RestoreRun,
	{ isServing }: { readonly isServing: boolean },
): string {
	const t = getTranslator(language);
	const heading = (key: "title" | "finishedTitle" | "failedTitle") => `<h1>${t(`restore.${key}`)}</h1>`;
	const paragraph = (key: string, data: object = {}) => `<p>${escapeHtml(t(`restore.${key}`, data))}</p>`;
	const link = `<p><a href="/operator">${t("restore.console")}</a></p>`;
	const previous = run.previous === null ? "" : paragraph("previous", { place: run.previous });
	// Between the commit and the next start, the pictures are written.
	const isRestoring = isInProgress(run) || run.state === "loaded";
	if (isRestoring || !isServing) {
		const isCount = run.step === "pictures";
		const amount = isCount ? run.done : Math.round(run.done / BYTES_PER_MEGABYTE);
		const total = isCount ? run.total : Math.round(run.total / BYTES_PER_MEGABYTE);
		const step = t(`restore.step.${isRestoring ? run.step : "start"}`);
		const isMeasured = isRestoring && run.total > 0;
		const bar = `<progress aria-label="${step}"${isMeasured ? ` max="${run.total}" value="${run.done}"` : ""}></progress>`;
		const amounts =
			isRestoring && run.done > 0
				? `<p>${t(isCount ? "restore.pictures" : "restore.megabytes", { amount, total })}</p>`
				: "";
		const main = `${heading("title")}<p role="status">${step}</p>${bar}${amounts}${previous}`;
		return renderPage(language, "running", main);
	}
	if (run.state === "finished") {
		const createdAt = run.createdAt ?? run.startedAt;
		const lines = [
			paragraph("finished", { createdAt, rows: run.rows, count: run.pictures }),
			run.hasAllPictures ? "" : paragraph("missingPictures", { problem: run.problem ?? "" }),
			paragraph("signIn"),
			run.erased.length > 0 ? paragraph("erased", { count: run.erasedAgain }) : "",
			run.unerased.length > 0 ? paragraph("unerased", { ids: run.unerased.join(", ") }) : "",
			previous,
			link,
		];
		return renderPage(language, "over", heading("finishedTitle") + lines.join(""));
	}
	const problem = run.state === "failed" ? (run.problem ?? "") : t("restore.interrupted");
	return renderPage(language, "over", heading("failedTitle") + paragraph("failed", { problem }) + previous + link);
}
