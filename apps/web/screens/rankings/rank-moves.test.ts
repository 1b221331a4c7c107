import { expect, test } from "vitest";
import { listMoves } from "./rank-moves.tsx";

const buildRow = (rank: number, previousRank: number | null, teamName = `Team ${rank}`) => ({
	teamId: rank,
	teamName,
	rank,
	previousRank,
});
const listNames = (rows: readonly { readonly teamName: string }[]) => rows.map(({ teamName }) => teamName);

test("names the nearest three teams passed and passed by [D2.9.721]", () => {
	const own = buildRow(10, 12);
	const rows = [
		buildRow(6, 30),
		buildRow(7, 5),
		buildRow(8, 13),
		buildRow(9, 40),
		own,
		buildRow(11, 14),
		buildRow(12, 11),
		buildRow(13, 10, ""),
		buildRow(14, 9),
		buildRow(15, 8),
		buildRow(16, 7),
		buildRow(17, null),
	];
	const { passed, passedBy } = listMoves(own, rows);
	expect(listNames(passed)).toEqual(["Team 12", "Team 14", "Team 15"]);
	expect(listNames(passedBy)).toEqual(["Team 9", "Team 8", "Team 6"]);
});

test("names nobody for a team without an earlier rank", () => {
	expect(listMoves(buildRow(2, null), [buildRow(1, 3), buildRow(3, 1)])).toEqual({ passed: [], passedBy: [] });
});
