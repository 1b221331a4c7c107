import type { Pool } from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { createRecentSaves } from "./recent-saves.ts";

afterEach(() => vi.restoreAllMocks());

test("saves made while the database could not be asked are found by the first look that succeeds", async () => {
	let now = 0;
	vi.spyOn(performance, "now").mockImplementation(() => now);
	const answers: (Error | { rows: { id: string; team_id: number }[] })[] = [
		new Error("connection lost"),
		{ rows: [{ id: "a", team_id: 7 }] },
		{ rows: [{ id: "a", team_id: 7 }] },
	];
	const lookedBack: number[] = [];
	const pool: Pick<Pool, "query"> = Object.create(null, {
		query: {
			value: async ({ values }: { values: [number] }) => {
				lookedBack.push(values[0]);
				const answer = answers.shift();
				if (answer instanceof Error) throw answer;
				return answer;
			},
		},
	});
	const saves = createRecentSaves(pool);
	now = 60_000;
	await expect(saves.next()).rejects.toThrow("connection lost");
	now = 63_000;
	expect(await saves.next()).toEqual([7]);
	now = 66_000;
	expect(await saves.next()).toEqual([]);
	expect(lookedBack[1]).toBeGreaterThanOrEqual(63_000);
	expect(lookedBack[2]).toBeLessThan(20_000);
});
