import { useTranslation } from "react-i18next";
import words from "../../i18n/locale/en-operator.json";

/** The console's words come with the console, so that nobody else carries them. */
export function useOperatorTexts(): void {
	const { i18n } = useTranslation();
	if (!i18n.hasResourceBundle("en", "operator")) i18n.addResourceBundle("en", "operator", words);
}
