import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../components/button/button.tsx";
import styles from "../action-dialog.module.css";

/** Cursor pagination of a list. `query` asks for the shown page. */
export function usePagination() {
	const [cursors, setCursors] = useState<readonly number[]>([]);
	const before = cursors.at(-1);
	return {
		query: before === undefined ? {} : { before },
		isFirstPage: before === undefined,
		next: (cursor: number) => setCursors([...cursors, cursor]),
		previous: () => setCursors(cursors.slice(0, -1)),
		reset: () => setCursors([]),
	};
}

interface Props {
	readonly pages: ReturnType<typeof usePagination>;
	/** The cursor of the next page, such as the id below which it begins; null if there is none. */
	readonly nextBefore: number | null;
	/** Whether the oldest entries come first, so that the next page has newer ones. */
	readonly isOldestFirst?: boolean;
}

/** Buttons for the previous and the next page; hidden if there is only one page. */
export const Pagination = ({ pages, nextBefore, isOldestFirst = false }: Props) => {
	const { t } = useTranslation("operator");
	if (pages.isFirstPage && nextBefore === null) return null;
	return (
		<div className={styles.buttons}>
			<Button isDisabled={pages.isFirstPage} onPress={pages.previous}>
				{t(isOldestFirst ? "older" : "newer")}
			</Button>
			<Button isDisabled={nextBefore === null} onPress={() => nextBefore !== null && pages.next(nextBefore)}>
				{t(isOldestFirst ? "newer" : "older")}
			</Button>
		</div>
	);
};
