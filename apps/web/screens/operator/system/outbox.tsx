import { listMails, type MailEntry, resendMail, showMail } from "@first-bounce/contract/operator/mails";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { Notice } from "../../../components/states/states.tsx";
import dialogStyles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import panel from "../parts/panel.module.css";
import { Panel } from "../parts/panel.tsx";
import { QueryDialog } from "../parts/query-content.tsx";
import { Allowed } from "../parts/role.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { Pagination, usePagination } from "../parts/table/pagination.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { JobsPanel } from "./jobs.tsx";

const MailDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
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
		<QueryDialog title={result.data?.mail.subject ?? t("section.outbox")} query={result} onClose={onClose}>
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
		</QueryDialog>
	);
};

const TONES = { due: "warn", sent: "good", failed: "bad" } as const;
type State = MailEntry["state"] | "all";

const MailsPanel = () => {
	const { t } = useTranslation("operator");
	const [state, setState] = useState<State>("all");
	const [openMailId, setOpenMailId] = useState<number | null>(null);
	const pages = usePagination();
	const query = { ...(state === "all" ? {} : { state }), ...pages.query };
	const choose = (next: State) => {
		setState(next);
		pages.reset();
	};
	return (
		<Panel
			title={t("section.outbox")}
			text={t("outbox.text")}
			tools={
				<Segmented
					label={t("outbox.which")}
					variant="chips"
					choices={(["all", "due", "failed", "sent"] as const).map((value) => ({
						value,
						label: t(`mailState.${value}`),
					}))}
					value={state}
					onChange={choose}
				/>
			}
		>
			<QueryTable
				query={useCall(listMails, { query }, { refetchInterval: 15_000 })}
				rows={({ mails }) => mails}
				empty={{ title: t("outbox.none"), text: t("outbox.noneText") }}
				caption={t("section.outbox")}
				getKey={({ id }) => id}
				actions={({ id, subject }) => (
					<Button onPress={() => setOpenMailId(id)} aria-label={t("outbox.view", { subject })}>
						{t("view")}
					</Button>
				)}
				columns={[
					{ id: "to", head: t("outbox.to"), cell: ({ to }) => to },
					{ id: "subject", head: t("outbox.subject"), isWide: true, cell: ({ subject }) => subject },
					{
						id: "state",
						head: t("outbox.state"),
						cell: (mail) => <Badge tone={TONES[mail.state]}>{t(`mailState.${mail.state}`)}</Badge>,
					},
					{
						id: "at",
						head: t("outbox.written"),
						isWide: true,
						cell: ({ createdAt }) => <DateTime at={createdAt} />,
					},
				]}
			>
				{({ nextBefore }) => <Pagination pages={pages} nextBefore={nextBefore} />}
			</QueryTable>
			{openMailId !== null ? <MailDialog id={openMailId} onClose={() => setOpenMailId(null)} /> : null}
		</Panel>
	);
};

export const OutboxSection = () => (
	<>
		<Allowed call={listMails}>
			<MailsPanel />
		</Allowed>
		<JobsPanel />
	</>
);
