import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";

/** A browser's public key and authentication secret, base64url. */
export interface Receiver {
	readonly p256dh: string;
	readonly auth: string;
}

/** Push services accept at most 4,096 bytes, so a message is a single record. */
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
 * Encrypts a text for one browser (RFC 8291, with the aes128gcm coding of RFC 8188). The sender's key and the salt are
 * new for each message; only tests pass them.
 *
 * @throws if the receiver's key is not a point on P-256
 */
export function encryptMessage(
	text: string,
	{ p256dh, auth }: Receiver,
	{ sender = createKey(), salt = randomBytes(16) }: { readonly sender?: ECDH; readonly salt?: Buffer } = {},
): Buffer {
	const receiverKey = Buffer.from(p256dh, "base64url");
	const senderKey = sender.getPublicKey();
	const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiverKey, senderKey]);
	const secret = deriveKey(sender.computeSecret(receiverKey), Buffer.from(auth, "base64url"), info, 32);
	const key = deriveKey(secret, salt, "Content-Encoding: aes128gcm\0", 16);
	const nonce = deriveKey(secret, salt, "Content-Encoding: nonce\0", 12);
	const cipher = createCipheriv("aes-128-gcm", key, nonce);
	const ciphertext = [cipher.update(text), cipher.update(LAST_RECORD), cipher.final()];
	const sizeHeader = Buffer.alloc(5);
	sizeHeader.writeUInt32BE(RECORD_SIZE, 0);
	sizeHeader.writeUInt8(senderKey.length, 4);
	return Buffer.concat([salt, sizeHeader, senderKey, ...ciphertext, cipher.getAuthTag()]);
}
