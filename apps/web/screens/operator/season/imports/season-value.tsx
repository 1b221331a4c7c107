import { useTranslation } from "react-i18next";
import operatorTexts from "../../../../i18n/locale/en-operator.json";
import { DateTime } from "../../parts/date-time.tsx";

interface Props {
	readonly column: string;
	readonly value: string | null;
}

/** A value from a season's files. Start times are shown in the user's time zone. */
export const SeasonValue = ({ column, value }: Props) => {
	const { t } = useTranslation("operator");
	if (value === null) return <span>{t("undo.empty")}</span>;
	return column === "starts_at" ? <DateTime at={value} /> : <span>{value}</span>;
};

type Column = keyof (typeof operatorTexts)["column"];

const isColumn = (name: string): name is Column => name in operatorTexts.column;

/** Returns a function that names a column of a season for operators; rules keep their names. */
export function useColumnName(): (column: string) => string {
	const { t } = useTranslation("operator");
	return (column) => (isColumn(column) ? t(`column.${column}`) : column);
}
