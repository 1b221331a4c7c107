import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinTestCluster } from "../../../testing/server/database.ts";
import { waitFor } from "../../../testing/server/wait-for.ts";
import { connect } from "./connect.ts";
import type { Cluster } from "./embedded/cluster.ts";
import { DEFAULT_WAITS, type MigrationFile, migrate } from "./migrate.ts";

const FOLDER = new URL("migrations/repeatable/", import.meta.url);
const computeHash = (text: string) => createHash("sha256").update(text).digest("hex");

const createAnswer = (answer: number) => `CREATE OR REPLACE FUNCTION answer() RETURNS int RETURN ${answer};`;

/** Lists the migrations of a release in which a function returns the last of these answers, and returned the others before. */
function listFiles(answers: readonly number[]): MigrationFile[] {
	const hashes = answers.map((answer) => computeHash(createAnswer(answer)));
	const table = "CREATE TABLE questions (id int PRIMARY KEY);";
	return [
		{ name: "0001-questions.sql", text: table, sha256: computeHash(table), formerHashes: null },
		{
			name: "answer.sql",
			text: createAnswer(answers.at(-1) ?? 0),
			sha256: hashes.at(-1) ?? "",
			formerHashes: hashes.slice(0, -1),
		},
	];
}

let cluster: Cluster;
beforeAll(async () => {
	cluster = await joinTestCluster();
});
afterAll(() => cluster.leave({ keepRunning: true }));

/** Creates an empty database that is dropped at the end of the test. */
async function createDatabase(label: string) {
	const name = `repeatable_${label}_${process.pid}`;
	const url = await cluster.createDatabase(name);
	const connections = [connect({ url }, 2), connect({ url }, 2)] as const;
	const [{ pool }] = connections;
	return {
		connections,
		pool,
		apply: (files: readonly MigrationFile[], connection = connections[0]) =>
			migrate(connection.db, DEFAULT_WAITS, files),
		readAnswer: async () => (await pool.query("SELECT answer()")).rows[0].answer,
		readHash: async () =>
			(await pool.query("SELECT sha256 FROM applied_migrations WHERE name = 'answer.sql'")).rows[0].sha256,
		[Symbol.asyncDispose]: async () => {
			for (const { db } of connections) await db.destroy();
			await cluster.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
		},
	};
}

test("a repeatable migration is applied once, and again after each change [D2.9.126]", async () => {
	await using database = await createDatabase("changed");
	expect(await database.apply(listFiles([1]))).toEqual(["0001-questions.sql", "answer.sql"]);
	expect(await database.apply(listFiles([1]))).toEqual([]);
	expect(await database.readAnswer()).toBe(1);
	expect(await database.apply(listFiles([1, 2]))).toEqual(["answer.sql"]);
	expect(await database.apply(listFiles([1, 2]))).toEqual([]);
	expect(await database.readAnswer()).toBe(2);
	expect(await database.apply(listFiles([1, 2, 3, 4]))).toEqual(["answer.sql"]);
	expect(await database.readAnswer()).toBe(4);
	expect(await database.readHash()).toBe(computeHash(createAnswer(4)));
});

test("an older release neither starts nor restores its text [D2.9.126]", async () => {
	await using database = await createDatabase("older");
	await database.apply(listFiles([1, 2]));
	await expect(database.apply(listFiles([1]))).rejects.toThrow(
		"The database was created by a newer version of First Bounce (answer.sql)",
	);
	expect([await database.readAnswer(), await database.readHash()]).toEqual([2, computeHash(createAnswer(2))]);
});

/** Starts both releases once the other has seen that the text has to change. */
async function applyAtOnce(
	{ connections, pool, apply }: Awaited<ReturnType<typeof createDatabase>>,
	releases: readonly [MigrationFile[], MigrationFile[]],
) {
	const client = await pool.connect();
	// The lock of the list of applied migrations, which both read before they apply any.
	await client.query("BEGIN; SELECT pg_advisory_xact_lock(28009)");
	const ends = Promise.allSettled(releases.map((files, index) => apply(files, connections[index])));
	await waitFor(async () => {
		const { rows } = await client.query(
			`SELECT FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
				AND locktype = 'advisory' AND objid = 28009 AND NOT granted`,
		);
		expect(rows).toHaveLength(2);
	});
	await client.query("COMMIT");
	client.release();
	return ends;
}

test("of two processes that start at once, one applies a change [D2.9.126]", async () => {
	await using database = await createDatabase("twice");
	await database.apply(listFiles([1]));
	const ends = await applyAtOnce(database, [listFiles([1, 2]), listFiles([1, 2])]);
	const applied = ends.map((end) => (end.status === "fulfilled" ? end.value : end.reason));
	expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], ["answer.sql"]]);
	expect(await database.readAnswer()).toBe(2);
});

test("of two releases that start at once, the newer one's text remains [D2.9.126]", async () => {
	await using database = await createDatabase("mixed");
	await database.apply(listFiles([1]));
	await applyAtOnce(database, [listFiles([1, 2, 3]), listFiles([1, 2])]);
	expect([await database.readAnswer(), await database.readHash()]).toEqual([3, computeHash(createAnswer(3))]);
});

test("a repeatable migration's text has the last of its listed hashes", async () => {
	const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql"));
	expect(files).toContain("accept-team-actions.sql");
	for (const name of files) {
		const listed = await readFile(new URL(name.replace(/sql$/, "sha256"), FOLDER), "utf8");
		const hashes = listed.trimEnd().split("\n");
		const hash = computeHash(await readFile(new URL(name, FOLDER), "utf8"));
		expect(hashes.at(-1), `${name} has changed: add ${hash} to its .sha256`).toBe(hash);
		expect(new Set(hashes).size, `${name} is as it was before: change a comment`).toBe(hashes.length);
	}
});
