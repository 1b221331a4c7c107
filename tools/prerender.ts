// Prerenders the pages that look the same to every visitor, for the server to send (decision 050).
import { writeFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGES } from "@first-bounce/contract/languages";
import { DEFAULT_SITE } from "@first-bounce/contract/site/site";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { buildHelp } from "../apps/server/features/site/help/help-files.ts";
import { getPagesFile, getRendererFolder, renderPages } from "../apps/server/features/site/web/render-pages.ts";

const rendererFolder = getRendererFolder(path.resolve(import.meta.dirname, "../apps/web/dist"));

for (const language of LANGUAGES) {
	const task = { language, site: DEFAULT_SITE, help: buildHelp(language, DEFAULT_SEASON_RULES) };
	writeFileSync(getPagesFile(rendererFolder, task), JSON.stringify(await renderPages(rendererFolder, task)));
}
