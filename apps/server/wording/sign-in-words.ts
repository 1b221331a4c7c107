import { LANGUAGES, type Language } from "@first-bounce/contract/languages";
import { getTextGroup, type Texts } from "./i18n.ts";

/** The texts of the built-in identity provider's own pages. */
export type SignInWords = Texts["signIn"];

export const SIGN_IN_WORDS: Readonly<Record<Language, SignInWords>> = Object.fromEntries(
	LANGUAGES.map((language) => [language, getTextGroup<SignInWords>(language, "signIn")]),
) as Record<Language, SignInWords>;
