import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { subscribeToPush } from "@first-bounce/contract/accounts/notifications";
import type { BodyOf } from "@first-bounce/contract/call";

interface ReceivedRequest {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

/** A subscribed browser: its subscription, and a decryption of messages (RFC 8188, RFC 8291). */
interface TestBrowser {
	readonly subscription: BodyOf<typeof subscribeToPush>;
	readonly read: (body: Buffer) => unknown;
}

export interface PushService {
	readonly url: string;
	readonly received: ReceivedRequest[];
	/** Sets the response to later requests. */
	readonly answer: (status: number, headers?: Readonly<Record<string, string>>, body?: string) => void;
	readonly browser: () => TestBrowser;
	readonly close: () => Promise<void>;
}

const deriveKey = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
	Buffer.from(hkdfSync("sha256", secret, salt, info, length));

function createBrowser(endpoint: string): TestBrowser {
	const ecdh = createECDH("prime256v1");
	const publicKey = ecdh.generateKeys();
	const auth = randomBytes(16);
	return {
		subscription: { endpoint, keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") } },
		read: (body) => {
			const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
			const senderKey = body.subarray(21, 21 + keyLength);
			const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, senderKey]);
			const secret = deriveKey(ecdh.computeSecret(senderKey), auth, info, 32);
			const key = deriveKey(secret, salt, "Content-Encoding: aes128gcm\0", 16);
			const nonce = deriveKey(secret, salt, "Content-Encoding: nonce\0", 12);
			const ciphertext = body.subarray(21 + keyLength);
			const decipher = createDecipheriv("aes-128-gcm", key, nonce);
			decipher.setAuthTag(ciphertext.subarray(-16));
			const padded = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
			// The content ends in a 2, followed only by padding.
			return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
		},
	};
}

export async function startPushService(): Promise<PushService> {
	const received: ReceivedRequest[] = [];
	let reply: readonly [number, Readonly<Record<string, string>>, string] = [201, {}, ""];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
		const [status, headers, body] = reply;
		// A status of 0 means that it never responds.
		if (status > 0) response.writeHead(status, headers).end(body);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	let browsers = 0;
	return {
		url,
		received,
		answer: (status, headers = {}, body = "") => {
			reply = [status, headers, body];
		},
		browser: () => createBrowser(`${url}/send/${++browsers}`),
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
