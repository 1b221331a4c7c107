import { isLanguage, type Language } from "@first-bounce/contract/languages";
import { type MailWords, mailsEn } from "./mails-en.ts";
import { mailsFr } from "./mails-fr.ts";

type Catalogue = typeof mailsEn;
export type MailKind = keyof Catalogue;
/** What a kind of mail names. */
export type MailData<Kind extends MailKind> = Parameters<Catalogue[Kind]>[0];

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en: mailsEn, fr: mailsFr };

/** A mail's words in a language; English where it is not shipped. */
export function mailWords<Kind extends MailKind>(language: string, kind: Kind, data: MailData<Kind>): MailWords {
	const words = CATALOGUES[isLanguage(language) ? language : "en"][kind] as (data: MailData<Kind>) => MailWords;
	return words(data);
}
