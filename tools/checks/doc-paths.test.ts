import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const DOCUMENTS = [
	"README.md",
	"ARCHITECTURE.md",
	"CONTRIBUTING.md",
	"SECURITY.md",
	...readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith(".md"))
		.map((file) => `docs/${file.replaceAll(path.sep, "/")}`),
];
/** A path of the repository in backticks, without placeholders. */
const CODE_PATH = /`((?:packages|apps|tools|e2e|bench|soak|docs|fixtures\/season-2023|\.github)\/[\w./-]+?)\/?`/g;
/** A Markdown link to a file of the repository: its path and its anchor, if it has one. */
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#([^)\s]+))?\)/g;

const buildAnchor = (heading: string): string =>
	heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
		.trim()
		.replaceAll(" ", "-");

function findDeadReferences(document: string): string[] {
	const text = readFileSync(path.join(ROOT, document), "utf8");
	const deadLinks: string[] = [];
	for (const [, file = ""] of text.matchAll(CODE_PATH))
		if (!existsSync(path.join(ROOT, file))) deadLinks.push(`${document}: ${file}`);
	for (const [, file = "", anchor] of text.matchAll(LINK)) {
		const target = path.join(ROOT, path.dirname(document), file);
		const isDead = !existsSync(target);
		const content = isDead || !anchor ? "" : readFileSync(target, "utf8");
		const anchors = [...content.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => buildAnchor(heading));
		if (isDead || (anchor && !anchors.includes(anchor)))
			deadLinks.push(`${document}: ${file}${anchor ? `#${anchor}` : ""}`);
	}
	return deadLinks;
}

test("every path and link in the documentation exists", () => {
	expect(DOCUMENTS.length).toBeGreaterThan(50);
	expect(DOCUMENTS.flatMap(findDeadReferences)).toEqual([]);
});
