import { isLanguage, type Language } from "@first-bounce/contract/languages";
import { noticesEn } from "./notices-en.ts";
import { noticesFr } from "./notices-fr.ts";

export type NoticeWords = typeof noticesEn;

const CATALOGUES: Readonly<Record<Language, NoticeWords>> = { en: noticesEn, fr: noticesFr };

/** The words of push messages in a language; English where it is not shipped. */
export const noticeWords = (language: string): NoticeWords => CATALOGUES[isLanguage(language) ? language : "en"];
