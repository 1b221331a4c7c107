import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const WEB = path.resolve(import.meta.dirname, "../apps/web");
/** Attributes whose text a person reads or hears. */
const READ_ALOUD = new Set(["aria-label", "aria-description", "alt", "title", "placeholder", "label"]);
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text);

function wordsWritten(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isJsxText(node) && hasWords(node.text)) found.push(node.text.trim());
		if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer))
			if (READ_ALOUD.has(node.name.getText(source)) && hasWords(node.initializer.text))
				found.push(node.initializer.text);
		if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteral(node.expression))
			if (!ts.isJsxAttribute(node.parent) && hasWords(node.expression.text)) found.push(node.expression.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found.map((words) => `${path.relative(WEB, file)}: ${words}`);
}

test("no screen writes words of its own: every one comes from the catalogue", () => {
	const exclude = ["node_modules/**", "dist/**", "testing/**", "**/*.test.tsx"];
	const files = globSync("**/*.tsx", { cwd: WEB, exclude });
	expect(files.length).toBeGreaterThan(100);
	expect(files.flatMap((file) => wordsWritten(path.join(WEB, file)))).toEqual([]);
});
