import { isStatKey } from "@first-bounce/rules/scoring/stats";
import { useTranslation } from "react-i18next";
import type { Column } from "./columns.ts";

/**
 * The short and the full name of a column. Match stats are named as in the player details. The short name of a stat is its
 * key in every language; only that of time on ground is translated.
 */
export function useColumnNames() {
	const { t } = useTranslation();
	return {
		getShortColumnName: (id: Column["id"]): string => (isStatKey(id) ? id : t(`stats.column.${id}`)),
		getFullColumnName: (id: Column["id"]): string =>
			isStatKey(id) || id === "TOG" ? t(`player.stat.${id}`) : t(`stats.columnLong.${id}`),
	};
}
