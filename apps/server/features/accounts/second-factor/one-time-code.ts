import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const PERIOD = 30;
/** Codes of one period before and after are accepted too, because clocks differ. */
const WINDOW = 1;

// The defaults of RFC 6238, which every authenticator app supports.
const createTotp = (secret: string, label: string): TOTP =>
	new TOTP({
		issuer: "First Bounce",
		label,
		algorithm: "SHA1",
		digits: 6,
		period: PERIOD,
		secret: Secret.fromBase32(secret),
	});

/** Creates a new secret of 160 bits, in base 32. */
export const createSecret = (): string => new Secret({ size: 20 }).base32;

/** Builds the URI that an authenticator app reads from a QR code. */
export const buildSecretUri = (secret: string, label: string): string => createTotp(secret, label).toString();

/** Generates the six-digit code of a wall time. */
export const generateCode = (secret: string, now: number): string =>
	createTotp(secret, "").generate({ timestamp: now });

/** Generates the current code, or the next one if the current one was accepted already. */
export const generateUnusedCode = (secret: string, lastPeriod: number, now: number): string =>
	generateCode(secret, Math.max(now, (lastPeriod + 1) * PERIOD * 1000));

/** Finds the period of a code, in half minutes since 1970; null for a wrong code. */
export function findPeriod(secret: string, code: string, now: number): number | null {
	const token = code.replaceAll(/\s/g, "");
	if (!/^\d{6}$/.test(token)) return null;
	const delta = createTotp(secret, "").validate({ token, timestamp: now, window: WINDOW });
	return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

// Without characters that are easily confused.
const ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789";

/** Creates a printable code: two groups of five characters, 49 bits. */
export function createRecoveryCode(): string {
	let code = "";
	while (code.length < 10) {
		const [byte = 255] = randomBytes(1);
		if (byte < 240) code += ALPHABET[byte % ALPHABET.length];
	}
	return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Hashes a printed code. Case, spaces and hyphens make no difference. */
export const hashRecoveryCode = (code: string): Buffer =>
	createHash("sha256")
		.update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""))
		.digest();
