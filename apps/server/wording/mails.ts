import { isLanguage, type Language } from "@first-bounce/contract/languages";
import { type MailWords, mailsEn } from "./mails-en.ts";
import { mailsFr } from "./mails-fr.ts";

type Catalogue = typeof mailsEn;
export type MailKind = keyof Catalogue;
/** What a kind of mail names. */
export type MailData<Kind extends MailKind> = Parameters<Catalogue[Kind]>[0];

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en: mailsEn, fr: mailsFr };

/** A name as a mail shows it: on one line, and with nothing that mail programs make a link of. */
export const nameInMail = (name: string): string =>
	name
		.normalize("NFKC")
		.replaceAll(/[\p{C}\s]+/gu, " ")
		.replaceAll("://", ": //")
		.replaceAll(/[.。](?=\p{L})/gu, ". ")
		.trim();

/** The data of mails that are names people chose. */
const NAMES: readonly string[] = ["firstName", "name", "before", "after"];
const withSafeNames = <Data extends object>(data: Data): Data =>
	Object.fromEntries(
		Object.entries(data).map(([key, value]) => [key, NAMES.includes(key) ? nameInMail(String(value)) : value]),
	) as Data;

/** A mail's words in a language; English where it is not shipped. */
export function mailWords<Kind extends MailKind>(language: string, kind: Kind, data: MailData<Kind>): MailWords {
	const words = CATALOGUES[isLanguage(language) ? language : "en"][kind] as (data: MailData<Kind>) => MailWords;
	return words(withSafeNames(data));
}
