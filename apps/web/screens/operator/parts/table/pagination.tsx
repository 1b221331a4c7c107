import { useTranslation } from "react-i18next";
import { Button } from "../../../../components/button/button.tsx";
import styles from "../action-dialog.module.css";
import type { usePagination } from "./use-pagination.ts";

interface Props {
	readonly pages: ReturnType<typeof usePagination>;
	readonly nextBefore: number | null;
}

/** Links to newer and older pages; hidden if there is only one. */
export const Pagination = ({ pages, nextBefore }: Props) => {
	const { t } = useTranslation("operator");
	if (pages.isFirstPage && nextBefore === null) return null;
	return (
		<div className={styles.buttons}>
			<Button isDisabled={pages.isFirstPage} onPress={pages.newer}>
				{t("newer")}
			</Button>
			<Button isDisabled={nextBefore === null} onPress={() => nextBefore !== null && pages.older(nextBefore)}>
				{t("older")}
			</Button>
		</div>
	);
};
