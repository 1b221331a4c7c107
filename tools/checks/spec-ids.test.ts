import { expect, test } from "vitest";
import { findIdProblems } from "./spec-ids.ts";

const spec = [
	{
		file: "docs/spec/team.md",
		text: "- **D1.2.01** A team has a captain.\n- **D1.2.02** And a vice-captain, as D1.2.01.",
	},
];
const createTests = (...titles: string[]) => [
	{ file: "a.test.ts", text: titles.map((title) => `test("${title}", () => {});`).join("\n") },
];

test("a specification has no problem if tests name all its statements", () => {
	expect(
		findIdProblems(spec, createTests("a captain is chosen (D1.2.01)", "both are chosen (D1.2.01, D1.2.02)")),
	).toEqual([]);
});

test("an untested statement, an unknown id, a duplicate statement and a title with too many ids are reported", () => {
	const twice = [...spec, { file: "docs/spec/site.md", text: "- **D1.2.02** Again." }];
	const crowded = "D1.2.02 D1.2.02 D1.2.02 D1.2.02 D1.2.02 D1.2.02";
	expect(findIdProblems(twice, createTests("one more (D2.9.99)", crowded))).toEqual([
		"docs/spec/site.md: D1.2.02 is also in docs/spec/team.md",
		"a.test.ts: D2.9.99 is in no file of docs/spec",
		`a.test.ts: 6 ids in the title "${crowded}"`,
		"docs/spec/team.md: no test names D1.2.01",
	]);
});
