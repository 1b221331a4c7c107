import { listMails, type MailEntry } from "@first-bounce/contract/operator/mails";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { Allowed } from "../parts/role.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { Pagination } from "../parts/table/pagination.tsx";
import { usePagination } from "../parts/table/use-pagination.ts";
import { JobsPanel } from "./jobs.tsx";
import { MailDialog } from "./mail-dialog.tsx";

const TONES = { due: "warn", sent: "good", failed: "bad" } as const;
type State = MailEntry["state"] | "all";

const MailsPanel = () => {
	const { t } = useTranslation("operator");
	const [state, setState] = useState<State>("all");
	const [openMailId, setOpenMailId] = useState<number | null>(null);
	const pages = usePagination();
	const query = {
		...(state === "all" ? {} : { state }),
		...(pages.before === undefined ? {} : { before: pages.before }),
	};
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
			<QueryContent
				query={useCall(listMails, { query }, { refetchInterval: 15_000 })}
				empty={{ when: ({ mails }) => mails.length === 0, title: t("outbox.none"), text: t("outbox.noneText") }}
			>
				{({ mails, nextBefore }) => (
					<>
						<DataTable
							caption={t("section.outbox")}
							rows={mails}
							getKey={({ id }) => id}
							actionsHead={t("action")}
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
						/>
						<Pagination pages={pages} nextBefore={nextBefore} />
					</>
				)}
			</QueryContent>
			{openMailId !== null ? <MailDialog id={openMailId} onClose={() => setOpenMailId(null)} /> : null}
		</Panel>
	);
};

/** The email outbox and the background jobs. */
export const OutboxSection = () => (
	<>
		<Allowed call={listMails}>
			<MailsPanel />
		</Allowed>
		<JobsPanel />
	</>
);
