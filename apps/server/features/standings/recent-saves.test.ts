import type { Pool } from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { createRecentSaves } from "./recent-saves.ts";

afterEach(() => vi.restoreAllMocks());

test("saves made while polls fail are found by the first successful poll", async () => {
	let now = 0;
	vi.spyOn(performance, "now").mockImplementation(() => now);
	const receipt = { id: "a", team_id: 7, user_id: 70, version: 3 };
	const answers: (Error | { rows: object[] })[] = [
		new Error("connection lost"),
		{ rows: [receipt] },
		{ rows: [receipt] },
	];
	const ages: number[] = [];
	const pool: Pick<Pool, "query"> = Object.create(null, {
		query: {
			value: async ({ values }: { values: [number] }) => {
				ages.push(values[0]);
				const answer = answers.shift();
				if (answer instanceof Error) throw answer;
				return answer;
			},
		},
	});
	const saves = createRecentSaves(pool);
	now = 60_000;
	await expect(saves.poll()).rejects.toThrow("connection lost");
	now = 63_000;
	expect(await saves.poll()).toEqual([{ teamId: 7, userId: 70, version: 3 }]);
	now = 66_000;
	expect(await saves.poll()).toEqual([]);
	expect(ages[1]).toBeGreaterThanOrEqual(63_000);
	expect(ages[2]).toBeLessThan(20_000);
});

test("a team saved several times is reported once, with its newest version", async () => {
	const rows = [
		{ id: "b", team_id: 7, user_id: 70, version: 5 },
		{ id: "a", team_id: 7, user_id: 70, version: 4 },
		{ id: "c", team_id: 8, user_id: 80, version: 1 },
	];
	const pool: Pick<Pool, "query"> = Object.create(null, { query: { value: async () => ({ rows }) } });
	expect(await createRecentSaves(pool).poll()).toEqual([
		{ teamId: 7, userId: 70, version: 5 },
		{ teamId: 8, userId: 80, version: 1 },
	]);
});
