import { expect, test } from "vitest";
import { listLongFunctions } from "./file-sizes.ts";

const buildComponent = (lines: number) =>
	`export const Team = () => (\n\t<ul>\n${"\t\t<li>A player</li>\n".repeat(lines - 4)}\t</ul>\n);\n`;
const RULES = `export const rules = {\n${"\tfield: 1,\n".repeat(100)}};\n`;

test("a component of 81 lines is too long, 80 are allowed", () => {
	expect(listLongFunctions("apps/web/team.tsx", buildComponent(80))).toEqual([]);
	expect(listLongFunctions("apps/web/team.tsx", `${RULES}${buildComponent(81)}`)).toEqual([
		"apps/web/team.tsx:103: a function of 81 lines, more than 80",
	]);
});
