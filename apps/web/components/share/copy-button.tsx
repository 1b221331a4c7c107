import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button/button.tsx";
import { copyText } from "./share-channels.ts";

const RESULT_DISPLAY_MS = 5_000;
type State = "idle" | "pending" | "success" | "error";

interface Props {
	readonly text: string;
	/** The accessible name while idle, where "Copy" alone would not tell what is copied. */
	readonly name?: string;
	readonly isDisabled?: boolean;
}

/** Copies a text and shows the result for five seconds. */
export const CopyButton = ({ text, name, isDisabled = false }: Props) => {
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
			{...(name !== undefined && state === "idle" ? { "aria-label": name } : {})}
		>
			<span aria-live="polite">{t(`share.copy.${state}`)}</span>
		</Button>
	);
};
