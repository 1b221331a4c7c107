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
const decodeLink = (link: string) => JSON.parse(Buffer.from(link.split("/").at(-1) ?? "", "base64url").toString());

describe("a share link", () => {
	test("consists of a base path, a type and base64url JSON (D2.2.32, D2.3.42, D2.3.43, D2.4.27)", () => {
		expect(SHARE_TYPES).toEqual(["general", "league", "team", "trade", "result", "history"]);
		const link = buildSharePath(TEAM);
		expect(link).toMatch(/^\/share\/team\/[\w-]+$/);
		expect(decodeLink(link)).toEqual(TEAM);
	});

	test("contains a league's code, or a round and a snapshot (D2.3.44)", () => {
		expect(decodeLink(buildSharePath({ type: "league", timestamp: 1, leagueCode: "ABC234" })).leagueCode).toBe(
			"ABC234",
		);
		expect(decodeLink(buildSharePath(TEAM))).toMatchObject({ round: 4, snapshot: "abcdefghijklmnopqrstuv" });
	});

	test("of another type cannot be built: the error is 'Invalid share type' (D2.5.26, D2.8.09)", () => {
		expect(() => buildSharePath({ type: "xyz" as "team", timestamp: 1 })).toThrow(INVALID_SHARE_TYPE);
		expect(INVALID_SHARE_TYPE).toBe("Invalid share type");
	});

	test("is decoded from base64url and from plain base64 (D2.4.27)", () => {
		expect(decodeShare("team", encodeShare(TEAM))).toEqual(TEAM);
		const plain = Buffer.from(JSON.stringify({ ...TEAM, note: "ÿÿ>>??" })).toString("base64");
		expect(plain).toMatch(/[+/=]/);
		expect(decodeShare("team", plain)).toEqual(TEAM);
	});

	test.each([
		["a type that differs from its path", "league", encodeShare(TEAM)],
		["invalid JSON", "team", "bm90IGpzb24"],
		["null", "general", Buffer.from("null").toString("base64url")],
		["no timestamp", "general", Buffer.from('{"type":"general"}').toString("base64url")],
		[
			"an invalid code",
			"league",
			Buffer.from('{"type":"league","timestamp":1,"leagueCode":"../../.."}').toString("base64url"),
		],
		["no snapshot", "team", Buffer.from('{"type":"team","timestamp":1,"round":1}').toString("base64url")],
		["characters outside base64", "team", "<script>"],
		["too long a payload", "team", "A".repeat(601)],
	])("is invalid with %s", (_, type, payload) => {
		expect(decodeShare(type, payload)).toBeNull();
	});
});
