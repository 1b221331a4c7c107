import type { Language } from "@first-bounce/contract/languages";
import encodeQR from "qr";
import { escapeHtml } from "../../../i18n/escape-html.ts";
import { getTextGroup, type Texts } from "../../../i18n/i18n.ts";
import { SIGN_IN_TEXTS } from "../../../i18n/sign-in-texts.ts";
import { type FormValues, type Problem, renderForm, renderPlainPage } from "../form-page.ts";
import { buildAccountFields } from "../identity-provider/pages.ts";

const STYLES = "/setup/pages.css";
const QR_BORDER = 3;

/** What the set-up page adds to the styles of the sign-in pages. */
export const SETUP_CSS = `
.qr { display: block; width: 208px; max-width: 100%; margin: 0 auto 12px; border-radius: 12px; }
.secret { overflow-wrap: anywhere; font-weight: 600; }
.codes { columns: 2; padding-left: 24px; font: 600 1rem/2 ui-monospace, monospace; }
.go { display: block; margin-top: 20px; padding: 14px 18px; border-radius: 999px; text-align: center; text-decoration: none;
	background: var(--coral); color: #fff; font: 700 1.1875rem/1.1 "Barlow Condensed", "Arial Narrow", sans-serif; }
`;

const getTexts = (language: Language): Texts["setUp"] => getTextGroup<Texts["setUp"]>(language, "setUp");

const renderPage = (language: Language, title: string, main: string): string =>
	renderPlainPage({ language, title, styles: STYLES, main });

/** Renders what every other page shows during the set-up. */
export function renderClosedPage(language: Language, setupPath: string): string {
	const texts = getTexts(language);
	return renderPage(
		language,
		texts.closedTitle,
		`<p>${texts.closed}</p>\n<p class="other">${texts.yours} <a href="${setupPath}">${texts.begin}</a></p>`,
	);
}

/** Renders the page that says why the set-up page does not open. */
export function renderRefusedPage(language: Language, reason: "insecure" | "done"): string {
	const texts = getTexts(language);
	const link = reason === "done" ? `\n<a class="go" href="/operator">${texts.console}</a>` : "";
	return renderPage(language, texts.title, `<p>${texts[reason]}</p>${link}`);
}

/** Renders the page for what no form shows, such as an outage, with a link back. */
export function renderProblemPage(language: Language, problem: string): string {
	const texts = getTexts(language);
	const link = `<a class="go" href="/setup">${texts.continue}</a>`;
	return renderPage(language, texts.title, `<p>${escapeHtml(problem)}</p>\n${link}`);
}

export function renderCodePage(language: Language, problems: readonly Problem[] = []): string {
	const texts = getTexts(language);
	const form = {
		action: "/setup/code",
		button: texts.continue,
		fields: [{ name: "code", label: texts.code, autocomplete: "off", hint: texts.codeHint }],
	};
	const { errorSummary } = SIGN_IN_TEXTS[language];
	return renderPage(language, texts.title, `<p>${texts.codeText}</p>\n${renderForm(errorSummary, form, {}, problems)}`);
}

/** Renders a QR code, dark on white in every theme for scanners. */
function renderQr(text: string, label: string): string {
	const rows = encodeQR(text, "raw", { ecc: "medium", border: QR_BORDER });
	const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
	return `<svg class="qr" role="img" aria-label="${escapeHtml(label)}" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}" fill="#10162b"/></svg>`;
}

/** Renders the form for a code of the second factor. The QR code has `uri`, which an authenticator app reads. */
export function renderFactorPage(
	language: Language,
	{ secret, uri }: { readonly secret: string; readonly uri: string },
	problems: readonly Problem[],
): string {
	const texts = getTexts(language);
	const form = {
		action: "/setup/factor",
		button: texts.continue,
		fields: [{ name: "code", label: texts.factorCode, autocomplete: "one-time-code" }],
	};
	return renderPage(
		language,
		texts.factorTitle,
		`<p>${texts.factorText}</p>
${renderQr(uri, texts.qr)}
<p>${texts.typeInstead} <code class="secret">${secret.match(/.{1,4}/g)?.join(" ")}</code></p>
${renderForm(SIGN_IN_TEXTS[language].errorSummary, form, {}, problems)}`,
	);
}

/** Renders the recovery codes, which are shown once. */
export function renderRecoveryPage(language: Language, codes: readonly string[]): string {
	const texts = getTexts(language);
	const items = codes.map((code) => `<li>${code}</li>`).join("");
	return renderPage(
		language,
		texts.recoveryTitle,
		`<p>${texts.recoveryText}</p>\n<ul class="codes">${items}</ul>\n<a class="go" href="/setup">${texts.recoveryKept}</a>`,
	);
}

export function renderOwnerPage(
	language: Language,
	values: FormValues = {},
	problems: readonly Problem[] = [],
): string {
	const texts = getTexts(language);
	const signIn = SIGN_IN_TEXTS[language];
	const form = { action: "/setup/owner", button: texts.create, fields: buildAccountFields(signIn) };
	return renderPage(
		language,
		texts.ownerTitle,
		`<p>${texts.ownerText}</p>\n${renderForm(signIn.errorSummary, form, values, problems)}`,
	);
}

/** Renders the page of a site without passwords, on which whoever signs in at the provider becomes the owner. */
export function renderProviderPage(language: Language): string {
	const texts = getTexts(language);
	return renderPage(
		language,
		texts.ownerTitle,
		`<p>${texts.providerText}</p>\n<a class="go" href="/initiate">${SIGN_IN_TEXTS[language].signIn}</a>`,
	);
}
