import { resendMail, showMail } from "@first-bounce/contract/operator/mails";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { Notice } from "../../../components/states/states.tsx";
import dialogStyles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import panel from "../parts/panel.module.css";
import { QueryContent } from "../parts/query-content.tsx";

/** An email as text, with a retry button. */
export const MailDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const result = useCall(showMail, { params: { id } });
	const [isResending, setResending] = useState(false);
	if (isResending && result.data)
		return (
			<ActionDialog
				title={result.data.mail.subject}
				effect={t("outbox.effect", { to: result.data.mail.to })}
				confirm={t("outbox.resend")}
				done={t("outbox.done")}
				onClose={onClose}
				onConfirm={(reason) => client(resendMail, { params: { id }, body: { reason } })}
			/>
		);
	return (
		<Dialog title={result.data?.mail.subject ?? t("section.outbox")} isOpen onClose={onClose}>
			<div className={dialogStyles.body}>
				<QueryContent query={result}>
					{({ mail, text }) => (
						<>
							<p className={panel.quiet}>{mail.to}</p>
							{mail.lastError ? <Notice tone="bad">{mail.lastError}</Notice> : null}
							<textarea className={dialogStyles.raw} aria-label={t("outbox.body")} readOnly rows={12} value={text} />
							<div className={dialogStyles.buttons}>
								<Button onPress={() => setResending(true)}>{t("outbox.resend")}</Button>
							</div>
						</>
					)}
				</QueryContent>
			</div>
		</Dialog>
	);
};
