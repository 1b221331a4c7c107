import { useTranslation } from "react-i18next";
import { BrandMark } from "../../components/brand/brand-mark.tsx";
import styles from "./loader.module.css";

/** Fills the page while the session is loading: a bouncing ball. */
export const Loader = () => {
	const { t } = useTranslation();
	return (
		<div className={styles.loader} role="status" aria-label={t("state.loading")}>
			<BrandMark size={64} />
			<span className={styles.shadow} />
		</div>
	);
};
