import { useTranslation } from "react-i18next";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import styles from "./team-screen.module.css";

/** The layout of the team screen while it is loading. */
export const TeamSkeleton = () => {
	const { t } = useTranslation();
	return (
		<div className={styles.screen} role="status" aria-label={t("state.loading")}>
			<div className={styles.main}>
				<Skeleton height="68px" radius="var(--radius-m)" />
				<div className={styles.toolbarGap}>
					<Skeleton width="180px" height="40px" radius="999px" />
				</div>
				<div className={styles.groundGap} />
			</div>
			<div className={styles.aside}>
				<Skeleton height="100%" radius="var(--radius-l)" />
			</div>
		</div>
	);
};
