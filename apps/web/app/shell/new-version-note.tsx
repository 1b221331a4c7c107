import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button/button.tsx";
import { showProblem } from "../../components/error-modal/problem-store.ts";
import { Notice } from "../../components/states/states.tsx";
import { isNewVersionShown, subscribeNewVersion } from "../../upgrade/new-version.ts";
import { hasEntries } from "../../upgrade/unsaved-work.ts";
import styles from "./announcements.module.css";

/** Offers to reload the page, at the top of the window, because an upgrade has removed a file that it needs. */
export const NewVersionNote = () => {
	const { t } = useTranslation();
	if (!useSyncExternalStore(subscribeNewVersion, isNewVersionShown, isNewVersionShown)) return null;
	const reload = () => location.reload();
	const askToReload = () =>
		showProblem({
			title: t("broken.entriesTitle"),
			message: t("broken.entriesText"),
			confirm: { label: t("broken.reload"), onPress: reload },
		});
	return (
		<div className={styles.overlay} role="status">
			<div className={styles.list}>
				<Notice
					tone="info"
					action={<Button onPress={() => (hasEntries() ? askToReload() : reload())}>{t("broken.reload")}</Button>}
				>
					{t(hasEntries() ? "broken.unsavedText" : "broken.outdatedText")}
				</Notice>
			</div>
		</div>
	);
};
