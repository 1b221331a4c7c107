import { expect, test } from "vitest";
import { buildPublicNames } from "./public-name.ts";

test.each([
	["Reef", "Ada R."],
	["🏉Reef", "Ada R."],
	["Élan", "Ada É."],
	["4", "Ada 4."],
	["", "Ada"],
])("others read a name with the first letter of %j", (last_name, fullName) => {
	const person = { is_active: true, team_name: "Reef Riders", first_name: "Ada", last_name };
	expect(buildPublicNames(person).fullName).toBe(fullName);
});
