import { defineCall } from "@first-bounce/contract/call";
import { expect, test } from "vitest";
import { z } from "zod";
import { checkReply, findCall } from "./check-reply.ts";

const empty = z.strictObject({});
const createCall = (path: `/${string}`) =>
	defineCall("GET", path, {
		access: "everyone",
		summary: "Teams",
		params: empty,
		query: empty,
		body: empty,
		success: z.object({ teams: z.array(z.object({ id: z.int(), name: z.string() })) }),
	});
const call = createCall("/teams");

test("a reply may have exactly the fields that its call defines", () => {
	expect(() => checkReply(call, { teams: [{ id: 1, name: "Roos" }] })).not.toThrow();
	expect(() => checkReply(call, { teams: [{ id: 1, name: "Roos", email: "a@b.test" }] })).toThrow(
		"The reply of GET /teams is not as defined. success.teams.0.email: not in the schema",
	);
	expect(() => checkReply(call, { teams: [{ id: 1 }] })).toThrow("success.teams.0.name");
	expect(() => checkReply(call, { teams: [{ id: "1", name: "Roos" }] })).toThrow("success.teams.0.id");
});

test("an address belongs to the literal path before parameters", () => {
	const calls = [createCall("/teams/:id"), createCall("/teams/mine"), call];
	const find = (pathname: string) => findCall(calls, { method: "GET", pathname })?.path;
	expect(find("/api/en/teams/12")).toBe("/teams/:id");
	expect(find("/api/fr/teams/mine")).toBe("/teams/mine");
	expect(find("/api/en/teams/12/players")).toBeUndefined();
	expect(find("/json/fantasy/players.json")).toBeUndefined();
});
