import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyCheckout } from "../checkout-copy.ts";
import { CATALOGUE_FOLDERS, HELP_FOLDER, readCatalogue } from "./catalogues.ts";
import { buildPseudoCatalogue, buildPseudoHelp } from "./pseudo-text.ts";

const LANGUAGE_LIST = "packages/contract/languages.ts";
const LAST_LANGUAGE = /^\tfr: .*\n/m;

/**
 * The pseudo-language uses the code of a real language, so that its dates and plural forms differ from those of English and French:
 * Polish has four plural forms.
 */
export const PSEUDO_LANGUAGE = "pl";
export const PSEUDO_LOCALE = "pl-PL";

/**
 * Adds the language as CONTRIBUTING.md#add-a-language describes: a line in the list of languages, and the catalogues.
 */
function addLanguage(root: string): void {
	const list = path.join(root, LANGUAGE_LIST);
	const source = readFileSync(list, "utf8");
	const line = `\t${PSEUDO_LANGUAGE}: { name: "Pśéúdó", locale: "${PSEUDO_LOCALE}" },\n`;
	if (!LAST_LANGUAGE.test(source)) throw new Error(`${LANGUAGE_LIST} has no line for French`);
	writeFileSync(
		list,
		source.replace(LAST_LANGUAGE, (french) => french + line),
	);
	for (const folder of CATALOGUE_FOLDERS) {
		const catalogue = buildPseudoCatalogue(readCatalogue(folder, "en"), PSEUDO_LOCALE);
		writeFileSync(path.join(root, folder, `${PSEUDO_LANGUAGE}.json`), JSON.stringify(catalogue));
	}
	const help = path.join(root, HELP_FOLDER);
	mkdirSync(path.join(help, PSEUDO_LANGUAGE));
	for (const name of readdirSync(path.join(help, "en")))
		writeFileSync(
			path.join(help, PSEUDO_LANGUAGE, name),
			buildPseudoHelp(readFileSync(path.join(help, "en", name), "utf8")),
		);
}

export interface PseudoCheckout {
	readonly root: string;
	/** Runs code as a module in the copy, and parses the last line that it prints as JSON. */
	readonly evaluate: <Result>(source: string) => Result;
	readonly remove: () => void;
}

/** Copies the sources, adds a third language whose catalogues are made from the English ones, and builds the web. */
export function createPseudoCheckout(): PseudoCheckout {
	const root = mkdtempSync(path.join(tmpdir(), "first-bounce-pseudo-"));
	copyCheckout(root);
	addLanguage(root);
	const evaluate = <Result>(source: string): Result => {
		const options = { cwd: root, encoding: "utf8", env: { ...process.env, NODE_NO_WARNINGS: "1" } } as const;
		const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", source], options);
		if (status !== 0) throw new Error(`A script in the copy failed:\n${stdout}${stderr}`);
		return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Result;
	};
	// Prints a last line because `evaluate` parses it.
	const build = "(await import('./tools/setup.mjs')).ensureWebBuilt(process.execPath); console.log('\\n1');";
	evaluate(build);
	return { root, evaluate, remove: () => rmSync(root, { recursive: true, force: true }) };
}
