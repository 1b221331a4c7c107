import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMediaStore, type MediaStore } from "./media-store.ts";

const objects = new Map<string, Buffer>();
let bucket: Server;
let folder: string;
const stores: Record<string, MediaStore> = {};

/** Starts a server with the part of the S3 API that the media store uses. */
async function startBucket(): Promise<string> {
	bucket = createServer(async (request, response) => {
		const key = new URL(request.url ?? "/", "http://bucket").pathname;
		if (!/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/ap-southeast-2\/s3/.test(request.headers.authorization ?? ""))
			return response.writeHead(403).end();
		if (request.method === "PUT") objects.set(key, await buffer(request));
		if (request.method === "DELETE") objects.delete(key);
		const found = objects.get(key);
		if (request.method !== "GET") return response.writeHead(request.method === "PUT" ? 200 : 204).end();
		if (found) return response.writeHead(200, { "content-type": "image/webp" }).end(found);
		response.writeHead(404, { "content-type": "application/xml" });
		response.end("<Error><Code>NoSuchKey</Code><Message>No such key</Message></Error>");
	});
	await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
	return `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
}

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-media-"));
	const account = { accessKeyId: "key", secretAccessKey: "secret", region: "ap-southeast-2" };
	stores.disk = await createMediaStore({ dataDir: folder, bucket: null });
	stores.S3 = await createMediaStore({
		dataDir: folder,
		bucket: { name: "pictures", endpoint: await startBucket(), ...account },
	});
});
afterAll(async () => {
	bucket.close();
	bucket.closeAllConnections();
	await rm(folder, { recursive: true });
});

test.each(["disk", "S3"])(
	"on %s a picture can be stored, read and removed, a missing one is null, and removing is idempotent",
	async (kind) => {
		const store = stores[kind];
		if (!store) throw new Error(`No store ${kind}`);
		const bytes = Buffer.from([0, 1, 2, 250, 255]);
		expect(await store.read("users/7/1.webp")).toBeNull();
		await store.put("users/7/1.webp", bytes);
		expect(await store.read("users/7/1.webp")).toEqual(bytes);
		await store.remove("users/7/1.webp");
		await store.remove("users/7/1.webp");
		expect(await store.read("users/7/1.webp")).toBeNull();
	},
);

test("a request to a silent bucket times out", async () => {
	const silent = createServer(() => undefined);
	await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
	const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
	const account = { accessKeyId: "key", secretAccessKey: "secret", region: "ap-southeast-2" };
	const store = await createMediaStore({ dataDir: folder, bucket: { name: "pictures", endpoint, ...account } }, 100);
	const failed: unknown = await store.read("users/7/1.webp").catch((error: unknown) => error);
	expect(String((failed as Error).cause)).toContain("timed out after 100 ms of inactivity");
	await expect(store.put("users/7/1.webp", Buffer.from("x"))).rejects.toThrow();
	silent.closeAllConnections();
	silent.close();
});

test("with a bucket nothing is written to the disk", async () => {
	await stores.S3?.put("users/8/1.webp", Buffer.from("x"));
	expect([...objects.keys()]).toEqual(["/pictures/users/8/1.webp"]);
	expect(await readdir(folder)).toEqual(["media"]);
});
