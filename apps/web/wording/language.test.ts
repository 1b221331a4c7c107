import { expect, test } from "vitest";
import { languageFor } from "./language.ts";

test("a page speaks what was chosen, else what its reader reads, else English", () => {
	expect(languageFor("fr", ["en-AU"])).toBe("fr");
	expect(languageFor(null, ["de-DE", "fr-CA", "en"])).toBe("fr");
	expect(languageFor(null, ["de-DE", "ga"])).toBe("en");
	expect(languageFor("tlh", ["FR"])).toBe("fr");
	expect(languageFor(null, [])).toBe("en");
});
