import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { Marked } from "marked";
import { buildFontFaces } from "../web/font-faces.ts";

const DOCS = path.join(import.meta.dirname, "../../../../../docs");
const GUIDE_PATH = "/api/guide";
/** The programs that docs/api.md links to, with their headings on the page. */
const EXAMPLES = { "read.py": "Python", "read.R": "R", "read.ts": "TypeScript", "draft.py": "Python" } as const;

const CSS = `
:root { color-scheme: light dark; --ink: #10162b; --quiet: #4a5269; --paper: #f4f2ec; --card: #fff; --line: #c9c5b8; --focus: #2463eb; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef0f7; --quiet: #b4bbcf; --paper: #0a0e1c; --card: #151b30;
	--line: #3a4468; --focus: #8fb1ff; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px 48px; background: var(--paper); color: var(--ink); font: 400 1rem/1.5 Inter, system-ui, sans-serif; }
main { max-width: 1000px; margin: 0 auto; padding: 20px 28px 32px; background: var(--card); border-radius: 22px; overflow-wrap: anywhere; }
h1, h2, h3 { font-family: "Barlow Condensed", "Arial Narrow", sans-serif; line-height: 1.1; }
h1 { font-size: 2.5rem; } h2 { margin-top: 2.5rem; font-size: 1.75rem; } h3 { margin-top: 2rem; font-size: 1.25rem; }
a { color: inherit; } :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
table { width: 100%; margin: 1rem 0; border-collapse: collapse; }
th, td { padding: 6px 10px; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
td:first-child { min-width: 12rem; }
@media (max-width: 640px) { main { padding: 12px 16px 24px; } thead { display: none; } td, tr { display: block; border: 0; padding: 2px 0; }
	tr { padding: 8px 0; border-bottom: 1px solid var(--line); } }
code { font-size: .9em; overflow-wrap: anywhere; } pre { padding: 12px 16px; border: 1px solid var(--line); border-radius: 12px; overflow-x: auto; }
`.trim();

const buildAnchor = (heading: string): string =>
	heading
		.toLowerCase()
		.replaceAll(/[^a-z\d]+/g, "-")
		.replaceAll(/^-|-$/g, "");

/** Renders our own Markdown, whose links to the examples become addresses of this server. */
function renderMarkdown(markdown: string): string {
	const marked = new Marked({
		renderer: {
			heading({ tokens, depth, text }) {
				return `<h${depth} id="${buildAnchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
			},
		},
		walkTokens(token) {
			if (token.type === "link") token.href = token.href.replace(/^api\//, `${GUIDE_PATH}/`);
		},
	});
	return marked.parse(markdown, { async: false });
}

function renderGuide(fontFaces: string): string {
	const examples = Object.entries(EXAMPLES).map(([file, language]) => {
		const code = readFileSync(path.join(DOCS, "api", file), "utf8");
		return `### ${language}: ${file}\n\n\`\`\`\n${code}\n\`\`\`\n`;
	});
	const markdown = [readFileSync(path.join(DOCS, "api.md"), "utf8"), "## Examples\n", ...examples].join("\n");
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>First Bounce API guide</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${fontFaces}${CSS}</style>
</head>
<body><main><nav><a href="/">First Bounce</a> · <a href="/api/docs/">API reference</a></nav>
${renderMarkdown(markdown)}</main></body>
</html>
`;
}

/** Serves docs/api.md, which is in English only, as a page with its examples, and each example as a file. */
export function registerApiGuide(pages: FastifyInstance, webFolder: string): void {
	const page = renderGuide(buildFontFaces(webFolder));
	pages.get(GUIDE_PATH, async (_, reply) => reply.type("text/html; charset=utf-8").send(page));
	for (const file of Object.keys(EXAMPLES)) {
		const text = readFileSync(path.join(DOCS, "api", file), "utf8");
		pages.get(`${GUIDE_PATH}/${file}`, async (_, reply) => reply.type("text/plain; charset=utf-8").send(text));
	}
}
