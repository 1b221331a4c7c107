import { hash, verify } from "@node-rs/argon2";
import type { Reason } from "../../../plugins/refusal.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

export const MIN_PASSWORD_LENGTH = 10;

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const OWASP = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize("NFKC"), OWASP);

// The hash of random bytes, with the cost of real hashes. It is verified if there is no account, so that an unknown
// address takes as long as a wrong password.
const DECOY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$Pwk0Bsd25jAM6qViqGJXog$IeTDclN54GoigCeP4oigTiUvUArmj6WSzYdxkuSsPuE";

/** Verifies a password. Takes equally long if there is no hash. */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
	const matches = await verify(passwordHash ?? DECOY_HASH, password.normalize("NFKC"));
	return matches && passwordHash !== null;
}

const LOOKALIKES: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "@": "a", $: "s" };
const keepLetters = (text: string): string => text.replaceAll(/[^a-z]/g, "");
const isSequence = (text: string): boolean => {
	const steps = new Set([...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index)));
	return steps.size === 1 && Math.abs([...steps][0] ?? 9) <= 1;
};
const isRepeated = (text: string): boolean => /^(.{1,5})\1+$/.test(text);

/** Finds what is wrong with a new password; `personalWords` are words that others know about its owner. */
export function findPasswordProblems(password: string, personalWords: readonly string[]): Reason[] {
	if ([...password].length < MIN_PASSWORD_LENGTH)
		return [{ code: "password-too-short", data: { least: MIN_PASSWORD_LENGTH } }];
	const plain = password.toLowerCase();
	const withoutLookalikes = keepLetters(plain.replaceAll(/[013@$]/g, (character) => LOOKALIKES[character] ?? ""));
	const containsPersonalWord = personalWords.some(
		(word) => word.length >= 4 && plain.includes(word.toLowerCase()) && plain.length - word.length < 6,
	);
	const isCommon = [plain, keepLetters(plain), withoutLookalikes].some((spelling) => COMMON_PASSWORDS.has(spelling));
	return isCommon || containsPersonalWord || isSequence(plain) || isRepeated(plain)
		? [{ code: "password-too-common" }]
		: [];
}
