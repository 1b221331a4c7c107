import { useTranslation } from "react-i18next";
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
