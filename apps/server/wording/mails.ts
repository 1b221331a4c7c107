import { type MailWords, mailsEn } from "./mails-en.ts";

type Catalogue = typeof mailsEn;
export type MailKind = keyof Catalogue;
/** What a kind of mail names. */
export type MailData<Kind extends MailKind> = Parameters<Catalogue[Kind]>[0];

const CATALOGUES: ReadonlyMap<string, Catalogue> = new Map([["en", mailsEn]]);

/** A mail's words in a language; English where it is not shipped. */
export function mailWords<Kind extends MailKind>(language: string, kind: Kind, data: MailData<Kind>): MailWords {
	const words = (CATALOGUES.get(language) ?? mailsEn)[kind] as (data: MailData<Kind>) => MailWords;
	return words(data);
}
