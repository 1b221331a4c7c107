import { expect, test } from "vitest";
import { findIdProblems, findLongTitles } from "./spec-ids.ts";

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

test("untested, unknown, duplicate and crowded ids are reported", () => {
	const twice = [...spec, { file: "docs/spec/site.md", text: "- **D1.2.02** Again." }];
	const crowded = "D1.2.02 D1.2.02 D1.2.02 D1.2.02 D1.2.02 D1.2.02";
	expect(findIdProblems(twice, createTests("one more (D2.9.99)", crowded))).toEqual([
		"docs/spec/site.md: D1.2.02 is also in docs/spec/team.md",
		"a.test.ts: D2.9.99 is in no file of docs/spec",
		`a.test.ts: 6 ids in the title "${crowded}"`,
		"docs/spec/team.md: no test names D1.2.01",
	]);
});

test("a title of more than twelve words before its ids is reported", () => {
	const words = Array.from({ length: 12 }, (_, index) => `word${index}`).join(" ");
	const tests = createTests(`${words} (D1.2.01, D1.2.02)`, `${words} [D1.2.01]`, `${words} more (D1.2.01)`);
	expect(findLongTitles(tests)).toEqual([`a.test.ts: more than 12 words in the title "${words} more (D1.2.01)"`]);
	const table = `test.each([\n\t["a"],\n])("${words} more", () => {});`;
	expect(findLongTitles([{ file: "a.ts", text: table }])).toHaveLength(1);
	expect(findLongTitles([{ file: "a.ts", text: `tasks.step("${words} more")` }])).toEqual([]);
});
