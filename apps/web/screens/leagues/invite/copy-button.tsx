import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { useResetAfterResult } from "../frame/use-reset-after-result.ts";

interface Props {
	/** The accessible name while idle: "Copy" alone would not tell what is copied. */
	readonly name: "leagues.invite.copyCode" | "leagues.invite.copyLink";
	readonly text: string;
}

/** Throws if the browser has no clipboard or refuses access. */
async function copyText(text: string): Promise<void> {
	if (!navigator.clipboard) throw new Error("This browser cannot copy");
	await navigator.clipboard.writeText(text);
}

/** Copies the league's code or link and shows the result for five seconds. */
export const CopyButton = ({ name, text }: Props) => {
	const { t } = useTranslation();
	const copy = useMutation({ mutationFn: () => copyText(text), meta: { hasInlineError: true } });
	useResetAfterResult(copy);
	return (
		<Button
			icon={copy.isSuccess ? "check" : "copy"}
			isPending={copy.isPending}
			onPress={() => copy.mutate()}
			{...(copy.isIdle ? { "aria-label": t(name) } : {})}
		>
			<span aria-live="polite">{t(`leagues.invite.copy.${copy.status}`)}</span>
		</Button>
	);
};
