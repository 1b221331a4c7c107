import { expect, test } from "vitest";
import { findLanguage } from "./languages.ts";

test("the language is the first known one of the given tags, else English", () => {
	expect(findLanguage(["fr", "en-AU"])).toBe("fr");
	expect(findLanguage([null, "de-DE", "fr-CA", "en"])).toBe("fr");
	expect(findLanguage([null, "de-DE", "ga"])).toBe("en");
	expect(findLanguage(["tlh", "FR"])).toBe("fr");
	expect(findLanguage([undefined])).toBe("en");
});
