import { listActions, readReceipt, type TeamAction } from "@first-bounce/contract/team/team-actions";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { Form } from "../../../components/form-card/form-card.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import { formatDateTime, formatMoney } from "../../../i18n/format.ts";
import styles from "./action-history.module.css";

/**
 * Describes an action: its cause if the server acted, and a text for each trade and each slot or role that got another
 * player.
 */
function useFormatChanges(season: Season | null): (action: TeamAction) => readonly string[] {
	const { t } = useTranslation();
	const getPlayerName = (id: number) => season?.lookup(id)?.name ?? t("receipt.nobody");
	return ({ trades, tradeBefore, changes, cause }) => [
		...(cause ? [t(`receipt.cause.${cause.trigger}`, { name: getPlayerName(cause.playerId) })] : []),
		...trades.map(({ playerInId, playerOutId }) =>
			t("receipt.trade", { playerIn: getPlayerName(playerInId), playerOut: getPlayerName(playerOutId) }),
		),
		...(tradeBefore
			? [
					t("receipt.tradeBefore", {
						playerIn: getPlayerName(tradeBefore.playerInId),
						playerOut: getPlayerName(tradeBefore.playerOutId),
					}),
				]
			: []),
		...changes.map(({ what, line, index, from, to }) =>
			t("receipt.change", {
				what: t(`receipt.what.${what}`, { line: line ? t(`line.${line}`) : "", index: index + 1 }),
				from: getPlayerName(from),
				to: getPlayerName(to),
			}),
		),
	];
}

const MAX_CLOCK_DIFFERENCE_MS = 60_000;

const Entry = ({ action }: { readonly action: TeamAction }) => {
	const { t } = useTranslation();
	const season = useSeason();
	const formatChanges = useFormatChanges(season.state === "ready" ? season.value : null);
	const [savedAt, seasonTime] = [Date.parse(action.savedAt), Date.parse(action.seasonTime)];
	// The two times are of two clocks, and differ slightly even if the season runs in real time.
	const isRealTime = Math.abs(savedAt - seasonTime) < MAX_CLOCK_DIFFERENCE_MS;
	const manager = { name: action.fullName, round: action.roundId };
	return (
		<details className={styles.entry}>
			<summary>
				<b>{t(`receipt.action.${action.action}`)}</b>
				<span>{formatDateTime(savedAt)}</span>
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
				{isRealTime ? t("receipt.by", manager) : t("receipt.byAt", { ...manager, time: formatDateTime(seasonTime) })}
			</small>
		</details>
	);
};

const RECEIPT_PATTERN = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

const ReceiptSearch = () => {
	const { t } = useTranslation();
	const season = useSeason();
	const [searchText, setSearchText] = useState("");
	const [id, setId] = useState("");
	const result = useCall(readReceipt, { params: { id } }, { enabled: RECEIPT_PATTERN.test(id) });
	const getPlayerName = (player: number) => (season.state === "ready" ? season.value.getPlayerName(player) : "");
	return (
		<Form className={styles.find} onSubmit={() => setId(searchText.trim())}>
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
		</Form>
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
				<ErrorNotice error={result.error} />
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
