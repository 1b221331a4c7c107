import { useTranslation } from "react-i18next";
import operatorTexts from "../../../../i18n/locale/en-operator.json";

type Column = keyof (typeof operatorTexts)["column"];

const isColumn = (name: string): name is Column => name in operatorTexts.column;

/** Returns a function that names a column of a season for operators; rules keep their names. */
export function useColumnName(): (column: string) => string {
	const { t } = useTranslation("operator");
	return (column) => (isColumn(column) ? t(`column.${column}`) : column);
}
