import { readFileSync } from "node:fs";
import { LANGUAGES } from "@first-bounce/contract/languages";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** What the first screen draws text with; the rest of the faces arrive when a style asks for them. */
const FIRST_FACES = [
	"barlow-condensed-latin-600-normal",
	"barlow-condensed-latin-700-normal",
	"inter-latin-wght-normal",
];
/** Its words. */
const ENGLISH = /^assets\/en-[\w-]+\.json$/;

const preloadFirst = (): Plugin => ({
	name: "preload-first",
	apply: "build",
	transformIndexHtml: {
		order: "post",
		handler: (_, { bundle }) =>
			Object.keys(bundle ?? {})
				.filter((file) => FIRST_FACES.some((face) => file.includes(face)) && file.endsWith(".woff2"))
				.map((file) => ({ as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" }))
				.concat(
					Object.keys(bundle ?? {})
						.filter((file) => ENGLISH.test(file))
						.map((file) => ({ as: "fetch", type: "application/json", href: `/${file}`, crossorigin: "" })),
				)
				.map((attrs) => ({
					tag: "link",
					attrs: { rel: "preload", ...attrs },
					injectTo: "head-prepend" as const,
				})),
	},
});

/** The component library brings its words in thirty languages; ours are those the page speaks. */
const onlyShippedLanguages = (): Plugin => ({
	name: "only-shipped-languages",
	enforce: "pre",
	load: (id) => (/\/intl\/(?:[\w-]+\/)?(?!en-US|fr-FR)[a-z]{2}-[A-Z]{2}\.m?js/.test(id) ? "export default {};" : null),
});

/** A fifth of the first page would be schemas that nothing there reads (no-schemas.ts). */
const withoutSchemas = (): Plugin => ({
	name: "without-schemas",
	apply: "build",
	enforce: "pre",
	resolveId: (source, importer) =>
		source === "zod" && importer?.includes("/packages/contract/") ? `${import.meta.dirname}/no-schemas.ts` : null,
});

/** /json/locale/{lang}.json: the web's own words, as the other languages' pages fetch them (D2 §7). */
const localeFiles = (): Plugin => ({
	name: "locale-files",
	apply: "build",
	generateBundle() {
		for (const language of LANGUAGES) {
			const source = readFileSync(`${import.meta.dirname}/wording/locale/${language}.json`, "utf8");
			this.emitFile({
				type: "asset",
				fileName: `json/locale/${language}.json`,
				source: JSON.stringify(JSON.parse(source)),
			});
		}
	},
});

const backend = process.env.FB_API ?? "http://localhost:3000";
/** The folder api/ is served from the same address as the API: its modules are told by their ending. */
const proxied = [String.raw`^/api/(?!.+\.tsx?(\?|$))`, "/json", "/oidc", "/media"];

export default defineConfig({
	root: import.meta.dirname,
	plugins: [react(), preloadFirst(), onlyShippedLanguages(), withoutSchemas(), localeFiles()],
	server: { proxy: Object.fromEntries(proxied.map((path) => [path, { target: backend, xfwd: true }])) },
	build: {
		outDir: "dist",
		emptyOutDir: true,
		target: "es2023",
		sourcemap: true,
		assetsInlineLimit: 2048,
		chunkSizeWarningLimit: 400,
		rolldownOptions: {
			output: {
				codeSplitting: {
					groups: [
						{ name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 3 },
						{
							name: "aria",
							test: /node_modules[\\/](@?react-aria|@react-stately|react-aria|react-stately|@internationalized)/,
							priority: 2,
						},
					],
				},
			},
		},
	},
});
