import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGES } from "@first-bounce/contract/languages";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { minifyStartScript, removeCallSchemas, removeUnsupportedLanguages } from "./build-plugins.ts";

/** The fonts of the first screen, which are preloaded. */
const PRELOADED_FONTS = [
	"barlow-condensed-latin-600-normal",
	"barlow-condensed-latin-700-normal",
	"inter-latin-wght-normal",
];
/**
 * The version in the English texts' address keeps a service worker of another version from answering with its own texts, in
 * which new ones are missing.
 */
const ENGLISH_VERSION = createHash("sha256")
	.update(readFileSync(`${import.meta.dirname}/i18n/locale/en.json`))
	.digest("hex")
	.slice(0, 8);

const preloadFirstScreen = (): Plugin => ({
	name: "preload-first-screen",
	apply: "build",
	transformIndexHtml: {
		order: "post",
		handler: (_, { bundle }) =>
			Object.keys(bundle ?? {})
				.filter((file) => PRELOADED_FONTS.some((font) => file.includes(font)) && file.endsWith(".woff2"))
				.map((file) => ({ as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" }))
				.concat({
					as: "fetch",
					type: "application/json",
					href: `/json/locale/en.json?v=${ENGLISH_VERSION}`,
					crossorigin: "",
				})
				.map((attrs) => ({
					tag: "link",
					attrs: { rel: "preload", ...attrs },
					injectTo: "head-prepend" as const,
				})),
	},
});

const readLocale = (language: string): string =>
	readFileSync(`${import.meta.dirname}/i18n/locale/${language}.json`, "utf8");

/** Serves /json/locale/{lang}.json, the texts of every language, English included. */
const serveLocaleFiles = (): Plugin => ({
	name: "locale-files",
	generateBundle() {
		for (const language of LANGUAGES) {
			this.emitFile({
				type: "asset",
				fileName: `json/locale/${language}.json`,
				source: JSON.stringify(JSON.parse(readLocale(language))),
			});
		}
	},
	configureServer({ middlewares }) {
		for (const language of LANGUAGES) {
			middlewares.use(`/json/locale/${language}.json`, (_, response) => {
				response.setHeader("content-type", "application/json").end(readLocale(language));
			});
		}
	},
});

/** Screens whose files the server lists with the page (dist/hints.json), because they are often opened by URL. */
const HINTED: Readonly<Record<string, readonly string[]>> = {
	"/team": ["/screens/team/team-screen.tsx", "/offline/last-visit.ts"],
	"/leagues": ["/screens/leagues/list/leagues-screen.tsx"],
	"/rankings": ["/screens/rankings/rankings-screen.tsx"],
	"/stats-centre": ["/screens/stats-centre/stats-centre-screen.tsx"],
};

/** Modules that the service worker precaches for offline use. */
const OFFLINE = [
	"/offline/last-visit.ts",
	"/screens/team/team-screen.tsx",
	"/screens/help/help-screen.tsx",
	"/screens/stats-centre/stats-centre-screen.tsx",
	"/players/modal/player-modal.tsx",
	"/app/shell/lock-countdown.tsx",
	"/app/shell/offline-note.tsx",
	"/components/error-modal/error-dialog.tsx",
	"/components/toast/toast-region.tsx",
	"/components/chart/plot.tsx",
	"/screens/team/receipts/action-history.tsx",
];

/** Lets the browser load a screen's files before it runs the first script. */
const addScreenHints = (): Plugin => ({
	name: "screen-hints",
	apply: "build",
	generateBundle(_, bundle) {
		const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
		const add = (files: Set<string>, chunk: (typeof chunks)[number] | undefined): Set<string> => {
			if (!chunk || files.has(chunk.fileName)) return files;
			files.add(chunk.fileName);
			for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
			return addImports(files, chunk);
		};
		const addImports = (files: Set<string>, chunk: (typeof chunks)[number] | undefined) =>
			(chunk?.imports ?? []).reduce(
				(all, name) =>
					add(
						all,
						chunks.find(({ fileName }) => fileName === name),
					),
				files,
			);
		const entry = chunks.find(({ isEntry }) => isEntry);
		const listFiles = (...modules: readonly string[]): readonly string[] => {
			// The files are in the order of loading. The entry itself is left out: it only contains imports and is part
			// of the page.
			const files = addImports(new Set(["start.js"]), entry);
			for (const module of modules) {
				const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
				if (!chunk) this.error(`No chunk contains ${module}`);
				add(files, chunk);
			}
			return [...files].map((file) => `/${file}`);
		};
		const hints = Object.entries(HINTED).map(([address, modules]) => [address, listFiles(...modules)]);
		const source = JSON.stringify({ ...Object.fromEntries(hints), offline: listFiles(...OFFLINE) });
		this.emitFile({ type: "asset", fileName: "hints.json", source });
	},
});

/** Rolldown names a shared chunk after all of its screens. */
const getShortName = (name: string): string => path.parse(name).name.split("~", 1)[0] ?? "";

const GAME_MODULES =
	/web[\\/](players|sharing|components[\\/](player-card|menu|select|segmented|badges|chart|skeleton|share|dialog))[\\/](?!modal)|packages[\\/]rules[\\/]|@tanstack[\\/](react-virtual|virtual-core)/;

/** What the countdown, the matches of the home page and the live updates need, all loaded after the first render. */
const SEASON_MODULES =
	/rules[\\/](round[\\/]round(-label)?|lockout[\\/]lockout|season-rules[\\/](season-rules|presets)|scoring[\\/]stats|player)\.ts|web[\\/](api[\\/]season-model|live[\\/](season-clock|conversation-events)|components[\\/]countdown[\\/]countdown|i18n[\\/](format|use-round-label|use-match-time))\.tsx?/;

export default defineConfig({
	root: import.meta.dirname,
	define: { "import.meta.env.ENGLISH_VERSION": JSON.stringify(ENGLISH_VERSION) },
	plugins: [
		react(),
		preloadFirstScreen(),
		removeUnsupportedLanguages(),
		removeCallSchemas(),
		serveLocaleFiles(),
		addScreenHints(),
		minifyStartScript(),
	],
	build: {
		outDir: "dist",
		// Lists the files of a prerendered page (apps/server/features/site/web).
		manifest: true,
		emptyOutDir: true,
		// README.md names these browsers, and tools/browser-support.test.ts looks for what they lack.
		target: ["safari17", "firefox128", "chrome120"],
		sourcemap: true,
		assetsInlineLimit: 2048,
		chunkSizeWarningLimit: 400,
		rolldownOptions: {
			output: {
				chunkFileNames: ({ name }) => `assets/${getShortName(name)}-[hash:7].js`,
				assetFileNames: ({ names: [name = ""] }) => `assets/${getShortName(name)}-[hash:6][extname]`,
				// Few chunks: over HTTP/1.1 a browser loads six at a time, and each costs a slow phone milliseconds.
				codeSplitting: {
					groups: [
						{ name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 5 },
						{ name: "first", tags: ["$initial"], priority: 4 },
						{ name: "season", test: SEASON_MODULES, priority: 3 },
						{
							name: "kits",
							test: /components[\\/](guernsey|ground)[\\/]|contract[\\/]clubs[\\/]club-kits/,
							priority: 3,
						},
						{
							name: "aria",
							test: /node_modules[\\/]@?(react-aria|react-stately|internationalized)/,
							minShareCount: 2,
							priority: 3,
						},
						// Apart from the code that uses them, or a page that makes one call would load other pages' code with it. Merged
						// only while small, or the home page would load the calls of pages that share a file with it.
						{
							name: "calls",
							test: /packages[\\/]contract[\\/]/,
							minShareCount: 2,
							entriesAware: true,
							entriesAwareMergeThreshold: 800,
							priority: 2,
						},
						{ name: "game", test: GAME_MODULES, minShareCount: 2, priority: 2 },
						{ name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000, priority: 1 },
					],
				},
			},
		},
	},
});
