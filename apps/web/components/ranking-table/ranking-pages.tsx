import { useTranslation } from "react-i18next";
import { formatInteger } from "../../i18n/format.ts";
import { Button } from "../button/button.tsx";
import { useFocusRestore } from "../focus/use-focus-restore.ts";
import { getLastPage, PAGE_SIZE } from "./paging.ts";
import styles from "./ranking-pages.module.css";

interface Props {
	readonly page: number;
	readonly total: number;
	readonly onPage: (page: number) => void;
}

export const RankingPages = ({ page, total, onPage }: Props) => {
	const { t } = useTranslation();
	const last = getLastPage(total);
	const from = (page - 1) * PAGE_SIZE + 1;
	// A pressed button that leads to the first or last page is disabled there, and loses the focus.
	const focusProps = useFocusRestore<HTMLElement>();
	return (
		<nav {...focusProps} className={styles.pages} aria-label={t("rankings.pages")}>
			<Button aria-label={t("rankings.first")} isDisabled={page <= 1} onPress={() => onPage(1)}>
				«
			</Button>
			<Button aria-label={t("rankings.previous")} isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
				‹
			</Button>
			<span role="status">
				{t("rankings.shown", {
					from: formatInteger(Math.min(from, total)),
					to: formatInteger(Math.min(from + PAGE_SIZE - 1, total)),
					total: formatInteger(total),
				})}
			</span>
			<Button aria-label={t("rankings.next")} isDisabled={page >= last} onPress={() => onPage(page + 1)}>
				›
			</Button>
			<Button aria-label={t("rankings.last")} isDisabled={page >= last} onPress={() => onPage(last)}>
				»
			</Button>
		</nav>
	);
};
