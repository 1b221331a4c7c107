import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";

/** Whom a message is for: a browser's public key and secret, base64url. */
export interface Receiver {
	readonly p256dh: string;
	readonly auth: string;
}

/** One record holds a whole message: push services take 4,096 bytes. */
const RECORD_SIZE = 4_096;
const LAST_RECORD = Buffer.of(2);

const deriveKey = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
	Buffer.from(hkdfSync("sha256", secret, salt, info, length));

function createKey(): ECDH {
	const key = createECDH("prime256v1");
	key.generateKeys();
	return key;
}

/**
 * Encrypts a text for one browser alone (RFC 8291, in the aes128gcm coding of RFC 8188). The sender's key and the salt
 * are new for each message; only a test gives its own.
 *
 * @throws when the receiver's key is no point of P-256
 */
export function encryptMessage(
	text: string,
	{ p256dh, auth }: Receiver,
	{ sender = createKey(), salt = randomBytes(16) }: { readonly sender?: ECDH; readonly salt?: Buffer } = {},
): Buffer {
	const theirs = Buffer.from(p256dh, "base64url");
	const ours = sender.getPublicKey();
	const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
	const secret = deriveKey(sender.computeSecret(theirs), Buffer.from(auth, "base64url"), info, 32);
	const key = deriveKey(secret, salt, "Content-Encoding: aes128gcm\0", 16);
	const nonce = deriveKey(secret, salt, "Content-Encoding: nonce\0", 12);
	const cipher = createCipheriv("aes-128-gcm", key, nonce);
	const sealed = [cipher.update(text), cipher.update(LAST_RECORD), cipher.final()];
	const sizes = Buffer.alloc(5);
	sizes.writeUInt32BE(RECORD_SIZE, 0);
	sizes.writeUInt8(ours.length, 4);
	return Buffer.concat([salt, sizes, ours, ...sealed, cipher.getAuthTag()]);
}
