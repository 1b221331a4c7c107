import { expect, test } from "vitest";
import { readSeasonFolder } from "../../apps/server/features/seasons/import/files/read-season-folder.ts";
import { getSeason2023Path, readSeason2023Lineups } from "../../testing/rules/season-2023.ts";
import {
	computeRangeCoverage,
	computeRankCoverage,
	computeRankError,
	filterByPlayersLeft,
	listCalibration,
	listStandingForecasts,
} from "./live-standing.ts";

test("in forecasts of 2023 ranges and chances hold as stated (D1.2.147)", async () => {
	const { season } = await readSeasonFolder(getSeason2023Path());
	if (!season) throw new Error("fixtures/season-2023 has problems");
	const allTeams = readSeason2023Lineups();
	const teams = allTeams.filter(({ team }) => team % 5 === 0);
	const forecasts = listStandingForecasts(season, teams);
	expect(teams).toHaveLength(100);
	expect(new Set(forecasts.map(({ roundId }) => roundId))).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9, 10]));

	const unfinished = forecasts.filter(({ playersLeft }) => playersLeft > 0);
	expect(unfinished.length).toBeGreaterThan(6_500);
	const expectFourInFive = (share: number) => {
		expect(share).toBeGreaterThanOrEqual(0.76);
		expect(share).toBeLessThanOrEqual(0.85);
	};
	expectFourInFive(computeRangeCoverage(unfinished));
	for (const left of [
		[1, 3],
		[4, 6],
		[7, 9],
		[10, 12],
		[13, 16],
	] as const)
		expectFourInFive(computeRangeCoverage(filterByPlayersLeft(unfinished, left)));

	// Teams share players, so a tenth of the standings of 100 teams would say little.
	const known = listCalibration(listStandingForecasts(season, allTeams), ({ chanceIfKnown }) => chanceIfKnown);
	const rivalView = listCalibration(forecasts, ({ chance }) => chance);
	expect([known.length, rivalView.length]).toEqual([10, 10]);
	for (const { stated, won } of known) expect(Math.abs(stated - won)).toBeLessThan(0.03);
	for (const { stated, won } of rivalView) expect(Math.abs(stated - won)).toBeLessThan(0.1);

	// Among 100 teams.
	expect(computeRankError(unfinished)).toBeLessThan(6);
	expectFourInFive(computeRankCoverage(unfinished));
	for (const { playersLeft, low, high, final } of forecasts)
		if (playersLeft === 0) expect([low, high]).toEqual([final, final]);
});
