import { expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/server/database.ts";
import { createLeaderElection } from "./leader-election.ts";

test("a process that stops leads no more, and another one can", async () => {
	const database = await createTestDatabase();
	const onError = (error: unknown) => expect.fail(String(error));
	const [one, other] = [createLeaderElection(database, onError), createLeaderElection(database, onError)];
	expect([await one.tryLead(), await other.tryLead()]).toEqual([true, false]);
	await one.close();
	expect(await one.tryLead()).toBe(false);
	await expect.poll(other.tryLead).toBe(true);
	await other.close();
	await database.close();
});
