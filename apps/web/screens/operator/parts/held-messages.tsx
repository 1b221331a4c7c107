import { releaseHeldMessages, showHeldMessages } from "@first-bounce/contract/operator/backups";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { callKey, useCall } from "../../../api/use-call.ts";
import { Notice } from "../../../components/states/states.tsx";
import dialogStyles from "./action-dialog.module.css";
import { ConfirmedButton } from "./action-dialog.tsx";
import { Panel } from "./panel.tsx";

/** What a restore holds back, and the buttons that send or discard it. Nothing if nothing is held. */
export const HeldMessages = () => {
	const { t } = useTranslation("operator");
	const queryClient = useQueryClient();
	const { data } = useCall(showHeldMessages, {}, { refetchInterval: 60_000 });
	if (!data?.held) return null;
	return (
		<Panel title={t("held.title")} text={t("held.text")}>
			<Notice tone="warn">{t("held.counts", { ...data.held })}</Notice>
			<div className={dialogStyles.buttons}>
				{(["discard", "send"] as const).map((action) => (
					<ConfirmedButton
						key={action}
						call={releaseHeldMessages}
						text={t(`held.${action}`)}
						title={t("held.title")}
						effect={t(`held.effect.${action}`)}
						done={t(`held.done.${action}`)}
						onConfirm={async (reason) => {
							await client(releaseHeldMessages, { body: { reason, sends: action === "send" } });
							await queryClient.invalidateQueries({ queryKey: callKey(showHeldMessages) });
						}}
					/>
				))}
			</div>
		</Panel>
	);
};
