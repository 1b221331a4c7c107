import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import type { SaveState } from "../editor/use-autosave.ts";
import styles from "./save-chip.module.css";

/** Where the last change is: saved, on its way, on this device only, or refused. */
export const SaveChip = ({ save, isDraft }: { readonly save: SaveState; readonly isDraft: boolean }) => {
	const { t } = useTranslation();
	const kind = isDraft && save.kind === "saved" ? "draft" : save.kind;
	const words = {
		saved: t("team.saved"),
		saving: t("team.saving"),
		waiting: t("team.offlineDraft"),
		failed: t("team.saveFailed"),
		draft: t("team.draft"),
	}[kind];
	return (
		<span className={styles.save} data-kind={kind} role="status">
			<Icon name={kind === "saved" ? "check" : kind === "failed" ? "alert" : "cloud"} size={14} />
			{words}
		</span>
	);
};
