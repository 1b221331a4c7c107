import { type HistoryPage, setHistoryPage, showLeagueHistory } from "@first-bounce/contract/leagues/league-history";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { ShareDialog } from "../../../components/share/share-dialog.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { buildHistoryShareUrl } from "../../../sharing/share-url.ts";
import styles from "./history.module.css";

interface Props {
	readonly leagueId: number;
	readonly leagueName: string;
	readonly page: HistoryPage;
}

/** Shares the public page of the league's history, and turns it on or off. */
export const PublicPage = ({ leagueId, leagueName, page }: Props) => {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const [open, setOpen] = useState<"share" | "off" | null>(null);
	const change = useCallMutation(setHistoryPage, {
		onSuccess: () => queries.invalidateQueries({ queryKey: callKey(showLeagueHistory) }),
	});
	const { isOn, token, mayManage } = page;
	if (!isOn && !mayManage) return null;
	const share = () => {
		change.reset();
		setOpen("share");
		if (token === null) change.mutate({ params: { id: leagueId }, body: { isOn: true } });
	};
	const sharedToken = token ?? change.data?.page.token ?? null;
	return (
		<section className={styles.card} aria-labelledby="public-page">
			<h2 id="public-page">{t("leagues.history.page.title")}</h2>
			<p>{t(`leagues.history.page.${isOn ? "on" : "off"}`)}</p>
			<div className={styles.actions}>
				<Button variant="main" onPress={share}>
					{t(`leagues.history.page.${isOn ? "share" : "turnOn"}`)}
				</Button>
				{isOn && mayManage ? <Button onPress={() => setOpen("off")}>{t("leagues.history.page.turnOff")}</Button> : null}
			</div>
			<ConfirmDialog
				title={t("leagues.history.page.turnOff")}
				text={t("leagues.history.page.turnOffText")}
				confirmLabel={t("leagues.history.page.turnOff")}
				isOpen={open === "off"}
				onClose={() => setOpen(null)}
				isPending={change.isPending}
				onConfirm={() =>
					change.mutate({ params: { id: leagueId }, body: { isOn: false } }, { onSettled: () => setOpen(null) })
				}
			/>
			{open === "share" ? (
				<ShareDialog
					title={t("leagues.history.page.title")}
					text={t("leagues.history.page.shareText")}
					message={t("leagues.history.page.message", { league: leagueName })}
					url={sharedToken === null ? null : buildHistoryShareUrl(sharedToken)}
					error={change.error ? getErrorMessage(change.error, t) : undefined}
					done={t("share.done")}
					onClose={() => setOpen(null)}
				/>
			) : null}
		</section>
	);
};
