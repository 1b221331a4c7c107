import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import styles from "./selection-bar.module.css";
import type { Board } from "./state/board.ts";
import type { Selection } from "./state/use-selection.ts";

const PHONE = "(max-width: 47.9375em)";

/** Names the player being moved, and on a phone scrolls to where she can go. The button and Escape cancel. */
export const SelectionBar = ({
	selection,
	onCancel,
}: {
	readonly selection: Selection;
	readonly onCancel: Board["clearSelection"];
}) => {
	const { t } = useTranslation();
	const cancel = useEffectEvent(onCancel);
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key === "Escape") cancel();
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, []);
	useEffect(() => {
		if (!matchMedia(PHONE).matches) return;
		[...document.querySelectorAll("[data-target]")].at(-1)?.scrollIntoView({ block: "nearest" });
	}, []);
	const textKey = selection.fromKey === null ? "team.placing" : "team.swapping";
	return (
		<div className={styles.bar} role="status">
			<b>{t(textKey, { name: selection.name })}</b>
			<Button onPress={onCancel}>{t("team.swapCancel")}</Button>
		</div>
	);
};
