import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import styles from "./notices.module.css";
import type { Board } from "./use-board.ts";

/** While a swap waits for its other half: who is moving, and the way out (also Escape). */
export const SwapBar = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { swap, cancelSwap } = board;
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key === "Escape") cancelSwap();
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, [cancelSwap]);
	return (
		<div className={styles.swap} role="status">
			<b>{t("team.swapping", { name: swap?.from.player?.name ?? "" })}</b>
			<Button onPress={cancelSwap}>{t("team.swapCancel")}</Button>
		</div>
	);
};
