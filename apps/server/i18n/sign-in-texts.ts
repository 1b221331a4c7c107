import { LANGUAGES, type Language } from "@first-bounce/contract/languages";
import { getTextGroup, type Texts } from "./i18n.ts";

/** The texts of the built-in identity provider's own pages. */
export type SignInTexts = Texts["signIn"];

export const SIGN_IN_TEXTS: Readonly<Record<Language, SignInTexts>> = Object.fromEntries(
	LANGUAGES.map((language) => [language, getTextGroup<SignInTexts>(language, "signIn")]),
) as Record<Language, SignInTexts>;
