import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { useCopy } from "./use-copy.ts";

interface Props {
	readonly name: "leagues.invite.copyCode" | "leagues.invite.copyLink";
	readonly text: string;
}

/** Copy Code or Copy League Link; what becomes of it is said for five seconds (D2 §2). */
export const CopyButton = ({ name, text }: Props) => {
	const { t } = useTranslation();
	const { state, copy } = useCopy(text);
	const label = state === "idle" ? t(name) : t(`leagues.invite.copy.${state}`);
	return (
		<Button icon={state === "success" ? "check" : "copy"} isPending={state === "pending"} onPress={copy}>
			<span aria-live="polite">{label}</span>
		</Button>
	);
};
