// Has the built web draw the pages that look the same to every visitor, for the server to send (decision 029).
import { writeFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGES } from "@first-bounce/contract/languages";
import { DEFAULT_SITE } from "@first-bounce/contract/site/site";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { helpFor } from "../apps/server/features/site/help/help-files.ts";
import { keptPages, makePages, makerFolder } from "../apps/server/features/site/web/make-pages.ts";

const maker = makerFolder(path.resolve(import.meta.dirname, "../apps/web/dist"));

for (const language of LANGUAGES) {
	const task = { language, site: DEFAULT_SITE, help: helpFor(language, DEFAULT_SEASON_RULES) };
	writeFileSync(keptPages(maker, task), JSON.stringify(await makePages(maker, task)));
}
