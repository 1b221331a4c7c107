import { expect, test } from "vitest";
import { closeAll } from "./close-all.ts";

const fail = (message: string) => () => {
	throw new Error(message);
};

test("closes every part, the last one first, when some fail", async () => {
	const closed: string[] = [];
	const note = (name: string) => async () => void closed.push(name);
	const one = closeAll([note("folder"), async () => fail("the database hangs")(), note("server")]);
	await expect(one).rejects.toThrow("the database hangs");
	expect(closed).toEqual(["server", "folder"]);
	const several = closeAll([fail("first"), note("middle"), fail("last")]);
	await expect(several).rejects.toMatchObject({ message: "Error: last; Error: first" });
	expect(closed).toEqual(["server", "folder", "middle"]);
	await closeAll([]);
});
