import { expect, test } from "vitest";
import { findLanguage } from "./languages.ts";

test("the first supported language of the given tags is used, otherwise English", () => {
	expect(findLanguage(["fr", "en-AU"])).toBe("fr");
	expect(findLanguage([null, "de-DE", "fr-CA", "en"])).toBe("fr");
	expect(findLanguage([null, "de-DE", "ga"])).toBe("en");
	expect(findLanguage(["tlh", "FR"])).toBe("fr");
	expect(findLanguage([undefined])).toBe("en");
});
