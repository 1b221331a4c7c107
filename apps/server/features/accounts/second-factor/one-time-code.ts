import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const PERIOD = 30;
/** A code of the period before or after passes too: clocks of phones differ. */
const WINDOW = 1;

// RFC 6238 as every authenticator knows it.
const createTotp = (secret: string, label: string): TOTP =>
	new TOTP({
		issuer: "First Bounce",
		label,
		algorithm: "SHA1",
		digits: 6,
		period: PERIOD,
		secret: Secret.fromBase32(secret),
	});

/** A new secret of 160 bits, in base 32. */
export const createSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator reads from a QR code. */
export const buildSecretUri = (secret: string, label: string): string => createTotp(secret, label).toString();

/** The six digits of an instant of wall time. */
export const generateCode = (secret: string, now: number): string =>
	createTotp(secret, "").generate({ timestamp: now });

/** The first code that has not been accepted yet, by the period of the last one that was. */
export const generateUnusedCode = (secret: string, lastPeriod: number, now: number): string =>
	generateCode(secret, Math.max(now, (lastPeriod + 1) * PERIOD * 1000));

/** The period whose code this is, counted from 1970 in half minutes; null for a wrong one. */
export function findPeriod(secret: string, code: string, now: number): number | null {
	const token = code.replaceAll(/\s/g, "");
	if (!/^\d{6}$/.test(token)) return null;
	const delta = createTotp(secret, "").validate({ token, timestamp: now, window: WINDOW });
	return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

// Without characters that are read wrongly.
const ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789";

/** A code to print and to keep: two groups of five, 49 bits. */
export function createRecoveryCode(): string {
	let code = "";
	while (code.length < 10) {
		const [byte = 255] = randomBytes(1);
		if (byte < 240) code += ALPHABET[byte % ALPHABET.length];
	}
	return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** How a printed code is kept; however it is typed, it is the same. */
export const hashRecoveryCode = (code: string): Buffer =>
	createHash("sha256")
		.update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""))
		.digest();
