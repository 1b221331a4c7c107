import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Language } from "@first-bounce/contract/languages";
import type { PrerenderedPage } from "@first-bounce/contract/prerender";

/** The build's list of what each source became (vite's manifest.json). */
type Manifest = Readonly<
	Record<string, { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }>
>;

export function readManifest(webFolder: string): Manifest {
	const file = path.join(webFolder, ".vite/manifest.json");
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Every file that a source's program begins with: scripts, and the styles they are drawn with, in their order. */
function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): string[] {
	const built = manifest[source];
	if (!built || seen.has(source)) return [];
	seen.add(source);
	const inner = (built.imports ?? []).flatMap((each) => filesOf(manifest, each, seen));
	return [...inner, built.file, ...(built.css ?? [])];
}

const escaped = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

interface Frame {
	/** The one page for all, as it was built. */
	readonly template: string;
	readonly manifest: Manifest;
	/** The text of a style sheet of the build. */
	readonly styleOf: (file: string) => string;
	readonly publicUrl: string;
	readonly language: Language;
}

/** The addresses that tags of the page name in an attribute. */
const named = (template: string, tag: RegExp): readonly string[] =>
	[...template.matchAll(tag)].map(([, file = ""]) => file);

const STYLE = /<link rel="stylesheet"[^>]* href="\/([^"]+)">\s*/g;
const AHEAD = /<link rel="(?:modulepreload|preload" as="fetch)"[^>]* href="\/([^"]+)"[^>]*>\s*/g;
const PROGRAM = /<script type="module"[^>]* src="\/([^"]+)"><\/script>/;

/**
 * A written page needs nothing but itself to be seen: its styles come with it, in their order, and public/start.js asks
 * for its program once it is seen. The program takes styles that a link names for fetched, also one that is never asked for.
 */
function selfContained(template: string, files: readonly string[], styleOf: (file: string) => string): string {
	const styles = [...new Set([...named(template, STYLE), ...files.filter((file) => file.endsWith(".css"))])];
	const [, program = ""] = PROGRAM.exec(template) ?? [];
	const ahead = new Set([...named(template, AHEAD), ...files.filter((file) => file.endsWith(".js"))]);
	ahead.delete(program);
	const list = [...ahead].map((file) => `/${file}`).join(" ");
	const present = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" disabled>`);
	return template
		.replaceAll(STYLE, "")
		.replaceAll(AHEAD, "")
		.replace(PROGRAM, `<script async src="/start.js" data-program="/${program}" data-files="${list}"></script>`)
		.replace(
			"</head>",
			() => `<style>${styles.map(styleOf).join("\n")}</style>\n\t\t${present.join("\n\t\t")}\n\t</head>`,
		);
}

/** The one page for all, written: what a visitor's browser would draw at a path stands in it before any script runs. */
export function composePage(
	page: PrerenderedPage,
	{ template, manifest, publicUrl, language, styleOf }: Frame,
): string {
	const files = [...new Set(page.sources.flatMap((source) => filesOf(manifest, source)))];
	const address = escaped(new URL(page.path, publicUrl).href);
	const description = `content="${escaped(page.description)}"`;
	// Its title is text of a page already: what must be escaped in it is.
	const head = [
		...[`<link rel="canonical" href="${address}" />`, `<meta property="og:url" content="${address}" />`],
		...[`<meta property="og:title" content="${page.title}" />`, `<meta property="og:description" ${description} />`],
	];
	return selfContained(template, files, styleOf)
		.replace(/<html lang="\w+"/, `<html lang="${language}"`)
		.replace(/<title>[^<]*<\/title>/, () => `<title>${page.title}</title>`)
		.replace(/(<meta name="description") content="[^"]*"/, (_, start) => `${start} ${description}`)
		.replace("</head>", () => `\t${head.join("\n\t\t")}\n\t</head>`)
		.replace('<div id="root"></div>', () => `<div id="root" data-at="${page.path}">${page.html}</div>`);
}
