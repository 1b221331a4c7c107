import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listFieldIds } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { applySwaps, type SwapPair } from "@first-bounce/rules/swaps/swap-players";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { Button } from "../../../components/button/button.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { Notice } from "../../../components/states/states.tsx";
import type { Board } from "../board/state/board.ts";
import { refetchTeam } from "../editor/saved-team.ts";
import styles from "./swap-offer.module.css";

const PAIRS_PATTERN = /^\d{1,9}-\d{1,9}(,\d{1,9}-\d{1,9}){0,9}$/;

/** The swaps in a URL parameter, each as the players going off and coming on; null if it is invalid. */
export function parseSwapOffer(text: string | null): readonly SwapPair[] | null {
	if (text === null || !PAIRS_PATTERN.test(text)) return null;
	return text.split(",").map((pair): SwapPair => {
		const [offId = 0, onId = 0] = pair.split("-").map(Number);
		return [offId, onId];
	});
}

interface SwapContext {
	readonly season: Season;
	readonly isLocked: LockCheck;
}

/** The line-up after the swaps; null if they are not possible any more, or would undo a later change. */
export function applySwapOffer(
	lineup: Lineup,
	pairs: readonly SwapPair[],
	{ season, isLocked }: SwapContext,
): Lineup | null {
	const { rules, lookup: getPlayer } = season;
	const field = new Set<PlayerId>(listFieldIds(lineup));
	if (pairs.some(([offId, onId]) => !field.has(offId) || field.has(onId))) return null;
	const ruling = applySwaps(lineup, pairs, { rules, getPlayer }, isLocked);
	return ruling.ok ? ruling.value : null;
}

/** Refetches the team when a notification's action has changed it (service-worker/push.ts). */
function useTeamSavedListener(): void {
	const queryClient = useQueryClient();
	useEffect(() => {
		const { serviceWorker } = navigator;
		const onMessage = ({ data }: MessageEvent) => {
			if (data?.kind === "team-saved") void refetchTeam(queryClient);
		};
		serviceWorker?.addEventListener("message", onMessage);
		return () => serviceWorker?.removeEventListener("message", onMessage);
	}, [queryClient]);
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
			<div className={dialog.body}>
				<ul className={styles.pairs}>
					{pairs.map(([offId, onId]) => (
						<li key={offId}>
							{t("swapOffer.pair", { on: season.getPlayerName(onId), off: season.getPlayerName(offId) })}
						</li>
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
