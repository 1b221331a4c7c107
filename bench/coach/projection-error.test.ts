import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSeasonFolder } from "../../apps/server/features/seasons/import/files/read-season-folder.ts";
import shownFigures from "../../apps/web/screens/projections/season-2023.json" with { type: "json" };
import { getSeason2023Path } from "../../testing/rules/season-2023.ts";
import { measureAccuracy } from "./projection-error.ts";

test("the figures of 2023 on the site are the back-test's", async () => {
	const { season } = await readSeasonFolder(getSeason2023Path());
	if (!season) throw new Error("fixtures/season-2023 has problems");
	const measured = measureAccuracy(season);
	expect(shownFigures).toEqual(measured);
	expect(shownFigures.season).toEqual({
		scores: 3_402,
		error: 13.97,
		coverage: 0.797,
		seasonAverageError: 14.89,
		lastThreeError: 15.6,
		priceError: 14.31,
	});
	const docs = readFileSync(path.resolve(import.meta.dirname, "../../docs/coach.md"), "utf8");
	for (const row of [
		"3,402 player-matches",
		"| the coach, with the numbers of the season's rules | 13.97 | 79.7 % |",
		"| price ÷ magic number | 14.31 |",
		"| season average | 14.89 |",
		"| last three scores weighted 3:2:1 | 15.60 |",
	])
		expect(docs).toContain(row);
});
