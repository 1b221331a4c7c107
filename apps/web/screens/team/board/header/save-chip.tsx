import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../../components/icon/icon.tsx";
import { formatDateTime } from "../../../../i18n/format.ts";
import { lazyPart } from "../../../../upgrade/lazy-part.ts";
import { useLastReceipt } from "../../editor/saved-team.ts";
import type { SaveState } from "../../editor/use-autosave.ts";
import styles from "./save-chip.module.css";

const ActionHistory = lazyPart(async () => (await import("../../receipts/action-history.tsx")).ActionHistory);

interface Props {
	readonly save: SaveState;
	readonly hasUnsavedChanges: boolean;
	/** The draft league of the team, which has no action history; null for the classic team. */
	readonly leagueId?: number | null;
}

/** Shows the state of saving. Pressing it opens the action history. */
export const SaveChip = ({ save, hasUnsavedChanges, leagueId = null }: Props) => {
	const { t } = useTranslation();
	const [isOpen, setOpen] = useState(false);
	const receipt = useLastReceipt(leagueId);
	const kind = hasUnsavedChanges && save.kind === "saved" ? "unsaved" : save.kind;
	const text = {
		saved: receipt ? t("team.savedAt", { time: formatDateTime(Date.parse(receipt.savedAt)) }) : t("team.saved"),
		saving: t("team.saving"),
		waiting: t("team.offlineChanges"),
		failed: t("team.saveFailed"),
		unsaved: t("team.unsaved"),
	}[kind];
	const state = (
		<>
			<Icon name={kind === "saved" ? "check" : kind === "failed" ? "alert" : "cloud"} size={14} />
			<span aria-live="polite">{text}</span>
		</>
	);
	if (leagueId !== null)
		return (
			<span className={styles.save} data-kind={kind}>
				{state}
			</span>
		);
	return (
		<>
			<button type="button" className={styles.save} data-kind={kind} onClick={() => setOpen(true)}>
				{state}
				<span className="spoken">{t("receipt.open")}</span>
			</button>
			{isOpen ? <ActionHistory onClose={() => setOpen(false)} /> : null}
		</>
	);
};
