import { personName } from "@first-bounce/contract/fields";
import type { Language } from "@first-bounce/contract/languages";
import { z } from "zod";
import { formatErrorMessage } from "../../../i18n/error-messages.ts";
import { SIGN_IN_TEXTS } from "../../../i18n/sign-in-texts.ts";
import { MIN_PASSWORD_LENGTH } from "../sign-in/passwords.ts";

/** Builds the schemas of the sign-in and sign-up forms, with messages in the user's language. */
export function buildForms(language: Language) {
	const texts = SIGN_IN_TEXTS[language];
	const buildNameField = (missing: string) =>
		z
			.string(missing)
			.trim()
			.min(1, missing)
			.max(60, texts.nameTooLong)
			.refine((text) => text === "" || personName.safeParse(text).success, texts.nameInLetters);
	const email = z.email(texts.enterEmail).max(254, texts.enterEmail);
	const password = z.string(texts.enterPassword);
	const tooShort = formatErrorMessage(language, "password-too-short", { least: MIN_PASSWORD_LENGTH });
	return {
		signIn: z.object({ email, password: password.min(1, texts.enterPassword).max(200, texts.passwordTooLong) }),
		signUp: z.object({
			firstName: buildNameField(texts.enterFirstName),
			lastName: buildNameField(texts.enterLastName),
			email,
			password: password.min(MIN_PASSWORD_LENGTH, tooShort).max(200, texts.passwordTooLong),
		}),
	};
}
