import { useTranslation } from "react-i18next";
import operatorTexts from "../../i18n/locale/en-operator.json";

/** Adds the console's texts, which only the console's chunk contains. */
export function useOperatorTexts(): void {
	const { i18n } = useTranslation();
	if (!i18n.hasResourceBundle("en", "operator")) i18n.addResourceBundle("en", "operator", operatorTexts);
}
