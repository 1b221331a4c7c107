import type { Language } from "@first-bounce/contract/languages";
import { escapeHtml } from "../../i18n/escape-html.ts";

/** The mark of the site, as in `BrandMark` of the web. */
const LOGO = `<svg class="mark" viewBox="0 0 40 50" aria-hidden="true"><g transform="rotate(16 20 25)"><ellipse cx="20" cy="25" rx="15.5" ry="22" fill="#ff5a3c"/><path d="M20 3c-9 12-9 32 0 44 5-2 15.5-9 15.5-22S25 5 20 3Z" fill="#e0452a" opacity=".55"/><path d="M11 9q5 4 4 9M30 41q-6-3-5-9" fill="none" stroke="#c8371b" stroke-width="1.6"/><path d="m14 17 7-2.2M14.5 32.5l7 2.3" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/></g></svg>`;

interface PageParts {
	readonly language: Language;
	readonly title: string;
	/** The path of the styles. */
	readonly styles: string;
	readonly main: string;
	readonly head?: string;
}

/** Renders a page that works without the web's scripts. */
export const renderPlainPage = ({ language, title, styles, main, head = "" }: PageParts): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · First Bounce</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${styles}">
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

/** A validation error of a form: the field and its message. */
export interface Problem {
	readonly field: string;
	readonly message: string;
}

export interface Field {
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

function renderSummary(errorSummary: string, problems: readonly Problem[]): string {
	if (problems.length === 0) return "";
	const items = problems
		.map(({ field, message }) => `<li><a href="#${field}">${escapeHtml(message)}</a></li>`)
		.join("");
	return `<div class="summary" role="alert" tabindex="-1"><h2>${errorSummary}</h2><ul>${items}</ul></div>`;
}

export interface Form {
	readonly action: string;
	readonly button: string;
	readonly fields: readonly Field[];
}

/** Renders a form. `errorSummary` is the heading above its problems. */
export const renderForm = (
	errorSummary: string,
	{ action, button, fields }: Form,
	values: FormValues,
	problems: readonly Problem[],
) =>
	`${renderSummary(errorSummary, problems)}
<form method="post" action="${escapeHtml(action)}" novalidate>
<div class="fields">
${fields.map((field) => renderField(field, values, problems)).join("\n")}
</div>
<button type="submit">${button}</button>
</form>`;
