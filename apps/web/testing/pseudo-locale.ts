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

type Words = { readonly [key: string]: string | Words };

/** A sentence made strange but readable, a third longer, by words that can be broken between lines; what stands in {{braces}} stays. */
const pseudoTranslate = (text: string): string => {
	const strange = text.replaceAll(/\{\{.*?\}\}|[aeiouyAEIOU]/g, (part) => ACCENTED[part] ?? part);
	const longer = "~".repeat(Math.ceil(text.length / 3)).replaceAll(/~{8}(?!$)/g, "$& ");
	return `⟦${strange}${longer}⟧`;
};

/** The language nobody reads: words that appear without its brackets did not come from the catalogue. */
export const pseudoLocale = (words: Words): Words =>
	Object.fromEntries(
		Object.entries(words).map(([key, value]) => [
			key,
			typeof value === "string" ? pseudoTranslate(value) : pseudoLocale(value),
		]),
	);
