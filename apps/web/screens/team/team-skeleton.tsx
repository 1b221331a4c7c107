import { useTranslation } from "react-i18next";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import styles from "./team-screen.module.css";

/** The team screen while it is loading. The ground is left out, because its place depends on the team. */
export const TeamSkeleton = () => {
	const { t } = useTranslation();
	return (
		<div className={styles.screen} role="status" aria-label={t("state.loading")}>
			<div className={styles.main}>
				<div className={styles.headerGap}>
					<Skeleton height="100%" radius="var(--radius-m)" />
				</div>
				<div className={styles.toolbarGap}>
					<Skeleton width="134px" height="40px" radius="999px" />
				</div>
			</div>
			<div className={styles.aside}>
				<Skeleton height="100%" radius="var(--radius-l)" />
			</div>
		</div>
	);
};
