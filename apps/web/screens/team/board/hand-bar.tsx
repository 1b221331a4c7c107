import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import type { Board } from "./board.ts";
import styles from "./hand-bar.module.css";

/** While somebody waits for her place: who is moving, and the way out (also Escape). */
export const HandBar = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { hand } = board;
	const letGo = useEffectEvent(board.letGo);
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key === "Escape") letGo();
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, []);
	const words = hand?.fromKey === null ? "team.placing" : "team.swapping";
	return (
		<div className={styles.bar} role="status">
			<b>{t(words, { name: hand?.name ?? "" })}</b>
			<Button onPress={board.letGo}>{t("team.swapCancel")}</Button>
		</div>
	);
};
