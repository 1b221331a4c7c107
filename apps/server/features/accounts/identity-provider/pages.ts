import { MAILED_LINK_PATHS } from "@first-bounce/contract/constants";
import type { Language } from "@first-bounce/contract/languages";
import { escapeHtml } from "../../../i18n/escape-html.ts";
import { SIGN_IN_TEXTS, type SignInTexts } from "../../../i18n/sign-in-texts.ts";
import { type Field, type FormValues, type Problem, renderForm, renderPlainPage } from "../form-page.ts";

const renderPage = (language: Language, title: string, main: string, head = ""): string =>
	renderPlainPage({ language, title, styles: "/oidc/pages.css", main, head });

/** Adds the operators' announcements above a page's form. */
export const addAnnouncements = (html: string, texts: readonly string[]): string =>
	html.replace("<main>", () =>
		[...texts.map((text) => `<p class="announcement">${escapeHtml(text)}</p>`), "<main>"].join("\n"),
	);

const buildEmailField = ({ email }: SignInTexts): Field => ({
	name: "email",
	label: email,
	type: "email",
	autocomplete: "username",
});

/** Builds the fields of a form that creates an account. */
export const buildAccountFields = (texts: SignInTexts): Field[] => [
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
${renderForm(texts.errorSummary, form, values, problems)}
<p class="other">${texts.newHere} <a href="${escapeHtml(basePath)}/sign-up">${texts.createAccount}</a></p>
<p class="other"><a href="${MAILED_LINK_PATHS.resetPassword}">${texts.forgotten}</a></p>`,
	);
};

export const renderSignUpPage: RenderFormPage = (language, basePath, { league, values, problems }) => {
	const texts = SIGN_IN_TEXTS[language];
	const form = { action: `${basePath}/sign-up`, button: texts.create, fields: buildAccountFields(texts) };
	return renderPage(
		language,
		texts.createAccount,
		`${renderLeague(texts, league)}
${renderForm(texts.errorSummary, form, values, problems)}
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
