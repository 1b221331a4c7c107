/** Maximum length of a reported error's text, in characters. */
const MAX_LENGTH = 400;

/** 24 or more word characters and hyphens, unless all are lower case, `_` or `-`, as in names of database constraints. */
const TOKEN = /\b(?![a-z_-]+(?![\w-]))[\w-]{24,}\b/g;

/** Removes email addresses, tokens and query strings from the text of an error. */
export const removePersonalData = (text: string): string =>
	text
		.replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "[mail]")
		.replaceAll(/[?#][^\s)]*/g, "")
		.replaceAll(TOKEN, "[token]")
		.slice(0, MAX_LENGTH);
