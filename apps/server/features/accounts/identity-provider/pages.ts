import { MAILED_LINK_PATHS } from "@first-bounce/contract/constants";
import type { Language } from "@first-bounce/contract/languages";
import { escapeHtml } from "../../../i18n/escape-html.ts";
import { SIGN_IN_TEXTS, type SignInTexts } from "../../../i18n/sign-in-texts.ts";

/** The mark of the site, as in `BrandMark` of the web. */
const LOGO = `<svg class="mark" viewBox="0 0 40 50" aria-hidden="true"><g transform="rotate(16 20 25)"><ellipse cx="20" cy="25" rx="15.5" ry="22" fill="#ff5a3c"/><path d="M20 3c-9 12-9 32 0 44 5-2 15.5-9 15.5-22S25 5 20 3Z" fill="#e0452a" opacity=".55"/><path d="M11 9q5 4 4 9M30 41q-6-3-5-9" fill="none" stroke="#c8371b" stroke-width="1.6"/><path d="m14 17 7-2.2M14.5 32.5l7 2.3" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/></g></svg>`;

const renderPage = (language: Language, title: string, main: string, head = ""): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · First Bounce</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/oidc/pages.css">
${head}</head>
<body>
<header><a class="brand" href="/">${LOGO}<span>First Bounce</span></a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>
`;

/** Adds the operators' announcements above a page's form. */
export const addAnnouncements = (html: string, texts: readonly string[]): string =>
	html.replace("<main>", () =>
		[...texts.map((text) => `<p class="announcement">${escapeHtml(text)}</p>`), "<main>"].join("\n"),
	);

/** A validation error of a form: the field and its message. */
export interface Problem {
	readonly field: string;
	readonly message: string;
}

interface Field {
	readonly name: string;
	readonly label: string;
	readonly type?: "email" | "password";
	readonly autocomplete: string;
	readonly hint?: string;
}

export type FormValues = Readonly<Record<string, string>>;

function renderField(
	{ name, label, type, autocomplete, hint }: Field,
	values: FormValues,
	problems: readonly Problem[],
): string {
	const problem = problems.find((problem) => problem.field === name);
	const value = type === "password" ? "" : escapeHtml(values[name] ?? "");
	const describedBy = [hint ? `${name}-hint` : "", problem ? `${name}-problem` : ""].filter(Boolean).join(" ");
	return `<div class="field">
<label for="${name}">${label}</label>
${hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : ""}
${problem ? `<p class="problem" id="${name}-problem">${escapeHtml(problem.message)}</p>` : ""}
<input id="${name}" name="${name}" type="${type ?? "text"}" value="${value}" autocomplete="${autocomplete}" required${describedBy ? ` aria-describedby="${describedBy}"` : ""}${problem ? ' aria-invalid="true"' : ""}>
</div>`;
}

function renderSummary({ errorSummary }: SignInTexts, problems: readonly Problem[]): string {
	if (problems.length === 0) return "";
	const items = problems
		.map(({ field, message }) => `<li><a href="#${field}">${escapeHtml(message)}</a></li>`)
		.join("");
	return `<div class="summary" role="alert" tabindex="-1"><h2>${errorSummary}</h2><ul>${items}</ul></div>`;
}

interface Form {
	readonly action: string;
	readonly button: string;
	readonly fields: readonly Field[];
}

const renderForm = (
	texts: SignInTexts,
	{ action, button, fields }: Form,
	values: FormValues,
	problems: readonly Problem[],
) =>
	`${renderSummary(texts, problems)}
