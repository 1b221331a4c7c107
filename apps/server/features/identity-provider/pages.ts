import { mailedPaths } from "@first-bounce/contract/account";

const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};
export const escapeHtml = (text: string): string =>
	text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const MARK = `<svg class="mark" viewBox="0 0 40 40" aria-hidden="true"><ellipse cx="20" cy="20" rx="17" ry="12"/><path d="M8 20q12-8 24 0M20 8v7"/></svg>`;

const page = (title: string, main: string, head = ""): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · First Bounce</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/oidc/pages.css">
${head}</head>
<body>
<a class="brand" href="/">${MARK}<span>First Bounce</span></a>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>
`;

/** One faulty field of a form and what is wrong with it. */
export interface Fault {
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

function fieldHtml(
	{ name, label, type, autocomplete, hint }: Field,
	values: FormValues,
	faults: readonly Fault[],
): string {
	const fault = faults.find((each) => each.field === name);
	const value = type === "password" ? "" : escapeHtml(values[name] ?? "");
	const notes = [hint ? `${name}-hint` : "", fault ? `${name}-fault` : ""].filter(Boolean).join(" ");
	return `<div class="field">
<label for="${name}">${label}</label>
${hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : ""}
${fault ? `<p class="fault" id="${name}-fault">${escapeHtml(fault.message)}</p>` : ""}
<input id="${name}" name="${name}" type="${type ?? "text"}" value="${value}" autocomplete="${autocomplete}" required${notes ? ` aria-describedby="${notes}"` : ""}${fault ? ' aria-invalid="true"' : ""}>
</div>`;
}

function summaryHtml(faults: readonly Fault[]): string {
	if (faults.length === 0) return "";
	const items = faults.map(({ field, message }) => `<li><a href="#${field}">${escapeHtml(message)}</a></li>`).join("");
	return `<div class="summary" role="alert" tabindex="-1"><h2>Please look again</h2><ul>${items}</ul></div>`;
}

const formHtml = (
	action: string,
	button: string,
	fields: readonly Field[],
	values: FormValues,
	faults: readonly Fault[],
) =>
	`${summaryHtml(faults)}
<form method="post" action="${escapeHtml(action)}" novalidate>
${fields.map((field) => fieldHtml(field, values, faults)).join("\n")}
<button type="submit">${button}</button>
</form>`;

const EMAIL: Field = { name: "email", label: "E-mail address", type: "email", autocomplete: "username" };

export const signInPage = (base: string, values: FormValues = {}, faults: readonly Fault[] = []): string =>
	page(
		"Sign in",
		`${formHtml(
			`${base}/sign-in`,
			"Sign in",
			[EMAIL, { name: "password", label: "Password", type: "password", autocomplete: "current-password" }],
			values,
			faults,
		)}
<p class="other">New here? <a href="${escapeHtml(base)}/sign-up">Create an account</a></p>
<p class="other"><a href="${mailedPaths.resetPassword}">Forgotten your password?</a></p>`,
	);

export const signUpPage = (base: string, values: FormValues = {}, faults: readonly Fault[] = []): string =>
	page(
		"Create an account",
		`${formHtml(
			`${base}/sign-up`,
			"Create account",
			[
				{ name: "firstName", label: "First name", autocomplete: "given-name" },
				{ name: "lastName", label: "Last name", autocomplete: "family-name" },
				EMAIL,
				{
					name: "password",
					label: "Password",
					type: "password",
					autocomplete: "new-password",
					hint: "At least 10 characters. A few words in a row make a good one.",
				},
			],
			values,
			faults,
		)}
<p class="other">Have an account? <a href="${escapeHtml(base)}">Sign in</a></p>`,
	);

export const signOutPage = (form: string): string =>
	page(
		"Sign out",
		`<p>Do you want to sign out of First Bounce?</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" data-submit-now>Sign out</button>
<p class="other"><a href="/">Stay signed in</a></p>`,
		`<script src="/oidc/submit-now.js" defer></script>\n`,
	);

export const errorPage = (description: string): string =>
	page(
		"That did not work",
		`<p>${escapeHtml(description)}</p>
<p class="other"><a href="/">Back to First Bounce</a></p>`,
	);
