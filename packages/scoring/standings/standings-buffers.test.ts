import { describe, expect, it } from "vitest";
import { rankOverall, rankRound } from "./rank-rows.ts";
import { createSharedStandings, createStandingsReader, createStandingsWriter } from "./standings-buffers.ts";

function threeTeams() {
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
	it("sees nobody before the first version, then each version whole", () => {
		const { reader, publish } = threeTeams();
		expect(reader.current()).toMatchObject({ version: 0, rows: 0 });
		publish(1);
		expect(reader.current()).toMatchObject({ version: 1, round: 4, rows: 3, ranked: 3 });
		expect([...reader.current().overallRank]).toEqual([3, 2, 1]);
		expect([...reader.current().roundOrder]).toEqual([1, 2, 0]);
	});

	it("keeps what she has through the next two versions", () => {
		const { reader, publish } = threeTeams();
		for (const version of [1, 2, 3, 4]) publish(version);
		const fourth = reader.current();
		publish(5);
		publish(6);
		expect([...fourth.points]).toEqual([4, 5, 4]);
		expect([...reader.current().points]).toEqual([6, 7, 6]);
	});

	it("can hold a version through any number of later ones, and only one at a time", () => {
		const { reader, publish } = threeTeams();
		publish(1);
		const held = reader.hold();
		for (const version of [2, 3, 4, 5]) publish(version);
		expect([...held.standings.points]).toEqual([1, 2, 1]);
		expect(reader.current().version).toBe(5);
		expect(() => reader.hold()).toThrow("already being held");
		held.release();
		expect(reader.hold().standings.version).toBe(5);
	});
});
