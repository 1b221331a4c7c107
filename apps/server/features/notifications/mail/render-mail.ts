import type { Language } from "@first-bounce/contract/languages";
import { escapeHtml } from "../../../i18n/escape-html.ts";
import { getTranslator } from "../../../i18n/i18n.ts";
import type { MailTexts } from "../../../i18n/mail-format.ts";

// Names in the subject must not add lines to it.
const toSingleLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();

const SIGNATURE = "First Bounce";
const PAGE = "margin:0;padding:24px;background:#f3f1ec;color:#1c1b19;font:16px/1.5 system-ui,sans-serif";
const CARD = "max-width:480px;margin:0 auto;padding:24px;background:#fff;border-radius:8px";
const BUTTON =
	"display:inline-block;padding:12px 20px;background:#1c1b19;color:#fff;text-decoration:none;border-radius:6px";

/** Renders a mail as text and HTML. The HTML loads no external resources. */
export function renderMail({ subject, paragraphs, link, remark, unsubscribe }: MailTexts, language: Language) {
	const text = [
		...paragraphs,
		...(link ? [getTranslator(language)("linkInMail", link)] : []),
		...(remark ? [remark] : []),
		...(unsubscribe ? [getTranslator(language)("linkInMail", unsubscribe)] : []),
		`— ${SIGNATURE}`,
	].join("\n\n");
	const html = [
		`<!doctype html><html lang="${language}"><body style="${PAGE}"><div style="${CARD}">`,
		...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`),
		...(link ? [`<p><a style="${BUTTON}" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
		...(remark ? [`<p style="font-size:14px;color:#5c5a55">${escapeHtml(remark)}</p>`] : []),
		...(unsubscribe
			? [
					`<p style="font-size:14px"><a style="color:#5c5a55" href="${escapeHtml(unsubscribe.url)}">${escapeHtml(unsubscribe.label)}</a></p>`,
				]
			: []),
		`<p style="font-size:14px;color:#5c5a55">${SIGNATURE}</p></div></body></html>`,
	].join("\n");
	return { subject: toSingleLine(subject), text, html };
}
