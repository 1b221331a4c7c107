import { expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/database.ts";
import { seedSeason } from "../../../testing/season/small-season.ts";
import { createSeasonEngine } from "./season-engine.ts";

test("an engine whose season cannot be loaded closes its connections", async () => {
	const database = await createTestDatabase();
	await seedSeason(database.db);
	await database.pool.query(`UPDATE seasons SET rules = rules || '{"themedRounds": null}'`);
	const onError = (error: unknown) => {
		throw error;
	};
	const engine = createSeasonEngine({ database, loadFeed: async () => null, onError });
	await expect(engine).rejects.toThrow(TypeError);
	// Excludes the connection of this query.
	const listOtherConnections = async () => {
		const { rows } = await database.pool.query<{ name: string }>(
			`SELECT application_name AS name FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'first-bounce _%'`,
		);
		return rows;
	};
	await expect.poll(listOtherConnections).toEqual([]);
	await database.close();
});
