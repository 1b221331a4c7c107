import { expect, test } from "vitest";
import { findProblems } from "./structure.ts";

/** Split, so that the report does not find them in this file. */
const PACKED_SPREAD = ["..", ".{ id }"].join("");
const CITATION = ["decisions", "§5"].join(" ");
const buildLines = (count: number) => "// A line.\n".repeat(count);

test("the structure report finds every kind of problem and its location", () => {
	const files = [
		{
			path: "apps/server/features/team/service.ts",
			text: `${buildLines(25)}const team = { ${PACKED_SPREAD} }; // ${CITATION}\n`,
		},
		{ path: "apps/server/features/team/locks.ts", text: `${buildLines(25)}const rows = db.selectFrom("teams");\n` },
		{ path: "apps/server/features/team/save.ts", text: `${buildLines(25)}await pool.query<Row>("SELECT 1");\n` },
		{ path: "apps/server/features/team/queries.ts", text: `${buildLines(25)}const rows = db.selectFrom("teams");\n` },
		{
			path: "apps/server/plugins/errors.ts",
			text: `${buildLines(25)}import { x } from "../features/team/service.ts";\n`,
		},
		{ path: "packages/rules/lines.ts", text: "export const MOST_PLACES = 21;\n" },
		...Array.from({ length: 21 }, (_, number) => ({ path: `apps/web/players/p${number}.css`, text: "" })),
	];
	expect(Object.fromEntries(findProblems(files))).toEqual({
		"citations that no reader can open": ["apps/server/features/team/service.ts:26"],
		"packed spreads": ["apps/server/features/team/service.ts:26"],
		"constants named MOST_ or LEAST_": ["packages/rules/lines.ts:1"],
		"folders of more than 20 files": ["apps/web/players: 21 files"],
		"files of under 20 lines": ["packages/rules/lines.ts"],
		"files of features with SQL outside queries": [
			"apps/server/features/team/locks.ts",
			"apps/server/features/team/save.ts",
		],
		"imports from plugins to features": ["apps/server/plugins/errors.ts:26"],
	});
});
