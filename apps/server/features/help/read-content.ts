import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { HelpArticle, HelpFiles, HelpSection } from "@first-bounce/contract/help";

/** Articles a section may have: their ids are its id × this, and their place. */
const ROOM = 100;
const PLAY = 1;
const SITE = 2;
/** Game rules, FAQs and prizes belong to the game, the rest to the site. */
const LAST_OF_THE_GAME = 3;

const NAMES: Readonly<Record<string, readonly [string, string]>> = {
	en: ["The game", "The site"],
	fr: ["Le jeu", "Le site"],
};

/** `labels: a, b` on the first line below a title. */
function readArticle(text: string, sectionId: number, position: number): HelpArticle {
	const [title = "", ...lines] = text.split("\n");
	const labels = /^labels: *(.*)$/.exec(lines[0] ?? "")?.[1];
	return {
		id: sectionId * ROOM + position,
		section_id: sectionId,
		position,
		title: title.trim(),
		label_names: labels ? labels.split(",").map((label) => label.trim()) : [],
		body: lines
			.slice(labels === undefined ? 0 : 1)
			.join("\n")
			.trim(),
	};
}

/** One file a section: its id before the name of the file, `# Section`, then `## Article` by article. */
function readSection(name: string, text: string): { section: HelpSection; articles: HelpArticle[] } {
	const id = Number.parseInt(name, 10);
	const [head = "", ...articles] = text.split(/^## /m);
	const title = /^# (.+)$/m.exec(head)?.[1]?.trim();
	if (!title || !(id > 0)) throw new Error(`${name} is no section of the help: it needs a number and a # title`);
	return {
		section: { id, category_id: id <= LAST_OF_THE_GAME ? PLAY : SITE, position: id, name: title },
		articles: articles.map((article, index) => readArticle(article, id, index + 1)),
	};
}

/** A language's help as its markdown sources say it, facts still to be filled in. */
export function readContent(folder: string, language: string): HelpFiles {
	const files = readdirSync(path.join(folder, language)).filter((name) => name.endsWith(".md"));
	const sections = files
		.map((name) => readSection(name, readFileSync(path.join(folder, language, name), "utf8")))
		.toSorted((a, b) => a.section.position - b.section.position);
	const [game, site] = NAMES[language] ?? NAMES.en ?? ["", ""];
	return {
		categories: [
			{ id: PLAY, name: game },
			{ id: SITE, name: site },
		],
		sections: sections.map(({ section }) => section),
		articles: sections.flatMap(({ articles }) => articles),
	};
}
