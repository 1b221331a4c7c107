import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import type { Identity, Recipient, Stanza } from "age-encryption";

/*
 * A passphrase as age's format has it: https://age-encryption.org/v1#the-scrypt-recipient-type. The library derives the key in
 * JavaScript, which stops the process for seconds; Node does so in a thread.
 */
const TYPE = "scrypt";
const LABEL = "age-encryption.org/v1/scrypt";
const SALT_BYTES = 16;
const BLOCK_SIZE = 8;
/** The default of age: 256 MB of memory. */
const WORK_FACTOR = 18;
/** Files that ask for more, up to 1 GB, are refused. */
const MAX_WORK_FACTOR = 20;
const KEY_BYTES = 32;
const FILE_KEY_BYTES = 16;
const TAG_BYTES = 16;

const CIPHER = "chacha20-poly1305";
/** Each key encrypts once. */
const NONCE = Buffer.alloc(12);

const encode = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

function deriveKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
	const N = 2 ** workFactor;
	// A little more than the algorithm needs.
	const maxmem = 129 * N * BLOCK_SIZE + 1024 ** 2;
	return new Promise((resolve, reject) => {
		scrypt(
			passphrase,
			Buffer.concat([Buffer.from(LABEL), salt]),
			KEY_BYTES,
			{ N, r: BLOCK_SIZE, p: 1, maxmem },
			(error, key) => (error ? reject(error) : resolve(key)),
		);
	});
}

/** Encrypts for whoever knows the passphrase. */
export const createPassphraseRecipient = (passphrase: string): Recipient => ({
	wrapFileKey: async (fileKey) => {
		const { Stanza } = await import("age-encryption");
		const salt = randomBytes(SALT_BYTES);
		const key = await deriveKey(passphrase, salt, WORK_FACTOR);
		const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
		const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
		return [new Stanza([TYPE, encode(salt), String(WORK_FACTOR)], body)];
	},
});

/** Decrypts with the passphrase. Returns null for a different passphrase; the library then throws. */
export const createPassphraseIdentity = (passphrase: string): Identity => ({
	unwrapFileKey: async (stanzas) => {
		const [stanza] = stanzas;
		if (stanza?.args[0] !== TYPE || stanzas.length !== 1) return null;
		const { salt, workFactor } = parseStanza(stanza);
		const key = await deriveKey(passphrase, salt, workFactor);
		const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
		decipher.setAuthTag(stanza.body.subarray(FILE_KEY_BYTES));
		try {
			return Buffer.concat([decipher.update(stanza.body.subarray(0, FILE_KEY_BYTES)), decipher.final()]);
		} catch {
			return null;
		}
	},
});

function parseStanza({ args, body }: Stanza): { readonly salt: Buffer; readonly workFactor: number } {
	const salt = Buffer.from(args[1] ?? "", "base64");
	const workFactor = /^[1-9]\d?$/.test(args[2] ?? "") ? Number(args[2]) : 0;
	const isValid = args.length === 3 && salt.length === SALT_BYTES && body.length === FILE_KEY_BYTES + TAG_BYTES;
	if (!isValid || workFactor === 0 || workFactor > MAX_WORK_FACTOR) throw new Error("invalid scrypt stanza");
	return { salt, workFactor };
}
