import { expect, test } from "vitest";
import { chooseLanguage } from "./language.ts";

test("the language is the chosen one, else one of the browser's, else English", () => {
	expect(chooseLanguage("fr", ["en-AU"])).toBe("fr");
	expect(chooseLanguage(null, ["de-DE", "fr-CA", "en"])).toBe("fr");
	expect(chooseLanguage(null, ["de-DE", "ga"])).toBe("en");
	expect(chooseLanguage("tlh", ["FR"])).toBe("fr");
	expect(chooseLanguage(null, [])).toBe("en");
});
