const ACCENTED: Readonly<Record<string, string>> = {
	a: "á",
	e: "é",
	i: "í",
	o: "ó",
	u: "ú",
	y: "ý",
	A: "Á",
	E: "É",
	I: "Í",
	O: "Ó",
	U: "Ú",
};

type Texts = { readonly [key: string]: string | Texts };

/** Accents vowels and lengthens a text by a third, with spaces to allow line breaks. {{placeholders}} stay. */
const pseudoTranslate = (text: string): string => {
	const strange = text.replaceAll(/\{\{.*?\}\}|[aeiouyAEIOU]/g, (part) => ACCENTED[part] ?? part);
	const longer = "~".repeat(Math.ceil(text.length / 3)).replaceAll(/~{8}(?!$)/g, "$& ");
	return `⟦${strange}${longer}⟧`;
};

/** A pseudo-locale for tests: a text without its brackets is not translated. */
export const buildPseudoLocale = (texts: Texts): Texts =>
	Object.fromEntries(
		Object.entries(texts).map(([key, value]) => [
			key,
			typeof value === "string" ? pseudoTranslate(value) : buildPseudoLocale(value),
		]),
	);
