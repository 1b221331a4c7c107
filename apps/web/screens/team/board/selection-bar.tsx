import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { registerBottomBar } from "../../../components/bottom-bar/bottom-bar.ts";
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
	// On a phone it is at the bottom, below the toasts.
	const [isAtBottom] = useState(() => matchMedia(PHONE).matches);
	const cancel = useEffectEvent(onCancel);
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key === "Escape") cancel();
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, []);
	useEffect(() => {
		if (!isAtBottom) return;
		[...document.querySelectorAll("[data-target]")].at(-1)?.scrollIntoView({ block: "nearest" });
	}, [isAtBottom]);
	const textKey = selection.fromKey === null ? "team.placing" : "team.swapping";
	return (
		<div ref={isAtBottom ? registerBottomBar : undefined} className={styles.bar} role="status">
			<b>{t(textKey, { name: selection.name })}</b>
			<Button onPress={onCancel}>{t("team.swapCancel")}</Button>
		</div>
	);
};
