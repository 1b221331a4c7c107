import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button/button.tsx";
import { copyText } from "./share-channels.ts";

const RESULT_DISPLAY_MS = 5_000;
type State = "idle" | "pending" | "success" | "error";

/** Copies a text and shows the result for five seconds. */
export const CopyButton = ({ text, isDisabled = false }: { readonly text: string; readonly isDisabled?: boolean }) => {
	const { t } = useTranslation();
	const [state, setState] = useState<State>("idle");
	useEffect(() => {
		if (state !== "success" && state !== "error") return;
		const timeout = setTimeout(() => setState("idle"), RESULT_DISPLAY_MS);
		return () => clearTimeout(timeout);
	}, [state]);
	const copy = () => {
		setState("pending");
		copyText(text).then(
			() => setState("success"),
			() => setState("error"),
		);
	};
	return (
		<Button
			icon={state === "success" ? "check" : "copy"}
			isPending={state === "pending"}
			isDisabled={isDisabled}
			onPress={copy}
		>
			<span aria-live="polite">{t(`share.copy.${state}`)}</span>
		</Button>
	);
};
