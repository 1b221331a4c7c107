import { useTranslation } from "react-i18next";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/states/states.tsx";
import { useStore } from "../../components/store/store.ts";
import { newVersionNotice } from "../../upgrade/load-chunk.ts";
import { hasEntries } from "../../upgrade/unsaved-work.ts";
import styles from "./announcements.module.css";

/** Offers to reload the page, at the top of the window, because an upgrade has removed a file that the page needs. */
export const NewVersionNote = () => {
	const { t } = useTranslation();
	if (!useStore(newVersionNotice)) return null;
	const reload = () => {
		// The browser's own question, because a dialog of the page may be in a file that the upgrade has removed.
		if (!hasEntries() || confirm(t("broken.entriesText"))) location.reload();
	};
	return (
		<div className={styles.overlay} role="status">
			<div className={styles.list}>
				<Notice tone="info" action={<Button onPress={reload}>{t("broken.reload")}</Button>}>
					{t(hasEntries() ? "broken.unsavedText" : "broken.outdatedText")}
				</Notice>
			</div>
		</div>
	);
};
