import { describe, expect, it } from "vitest";
import { rankOverall, rankRound } from "./rank-rows.ts";
import { createSharedStandings, createStandingsReader, createStandingsWriter } from "./standings-buffers.ts";

function createThreeTeamStandings() {
	const shared = createSharedStandings(5);
	const writer = createStandingsWriter(shared);
	const publish = (version: number): void => {
		const arrays = writer.begin();
		arrays.points.set([version, version + 1, version]);
		arrays.totals.set([version, version + 1, version + 7]);
		arrays.highs.set([version, version + 1, version]);
		const ranked = rankOverall(arrays, 3);
		rankRound(arrays, ranked, 3, new Int32Array(3));
		writer.publish({ version, round: 4, rows: 3, ranked });
	};
	return { reader: createStandingsReader(shared), publish };
}

describe("A reader", () => {
	it("sees no rows before the first version, then each complete version", () => {
		const { reader, publish } = createThreeTeamStandings();
		expect(reader.current()).toMatchObject({ version: 0, rows: 0 });
		publish(1);
		expect(reader.current()).toMatchObject({ version: 1, round: 4, rows: 3, ranked: 3 });
		expect([...reader.current().overallRank]).toEqual([3, 2, 1]);
		expect([...reader.current().roundOrder]).toEqual([1, 2, 0]);
	});

	it("can still use a version after two more are published", () => {
		const { reader, publish } = createThreeTeamStandings();
		for (const version of [1, 2, 3, 4]) publish(version);
		const fourth = reader.current();
		publish(5);
		publish(6);
		expect([...fourth.points]).toEqual([4, 5, 4]);
		expect([...reader.current().points]).toEqual([6, 7, 6]);
	});

	it("can hold one version at a time, again and again", () => {
		const { reader, publish } = createThreeTeamStandings();
		publish(1);
		const heldBuffer = reader.hold();
		for (const version of [2, 3, 4, 5]) publish(version);
		expect([...heldBuffer.standings.points]).toEqual([1, 2, 1]);
		expect(reader.current().version).toBe(5);
		expect(() => reader.hold()).toThrow("already held");
		heldBuffer.release();
		expect(reader.hold().standings.version).toBe(5);
	});
});