<form method="post" action="${escapeHtml(action)}" novalidate>
<div class="fields">
${fields.map((field) => renderField(field, values, problems)).join("\n")}
</div>
<button type="submit">${button}</button>
</form>`;

const buildEmailField = ({ email }: SignInTexts): Field => ({
	name: "email",
	label: email,
	type: "email",
	autocomplete: "username",
});

/** Adds the passkey form, hidden until its script finds that the browser supports passkeys. `options` is WebAuthn's JSON. */
export const addPasskeyForm = (html: string, language: Language, basePath: string, options: string): string => {
	const texts = SIGN_IN_TEXTS[language];
	const form = `<form id="passkey" method="post" action="${escapeHtml(basePath)}/passkey" data-options="${escapeHtml(options)}" data-failed="${escapeHtml(texts.passkeyFailed)}" hidden>
<input type="hidden" name="credential">
<button type="submit" class="second">${texts.usePasskey}</button>
<p class="problem" role="status"></p>
</form>
<script src="/oidc/passkey.js" defer></script>`;
	return html
		.replace('autocomplete="username"', 'autocomplete="username webauthn"')
		.replace("</form>", () => `</form>\n${form}`);
};

interface ShownForm {
	/** The name of the league that she joins by signing in; null if there is none. */
	readonly league: string | null;
	readonly values: FormValues;
	readonly problems: readonly Problem[];
}

/** Renders the page of a form. `basePath` is the path of the sign-in in progress. */
export type RenderFormPage = (language: Language, basePath: string, form: ShownForm) => string;

const renderLeague = ({ joining }: SignInTexts, league: string | null): string =>
	league === null ? "" : `<p class="league"><span>${joining}</span> <b>${escapeHtml(league)}</b></p>`;

export const renderSignInPage: RenderFormPage = (language, basePath, { league, values, problems }) => {
	const texts = SIGN_IN_TEXTS[language];
	const fields: Field[] = [
		buildEmailField(texts),
		{ name: "password", label: texts.password, type: "password", autocomplete: "current-password" },
	];
	const form = { action: `${basePath}/sign-in`, button: texts.signIn, fields };
	return renderPage(
		language,
		texts.signIn,
		`${renderLeague(texts, league)}
${renderForm(texts, form, values, problems)}
<p class="other">${texts.newHere} <a href="${escapeHtml(basePath)}/sign-up">${texts.createAccount}</a></p>
<p class="other"><a href="${MAILED_LINK_PATHS.resetPassword}">${texts.forgotten}</a></p>`,
	);
};

export const renderSignUpPage: RenderFormPage = (language, basePath, { league, values, problems }) => {
	const texts = SIGN_IN_TEXTS[language];
	const fields: Field[] = [
		{ name: "firstName", label: texts.firstName, autocomplete: "given-name" },
		{ name: "lastName", label: texts.lastName, autocomplete: "family-name" },
		buildEmailField(texts),
		{
			name: "password",
			label: texts.password,
			type: "password",
			autocomplete: "new-password",
			hint: texts.passwordHint,
		},
	];
	return renderPage(
		language,
		texts.createAccount,
		`${renderLeague(texts, league)}
${renderForm(texts, { action: `${basePath}/sign-up`, button: texts.create, fields }, values, problems)}
<p class="other">${texts.haveAccount} <a href="${escapeHtml(basePath)}?sign-in">${texts.signIn}</a></p>`,
	);
};

export const renderSignOutPage = (language: Language, form: string): string => {
	const texts = SIGN_IN_TEXTS[language];
	return renderPage(
		language,
		texts.signOut,
		`<p>${texts.signOutText}</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" data-submit-now>${texts.signOut}</button>
<p class="other"><a href="/">${texts.stay}</a></p>`,
		`<script src="/oidc/submit-now.js" defer></script>\n`,
	);
};

export const renderErrorPage = (language: Language, description: string): string =>
	renderPage(
		language,
		SIGN_IN_TEXTS[language].errorTitle,
		`<p>${escapeHtml(description)}</p>
<form action="/initiate"><button>${SIGN_IN_TEXTS[language].again}</button></form>
<p class="other"><a href="/">${SIGN_IN_TEXTS[language].back}</a></p>`,
	);
