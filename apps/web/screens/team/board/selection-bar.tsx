import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import styles from "./selection-bar.module.css";
import type { Board } from "./state/board.ts";

/** Names the player being moved. The button and Escape cancel. */
export const SelectionBar = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { selection } = board;
	const cancel = useEffectEvent(board.clearSelection);
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key === "Escape") cancel();
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, []);
	const textKey = selection?.fromKey === null ? "team.placing" : "team.swapping";
	return (
		<div className={styles.bar} role="status">
			<b>{t(textKey, { name: selection?.name ?? "" })}</b>
			<Button onPress={board.clearSelection}>{t("team.swapCancel")}</Button>
		</div>
	);
};
