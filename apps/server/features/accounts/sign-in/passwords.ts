import { hash, verify } from "@node-rs/argon2";
import type { Reason } from "../../../plugins/refusal.ts";

/** Passwords that are frequent in leaks, in lower case, some with only their letters. Short passwords are refused anyway. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
	`password passwords passwort mypassword thepassword passwordpassword password1234 password12345 password123 password1!
	1234567890 12345678910 123456789a 0123456789 0987654321 9876543210 1234512345 1122334455 1029384756 123123123123
	123456789q 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 qazwsxedcrfv qazwsxedc
	qwertyuiop qwertyuiop123 qwerty12345 qwerty123456 qwerty1234 qwertyqwerty qwerty asdfghjkl asdfghjkl123 zxcvbnm123 zxcvbnm
	asdfasdfasdf qwerasdfzxcv poiuytrewq lkjhgfdsa
	iloveyou iloveyou123 iloveyouso iloveyouu iloveyoubaby iloveyou1234 loveyou letmein letmeinnow letmein1234 welcome
	welcome123 welcome1234 welcomehome changeme changeme123 changemenow trustno1trustno1 trustnoone administrator administrator1
	adminadmin admin12345 admin123456 rootroot superuser supersecret topsecret secret secretpassword mysecret nopassword
	dragon dragondragon monkey monkeymonkey princess princess123 sunshine sunshine123 football football123 footballfootball
	baseball basketball baseball123 basketball123 superman superman123 batman spiderman starwars starwars123 michael jennifer
	jordan23jordan liverpool liverpool123 liverpoolfc manchester manchesterunited chelseafc arsenalfc barcelona barcelona123
	realmadrid juventus shadow master masterkey whatever whatever123 freedom computer computer123 internet samsung samsung123
	google googlegoogle facebook facebook123 instagram linkedin microsoft windows pokemon pokemon123 minecraft minecraft123
	fortnite fuckyou fuckyou123 fuckyoufuckyou asshole killer charlie charlie123 abcdefghij abcdefgh abcdefghijk abcdef1234
	abc1234567 abcd123456 abcd1234567 abcabcabc aaaaaaaaaa a1b2c3d4e5 a123456789 aa12345678 correcthorsebatterystaple
	correct horse battery staple firstbounce firstbounce1 first bounce australia australia1 australia123 aflw aflwfantasy
	collingwood collingwood1 essendonbombers carltonblues hawthornhawks richmondtigers geelongcats sydneyswans magpies
	westcoasteagles fremantledockers adelaidecrows portadelaide brisbanelions melbournedemons stkildasaints northmelbourne
	westernbulldogs goldcoastsuns gwsgiants footyfooty goodpassword testtest testing testing123 test123456 test1234567 default
	defaultpassword guestguest hellohello helloworld hello12345 helloworld1 logmein openseame opensesame nothing nothing123
	family familyfamily mother father mylove mylove123 lovelove lovelylove blessed blessed123 jesus jesuschrist jesus12345`
		.split(/\s+/)
		.filter(Boolean),
);

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

/** Finds what is wrong with a new password. `personalWords` are words about its user that others can guess, such as names. */
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
