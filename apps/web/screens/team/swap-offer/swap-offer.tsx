import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { Notice } from "../../../components/states/states.tsx";
import type { Board } from "../board/state/board.ts";
import { refetchTeam } from "../editor/saved-team.ts";
import styles from "./swap-offer.module.css";
import { applySwapOffer, parseSwapOffer } from "./swap-params.ts";

/** Refetches the team when a notification's action has changed it (service-worker/push.ts). */
function useTeamSavedListener(): void {
	const queries = useQueryClient();
	useEffect(() => {
		const { serviceWorker } = navigator;
		const onMessage = ({ data }: MessageEvent) => {
			if (data?.kind === "team-saved") void refetchTeam(queries);
		};
		serviceWorker?.addEventListener("message", onMessage);
		return () => serviceWorker?.removeEventListener("message", onMessage);
	}, [queries]);
}

/** The swap that a push notification suggested, to confirm with one press while it is still possible. */
export const SwapOffer = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const [search, setSearch] = useSearchParams();
	useTeamSavedListener();
	const pairs = parseSwapOffer(search.get("swap"));
	if (!pairs) return null;
	const { season, lineup, context, mode, editor, live } = board;
	const after = applySwapOffer(lineup, pairs, { season, isLocked: context.isLocked });
	const getPlayerName = (id: number) => season.lookup(id)?.name ?? "";
	const close = () =>
		setSearch(
			(previous) => {
				previous.delete("swap");
				return previous;
			},
			{ replace: true },
		);
	const swap = () => {
		close();
		if (!after) return;
		if (mode === "edit") editor.replaceWith(after);
		else for (const [offId, onId] of pairs) live.swap(offId, onId);
	};
	return (
		<Dialog title={t("swapOffer.title", { count: pairs.length })} isOpen onClose={close}>
			<div className={styles.offer}>
				<ul className={styles.pairs}>
					{pairs.map(([offId, onId]) => (
						<li key={offId}>{t("swapOffer.pair", { on: getPlayerName(onId), off: getPlayerName(offId) })}</li>
					))}
				</ul>
				{after ? null : <Notice tone="warn">{t("swapOffer.over")}</Notice>}
				<FormActions>
					{after ? (
						<Button variant="main" onPress={swap}>
							{t("swapOffer.confirm", { count: pairs.length })}
						</Button>
					) : null}
					<Button onPress={close}>{t(after ? "state.cancel" : "state.close")}</Button>
				</FormActions>
			</div>
		</Dialog>
	);
};
