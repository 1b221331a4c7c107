import { hash, verify } from "@node-rs/argon2";
import type { Reason } from "../../../plugins/refusal.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

export const MIN_PASSWORD_LENGTH = 10;

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize("NFKC"), ARGON2_OPTIONS);

/** The hash of random bytes, verified if there is no account, so that an unknown address takes as long as a wrong password. */
const DECOY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$Pwk0Bsd25jAM6qViqGJXog$IeTDclN54GoigCeP4oigTiUvUArmj6WSzYdxkuSsPuE";

/** Whether a password matches a hash. Takes equally long if there is no hash. */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
	const matches = await verify(passwordHash ?? DECOY_HASH, password.normalize("NFKC"));
	return matches && passwordHash !== null;
}

const LOOKALIKES: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "@": "a", $: "s" };
/** Shorter personal words may be in a password. */
const MIN_PERSONAL_WORD_LENGTH = 4;
/** A password with a personal word needs this many other characters. */
const MIN_OTHER_CHARACTERS = 6;

const keepLetters = (text: string): string => text.replaceAll(/[^a-z]/g, "");
/** Whether the characters only go up by one, only go down by one, or stay the same: 1234, fedc or aaaa. */
function isSequence(text: string): boolean {
	const steps = [...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index));
	const [step = Number.POSITIVE_INFINITY, ...otherSteps] = new Set(steps);
	return otherSteps.length === 0 && Math.abs(step) <= 1;
}
/** Whether a text repeats up to five characters, such as abcabcabc. */
const isRepetition = (text: string): boolean => /^(.{1,5})\1+$/.test(text);

/** Finds what is wrong with a new password. `personalWords` are words about its owner that others can guess, such as names. */
export function findPasswordProblems(password: string, personalWords: readonly string[]): Reason[] {
	if ([...password].length < MIN_PASSWORD_LENGTH)
		return [{ code: "password-too-short", data: { least: MIN_PASSWORD_LENGTH } }];
	const plain = password.toLowerCase();
	const withoutLookalikes = keepLetters(plain.replaceAll(/[013@$]/g, (character) => LOOKALIKES[character] ?? ""));
	const containsPersonalWord = personalWords.some(
		(word) =>
			word.length >= MIN_PERSONAL_WORD_LENGTH &&
			plain.includes(word.toLowerCase()) &&
			plain.length - word.length < MIN_OTHER_CHARACTERS,
	);
	const isCommon = [plain, keepLetters(plain), withoutLookalikes].some((spelling) => COMMON_PASSWORDS.has(spelling));
	return isCommon || containsPersonalWord || isSequence(plain) || isRepetition(plain)
		? [{ code: "password-too-common" }]
		: [];
}
