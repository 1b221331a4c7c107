import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const WEB = path.resolve(import.meta.dirname, "../apps/web");
/** Attributes whose text a person reads or hears. */
const TEXT_ATTRIBUTES = new Set(["aria-label", "aria-description", "alt", "title", "placeholder", "label"]);
const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text);

function listHardCodedTexts(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isJsxText(node) && hasLetters(node.text)) found.push(node.text.trim());
		if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer))
			if (TEXT_ATTRIBUTES.has(node.name.getText(source)) && hasLetters(node.initializer.text))
				found.push(node.initializer.text);
		if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteral(node.expression))
			if (!ts.isJsxAttribute(node.parent) && hasLetters(node.expression.text)) found.push(node.expression.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found.map((words) => `${path.relative(WEB, file)}: ${words}`);
}

test("every text of a screen comes from the catalogues", () => {
	const exclude = ["node_modules/**", "dist/**", "**/*.test.tsx"];
	const files = globSync("**/*.tsx", { cwd: WEB, exclude });
	expect(files.length).toBeGreaterThan(100);
	expect(files.flatMap((file) => listHardCodedTexts(path.join(WEB, file)))).toEqual([]);
});
