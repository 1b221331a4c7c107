import { describe, expect, test } from "vitest";
import {
	buildSharePath,
	decodeShare,
	encodeShare,
	INVALID_SHARE_TYPE,
	SHARE_TYPES,
	type SharePayload,
} from "./share-link.ts";

const TEAM: SharePayload = { type: "team", timestamp: 1_700_000_000_000, round: 4, snapshot: "abcdefghijklmnopqrstuv" };
const json = (link: string) => JSON.parse(Buffer.from(link.split("/").at(-1) ?? "", "base64url").toString());

describe("a share link", () => {
	test("is a base path, a type and its payload as JSON in base64url [D2.2.32, D2.3.42, D2.3.43, D2.4.27]", () => {
		expect(SHARE_TYPES).toEqual(["general", "league", "team", "trade"]);
		const link = buildSharePath(TEAM);
		expect(link).toMatch(/^\/share\/team\/[\w-]+$/);
		expect(json(link)).toEqual(TEAM);
	});

	test("has the code of a league, or a round [D2.3.44]", () => {
		expect(json(buildSharePath({ type: "league", timestamp: 1, leagueCode: "ABC234" })).leagueCode).toBe("ABC234");
		expect(json(buildSharePath(TEAM)).round).toBe(4);
	});

	test("cannot be made of another type: 'Invalid share type' [D2.5.26, D2.8.09]", () => {
		expect(() => buildSharePath({ type: "xyz" as "team", timestamp: 1 })).toThrow(INVALID_SHARE_TYPE);
		expect(INVALID_SHARE_TYPE).toBe("Invalid share type");
	});

	test("is read from base64url and from plain base64", () => {
		expect(decodeShare("team", encodeShare(TEAM))).toEqual(TEAM);
		const plain = Buffer.from(JSON.stringify({ ...TEAM, note: "ÿÿ>>??" })).toString("base64");
		expect(plain).toMatch(/[+/=]/);
		expect(decodeShare("team", plain)).toEqual(TEAM);
	});

	test.each([
		["another type than its path", "league", encodeShare(TEAM)],
		["no JSON", "team", "bm90IGpzb24"],
		["null", "general", Buffer.from("null").toString("base64url")],
		["no timestamp", "general", Buffer.from('{"type":"general"}').toString("base64url")],
		[
			"a code that is none",
			"league",
			Buffer.from('{"type":"league","timestamp":1,"leagueCode":"../../.."}').toString("base64url"),
		],
		["no snapshot", "team", Buffer.from('{"type":"team","timestamp":1,"round":1}').toString("base64url")],
		["letters outside base64", "team", "<script>"],
		["more than a link holds", "team", "A".repeat(601)],
	])("is nothing with %s", (_, type, payload) => {
		expect(decodeShare(type, payload)).toBeNull();
	});
});
