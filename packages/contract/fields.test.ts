import { expect, test } from "vitest";
import { containsAddress } from "./fields.ts";

test("a name with initial and particle is no web address", () => {
	const names = ["J.De Vries", "A.M.de Jong", "St. Kilda", "A. De Luca", "Anna J.DE Vries", "O'Brien", "J.R. Smith"];
	expect(names.filter(containsAddress)).toEqual([]);
	const addresses = ["evil.de Vries", "X.de", "win.J.de Jong", "J.De Vries win.com", "j.de/x Vries", "www.x", "x.com"];
	expect(addresses.filter((name) => !containsAddress(name))).toEqual([]);
});
