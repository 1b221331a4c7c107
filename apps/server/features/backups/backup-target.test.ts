import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openFolderOrBucket, withBackupFile } from "./backup-target.ts";
import { deleteOldBackups } from "./old-backups.ts";

const objects = new Map<string, Buffer>();
let bucket: Server;
let host: string;
let isRefusing = false;

/** Starts a server with the part of the S3 API that backups use. */
beforeAll(async () => {
	bucket = createServer(async (request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? "/", "http://bucket");
		const name = pathname.slice("/backups/".length);
		const refuse = (status: number, code: string) =>
			response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
		if (isRefusing || !/Credential=key\//.test(request.headers.authorization ?? "")) return refuse(403, "AccessDenied");
		if (request.method === "PUT") objects.set(name, await buffer(request));
		if (request.method === "DELETE") objects.delete(name);
		if (request.method !== "GET") return response.writeHead(request.method === "PUT" ? 200 : 204).end();
		if (searchParams.has("list-type")) {
			const keys = [...objects.keys()].map((key) => `<Contents><Key>${key}</Key></Contents>`);
			response.writeHead(200, { "content-type": "application/xml" });
			return response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${keys.join("")}</ListBucketResult>`);
		}
		const found = objects.get(name);
		return found ? response.end(found) : refuse(404, "NoSuchKey");
	});
	await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
	host = `127.0.0.1:${(bucket.address() as AddressInfo).port}`;
});
afterAll(() => {
	bucket.close();
	bucket.closeAllConnections();
});
beforeEach(() => {
	objects.clear();
	isRefusing = false;
});

const open = () => openFolderOrBucket(`s3://key:secret@${host}/backups?region=eu-central-1`);
const getName = (day: number) => `first-bounce-2026-09-0${day}T16-30-00Z.tar.gz`;
const getUrl = (name: string) => `s3://key:secret@${host}/backups/${name}?region=eu-central-1`;

test("backups go into a bucket, the oldest are deleted, one is read", async () => {
	const target = open();
	objects.set("notes.txt", Buffer.from("mine"));
	for (const day of [1, 2, 3]) {
		expect(await target.store(getName(day), Readable.from([Buffer.from(`backup ${day}`)]))).toEqual({
			place: `s3://${host}/backups/${getName(day)}`,
			size: 8,
		});
	}
	expect(await deleteOldBackups(target, 2)).toBe(1);
	expect([...objects.keys()].sort()).toEqual([getName(2), getName(3), "notes.txt"]);
	expect(await withBackupFile(getUrl(getName(3)), (file) => readFile(file, "utf8"))).toBe("backup 3");
});

test("errors about a bucket or a missing backup contain no key", async () => {
	await expect(withBackupFile(getUrl(getName(1)), async () => "read")).rejects.toThrow(
		`${getName(1)} cannot be read from s3://${host}/backups: NoSuchKey`,
	);
	isRefusing = true;
	const refused = open().store(getName(1), Readable.from([Buffer.from("backup")]));
	await expect(refused).rejects.toThrow(`s3://${host}/backups cannot be used: AccessDenied`);
	await expect(refused).rejects.not.toThrow(/secret/);
});

test("an address whose secret has an unescaped slash is refused", async () => {
	const place = `s3s://key:se/cret@host/backups/${getName(1)}`;
	await expect(withBackupFile(place, async () => "read")).rejects.toThrow(
		"A backup in a bucket must be a URL such as s3s://KEY:SECRET@host/bucket/first-bounce-….tar.gz",
	);
});

test("errors about a bucket that does not answer say why", async () => {
	const place = "s3://127.0.0.1:1/backups";
	const target = openFolderOrBucket("s3://key:secret@127.0.0.1:1/backups");
	const message = `${place} cannot be used: connect ECONNREFUSED 127.0.0.1:1`;
	await expect(target.store(getName(1), Readable.from([Buffer.from("backup")]))).rejects.toThrow(message);
	await expect(target.list()).rejects.toThrow(message);
	await expect(target.delete([getName(1)])).rejects.toThrow(message);
	const url = `s3://key:secret@127.0.0.1:1/backups/${getName(1)}`;
	await expect(withBackupFile(url, async () => "read")).rejects.toThrow(
		`${getName(1)} cannot be read from ${place}: connect ECONNREFUSED 127.0.0.1:1`,
	);
});
