import { listActions } from "@first-bounce/contract/calls";
import type { TeamAction } from "@first-bounce/contract/team/team-actions";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import styles from "./action-history.module.css";
import { ReceiptSearch } from "./receipt-search.tsx";
import { useFormatChanges } from "./use-format-changes.ts";

const Entry = ({ action }: { readonly action: TeamAction }) => {
	const { t } = useTranslation();
	const season = useSeason();
	const formatChanges = useFormatChanges(season.state === "ready" ? season.value : null);
	const savedAt = formatDateTime(Date.parse(action.savedAt));
	const seasonTime = formatDateTime(Date.parse(action.seasonTime));
	const manager = { name: action.fullName, round: action.roundId };
	return (
		<details className={styles.entry}>
			<summary>
				<b>{t(`receipt.action.${action.action}`)}</b>
				<span>{savedAt}</span>
			</summary>
			<p className={styles.id}>
				{t("receipt.number")} <code>{action.id}</code>
			</p>
			<ul>
				{formatChanges(action).map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
			<small>
				{/* The times differ only where the season's clock does not show the real time, as in a demo. */}
				{seasonTime === savedAt ? t("receipt.by", manager) : t("receipt.byAt", { ...manager, time: seasonTime })}
			</small>
		</details>
	);
};

/** All actions on the user's own team, newest first, with a search by receipt number. */
export const ActionHistory = ({ onClose }: { readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const [page, setPage] = useState(1);
	const result = useCall(listActions, { query: { page } });
	return (
		<Dialog title={t("receipt.title")} isOpen onClose={onClose}>
			<div className={styles.history}>
				<ReceiptSearch />
				{result.error ? <Notice tone="bad">{getErrorMessage(result.error, t)}</Notice> : null}
				{result.isPending ? <Skeleton height="180px" /> : null}
				{result.data?.actions.length === 0 ? <p>{t("receipt.none")}</p> : null}
				{result.data?.actions.map((action) => (
					<Entry key={action.id} action={action} />
				))}
				<div className={styles.pages}>
					{page > 1 ? <Button onPress={() => setPage(page - 1)}>{t("receipt.newer")}</Button> : null}
					{result.data?.nextPage ? <Button onPress={() => setPage(page + 1)}>{t("receipt.older")}</Button> : null}
				</div>
			</div>
		</Dialog>
	);
};
