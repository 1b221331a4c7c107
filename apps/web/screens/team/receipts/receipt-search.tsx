import { readReceipt } from "@first-bounce/contract/team/team-actions";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { Button } from "../../../components/button/button.tsx";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import { formatDateTime, formatMoney } from "../../../i18n/format.ts";
import styles from "./action-history.module.css";

const RECEIPT_PATTERN = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** Finds a receipt by its number. */
export const ReceiptSearch = () => {
	const { t } = useTranslation();
	const season = useSeason();
	const [searchText, setSearchText] = useState("");
	const [id, setId] = useState("");
	const result = useCall(readReceipt, { params: { id } }, { enabled: RECEIPT_PATTERN.test(id) });
	const search = (event: FormEvent) => {
		event.preventDefault();
		setId(searchText.trim());
	};
	const getPlayerName = (player: number) => (season.state === "ready" ? (season.value.lookup(player)?.name ?? "") : "");
	return (
		<form className={styles.find} onSubmit={search}>
			<label>
				<span>{t("receipt.find")}</span>
				<input
					value={searchText}
					autoComplete="off"
					spellCheck={false}
					onChange={(event) => setSearchText(event.target.value)}
				/>
			</label>
			<Button type="submit">{t("receipt.submit")}</Button>
			{id !== "" && !RECEIPT_PATTERN.test(id) ? <Notice tone="warn">{t("receipt.invalidId")}</Notice> : null}
			<ErrorNotice error={result.error} />
			{result.data ? (
				<p role="status">
					{t("receipt.found", {
						action: t(`receipt.action.${result.data.action.action}`),
						time: formatDateTime(Date.parse(result.data.action.savedAt)),
						captain: getPlayerName(result.data.saved.captainId),
						vice: getPlayerName(result.data.saved.viceCaptainId),
						bank: formatMoney(result.data.saved.bank),
					})}
				</p>
			) : null}
		</form>
	);
};
