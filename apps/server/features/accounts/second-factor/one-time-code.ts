import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** The codes of one period before and one after are accepted too, because clocks differ. */
const WINDOW_PERIODS = 1;

// The defaults of RFC 6238, which every authenticator app supports.
const createTotp = (secret: string, label: string): TOTP =>
	new TOTP({
		issuer: "First Bounce",
		label,
		algorithm: "SHA1",
		digits: 6,
		period: PERIOD_SECONDS,
		secret: Secret.fromBase32(secret),
	});

/** Creates a new secret of 160 bits, in base 32. */
export const createSecret = (): string => new Secret({ size: 20 }).base32;

/** Builds the URI that an authenticator app reads from a QR code. */
export const buildSecretUri = (secret: string, label: string): string => createTotp(secret, label).toString();

/** Generates the six-digit code for a wall time in milliseconds. */
export const generateCode = (secret: string, now: number): string =>
	createTotp(secret, "").generate({ timestamp: now });

/** Generates the current code, or the one after `lastPeriod` if the current one was already accepted. */
export const generateUnusedCode = (secret: string, lastPeriod: number, now: number): string =>
	generateCode(secret, Math.max(now, (lastPeriod + 1) * PERIOD_SECONDS * 1000));

/** Finds the 30-second period that a code is for, counted from 1970; null for a wrong code. */
export function findPeriod(secret: string, code: string, now: number): number | null {
	const token = code.replaceAll(/\s/g, "");
	if (!/^\d{6}$/.test(token)) return null;
	const delta = createTotp(secret, "").validate({ token, timestamp: now, window: WINDOW_PERIODS });
	return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

/** Thirty characters, without those that are easily confused. */
const ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
/** A multiple of the alphabet's length. Bytes from here on are skipped, so that every character is equally likely. */
const BYTE_LIMIT = 240;

/** Creates a recovery or set-up code, to be printed: two groups of five characters, 49 bits. */
export function createPrintedCode(): string {
	let code = "";
	while (code.length < 10) {
		const [byte = 255] = randomBytes(1);
		if (byte < BYTE_LIMIT) code += ALPHABET[byte % ALPHABET.length];
	}
	return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Hashes a printed code. Case, spaces and hyphens make no difference. */
export const hashPrintedCode = (code: string): Buffer =>
	createHash("sha256")
		.update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""))
		.digest();
