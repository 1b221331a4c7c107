import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { LANGUAGES } from "@first-bounce/contract/languages";
import { minify, type Plugin, transformWithOxc } from "vite";

/** React Aria falls back to en-US. */
const LOCALES = ["en-US", ...LANGUAGES.map((language) => `${language.split("-", 1)[0]}-[A-Z]{2}`)].join("|");
const UNUSED_TEXTS = new RegExp(`/intl/(?:[\\w-]+/)?(?!${LOCALES})[a-z]{2}-[A-Z]{2}\\.m?js`);

/** Removes the texts of React Aria in languages that the game does not support. */
export const removeUnsupportedLanguages = (): Plugin => ({
	name: "only-shipped-languages",
	enforce: "pre",
	load: (id) => (UNUSED_TEXTS.test(id) ? "export default {};" : null),
});

/** The definition of a call in the contract, up to its path. */
const CALL = /^export const (\w+) = defineCall\(("\w+"), ("[^"]+"), \{/gm;

/** The role that an operator's call needs, in the text of its definition. */
const ROLE = /^\trole: ("[\w-]+"),$/m;

/**
 * Reduces each call of the contract to its method, its path and, for an operator's call, its role, so that the browser loads no
 * schemas. Other exports of such a module are removed. Importing one of them as a value fails the build.
 */
export const removeCallSchemas = (): Plugin => ({
	name: "remove-call-schemas",
	enforce: "pre",
	transform: {
		filter: { id: /[\\/]packages[\\/]contract[\\/]/, code: "defineCall(" },
		handler(source) {
			const calls = [...source.matchAll(CALL)];
			if (calls.length < source.split("defineCall(").length - 1)
				this.error("Each call needs to be exported, with its method and path as text");
			const lines = calls.map(({ 1: name, 2: method, 3: path, index }) => {
				const role = ROLE.exec(source.slice(index, source.indexOf("\n});", index)))?.[1];
				return `export const ${name} = { method: ${method}, path: ${path}${role ? `, role: ${role}` : ""} };`;
			});
			return { code: lines.join("\n"), map: null };
		},
	},
});

/** What a browser must understand to be told that it is too old. */
const START_SCRIPT_TARGET = "es2019";

/** Minifies the script that every page begins with, which Vite copies as it is. */
export function minifyStartScript(): Plugin {
	let file = "";
	return {
		name: "minify-start-script",
		configResolved({ root, build }) {
			file = path.resolve(root, build.outDir, "start.js");
		},
		async writeBundle() {
			const options = { target: START_SCRIPT_TARGET, sourcemap: false } as const;
			const older = await transformWithOxc(await readFile(file, "utf8"), "start.js", options);
			const { code } = await minify("start.js", older.code, { compress: { target: START_SCRIPT_TARGET } });
			await writeFile(file, code);
		},
	};
}
