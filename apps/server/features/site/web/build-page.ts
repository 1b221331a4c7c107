import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Language } from "@first-bounce/contract/languages";
import type { PrerenderedPage } from "@first-bounce/contract/site/prerender";
import { escapeHtml } from "../../../i18n/escape-html.ts";

/** The output files of each source file, from Vite's manifest.json. */
type Manifest = Readonly<
	Record<string, { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }>
>;

export function loadManifest(webFolder: string): Manifest {
	const file = path.join(webFolder, ".vite/manifest.json");
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Lists the scripts and style sheets that a source file needs, imports first. */
function listFiles(manifest: Manifest, source: string, visitedFiles = new Set<string>()): string[] {
	const built = manifest[source];
	if (!built || visitedFiles.has(source)) return [];
	visitedFiles.add(source);
	const imports = (built.imports ?? []).flatMap((file) => listFiles(manifest, file, visitedFiles));
	return [...imports, built.file, ...(built.css ?? [])];
}

interface PageFrame {
	/** The app shell. */
	readonly template: string;
	readonly manifest: Manifest;
	/** Reads the text of a built style sheet. */
	readonly readStyle: (file: string) => string;
	readonly publicUrl: string;
	readonly language: Language;
}

/** A link to a style sheet; captures its path without the leading slash. */
const STYLE_LINK = /<link rel="stylesheet"[^>]* href="\/([^"]+)">\s*/g;
/** A tag that loads the app: a module preload, a preload of data, or a module script. */
const APP_TAG = /<link rel="(?:modulepreload|preload" as="fetch)"[^>]*>\s*|<script type="module"[^>]*><\/script>\s*/g;
const START_SCRIPT = '<script src="/start.js"></script>';

/**
 * Makes the page visible without further requests: inlines the styles, and moves the tags that load the app into a
 * `<template>`, from which public/start.js inserts them. The disabled style links keep the app from loading the styles again.
 */
function inlineStylesAndDeferApp(
	template: string,
	files: readonly string[],
	readStyle: (file: string) => string,
): string {
	const linked = [...template.matchAll(STYLE_LINK)].map(([, file = ""]) => file);
	const styles = [...new Set([...linked, ...files.filter((file) => file.endsWith(".css"))])];
	const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" disabled>`);
	const preloads = files
		.filter((file) => file.endsWith(".js") && !template.includes(`"/${file}"`))
		.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
	const appTags = [...preloads, ...(template.match(APP_TAG) ?? [])].map((tag) => tag.trim()).join("");
	return template
		.replaceAll(STYLE_LINK, "")
		.replaceAll(APP_TAG, "")
		.replace(START_SCRIPT, () => `<template id="app">${appTags}</template>\n\t\t${START_SCRIPT}`)
		.replace(
			"</head>",
			() => `<style>${styles.map(readStyle).join("\n")}</style>\n\t\t${links.join("\n\t\t")}\n\t</head>`,
		);
}

/** Builds the app shell with the prerendered HTML of a path, visible before any script runs. */
export function buildPage(
	page: PrerenderedPage,
	{ template, manifest, publicUrl, language, readStyle }: PageFrame,
): string {
	const files = [...new Set(page.sources.flatMap((source) => listFiles(manifest, source)))];
	const address = escapeHtml(new URL(page.path, publicUrl).href);
	const description = `content="${escapeHtml(page.description)}"`;
	// The title is already escaped.
	const head = [
		`<link rel="canonical" href="${address}" />`,
		`<meta property="og:url" content="${address}" />`,
		`<meta property="og:title" content="${page.title}" />`,
		`<meta property="og:description" ${description} />`,
	];
	return inlineStylesAndDeferApp(template, files, readStyle)
		.replace(/<html lang="[^"]*"/, `<html lang="${language}"`)
		.replace(/<title>[^<]*<\/title>/, () => `<title>${page.title}</title>`)
		.replace(/(<meta name="description") content="[^"]*"/, (_, start) => `${start} ${description}`)
		.replace("</head>", () => `\t${head.join("\n\t\t")}\n\t</head>`)
		.replace('<div id="root"></div>', () => `<div id="root" data-at="${page.path}">${page.html}</div>`);
}
