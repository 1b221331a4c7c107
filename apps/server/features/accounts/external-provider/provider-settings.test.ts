import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../config.ts";

let folder: string;
let file: string;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "providers-"));
	file = path.join(folder, "providers.json");
	await writeFile(path.join(folder, "club.secret"), "shared secret\n");
	await writeFile(path.join(folder, "empty.secret"), "\n");
});
afterAll(() => rm(folder, { recursive: true }));

const CLUB = {
	id: "club",
	name: "Club ID",
	issuer: "https://id.club.example/",
	clientId: "bounce",
	clientSecretFile: "club.secret",
};
const SCHOOL = { id: "school", name: "School ID", issuer: "https://id.school.example", clientId: "game" };

async function read(content: unknown, env: Record<string, string> = {}) {
	await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
	return readConfig({ OIDC_PROVIDERS_FILE: file, ...env });
}

describe("OIDC_PROVIDERS_FILE", () => {
	test("lists providers in order with secrets, and turns password sign-in off", async () => {
		const config = await read([CLUB, SCHOOL]);
		const club = {
			id: "club",
			name: "Club ID",
			issuer: "https://id.club.example",
			clientId: "bounce",
			clientSecret: "shared secret",
		};
		expect(config.providers).toEqual([club, { ...SCHOOL, clientSecret: null }]);
		expect(config.oidc).toEqual(club);
		expect(config.localLogin).toBe(false);
		expect((await read([CLUB], { LOCAL_LOGIN: "on" })).localLogin).toBe(true);
	});

	test("adds its providers after that of OIDC_ISSUER", async () => {
		const single = { OIDC_ISSUER: "https://id.example.org", OIDC_CLIENT_ID: "bounce", OIDC_CLIENT_SECRET: "s" };
		const first = { id: "default", name: "id.example.org", issuer: "https://id.example.org", clientId: "bounce" };
		expect((await read([SCHOOL], single)).providers).toEqual([
			{ ...first, clientSecret: "s" },
			{ ...SCHOOL, clientSecret: null },
		]);
		expect(readConfig(single).oidc).toEqual({ ...first, clientSecret: "s" });
		expect(readConfig({}).providers).toEqual([]);
	});

	test.each<[unknown, string]>([
		["{", "is not valid JSON"],
		[[], "must be a list of providers"],
		[{ id: "club" }, "must be a list of providers"],
		[["club"], "entry 1 must be an object"],
		[[CLUB, { ...SCHOOL, id: "The School" }], "entry 2, id must be 1 to 40 lower-case letters, digits and hyphens"],
		[[{ ...CLUB, name: undefined }], "entry 1, name is missing"],
		[[{ ...CLUB, issuer: "id.club.example" }], "entry 1, issuer must be a URL such as https://id.example.org"],
		[[{ ...CLUB, clientId: undefined }], "entry 1, clientId is missing"],
		[[{ ...CLUB, clientSecretFile: "nowhere" }], "entry 1, clientSecretFile cannot be read"],
		[[{ ...CLUB, clientSecretFile: "empty.secret" }], "entry 1, clientSecretFile is empty"],
		[[{ ...CLUB, clientSecret: "x" }], "entry 1, clientSecret is not a field of a provider"],
		[[CLUB, SCHOOL, { ...SCHOOL, name: "Other" }], "entry 3, id is the same as in entry 2"],
		[[{ ...SCHOOL, id: "default" }], "entry 1, id is taken by OIDC_ISSUER"],
	])("%j is refused at startup, with file, entry and field", async (content, problem) => {
		await expect(read(content)).rejects.toThrow(`Invalid settings: OIDC_PROVIDERS_FILE ${file}: ${problem}`);
	});

	test("that does not exist is refused at startup", () => {
		expect(() => readConfig({ OIDC_PROVIDERS_FILE: "/nowhere.json" })).toThrow(
			"OIDC_PROVIDERS_FILE /nowhere.json: cannot be read",
		);
	});
});
