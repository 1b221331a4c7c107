import { useTranslation } from "react-i18next";
import { Ground } from "../../../components/ground/ground.tsx";
import { Guernsey } from "../../../components/guernsey/guernsey.tsx";
import styles from "../sign-in.module.css";

/** Previews the team's name and guernsey. */
export const TeamPreview = ({ name, squadId }: { readonly name: string; readonly squadId: number | null }) => {
	const { t } = useTranslation();
	return (
		<aside className={styles.preview} aria-hidden="true">
			<Ground label={t("registration.preview")}>
				<div className={styles.runningOut}>
					<span className={styles.previewGuernsey} data-empty={squadId === null || undefined}>
						<Guernsey key={squadId} squadId={squadId ?? 0} />
					</span>
					<strong>{name.trim() || t("registration.yourTeam")}</strong>
				</div>
			</Ground>
		</aside>
	);
};
