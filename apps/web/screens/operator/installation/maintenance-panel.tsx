import type { SuccessOf } from "@first-bounce/contract/call";
import { SITE_ANNOUNCEMENT_LENGTH } from "@first-bounce/contract/constants";
import { beginMaintenance, endMaintenance, showMaintenance } from "@first-bounce/contract/operator/installation";
import { showAnnouncements } from "@first-bounce/contract/site/announcements";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { callKey, useCall } from "../../../api/use-call.ts";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Notice } from "../../../components/states/states.tsx";
import dialogStyles from "../parts/action-dialog.module.css";
import { ActionDialog, ConfirmedButton, DialogButton } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { TimeField } from "../parts/time-field.tsx";

interface DialogProps {
	/** Null while the site is open. */
	readonly before: SuccessOf<typeof showMaintenance>["maintenance"];
	readonly onClose: () => void;
}

/** Closes the site with the operator's words, or changes them. */
const BeginDialog = ({ before, onClose }: DialogProps) => {
	const { t } = useTranslation("operator");
	const queryClient = useQueryClient();
	const [text, setText] = useState(before?.text ?? t("installation.maintenance.template"));
	// An end that has passed would be refused.
	const [until, setUntil] = useState(() =>
		before?.until && Date.parse(before.until) > Date.now() ? before.until : "",
	);
	return (
		<ActionDialog
			title={t("installation.maintenance.title")}
			effect={t("installation.maintenance.effect")}
			confirm={t(before === null ? "installation.maintenance.begin" : "installation.maintenance.change")}
			done={t("installation.maintenance.begun")}
			isIncomplete={text.trim().length < SITE_ANNOUNCEMENT_LENGTH.least}
			onClose={onClose}
			onConfirm={async (reason) => {
				await client(beginMaintenance, { body: { reason, text: text.trim(), until: until || null } });
				await queryClient.invalidateQueries({ queryKey: callKey(showAnnouncements) });
			}}
		>
			<TextField
				name="text"
				label={t("installation.maintenance.words")}
				value={text}
				onChange={setText}
				maxLength={SITE_ANNOUNCEMENT_LENGTH.most}
			/>
			<TimeField label={t("installation.maintenance.until")} value={until} onChange={setUntil} />
		</ActionDialog>
	);
};

const EndButton = ({ isShown }: { readonly isShown: boolean }) => {
	const { t } = useTranslation("operator");
	const queryClient = useQueryClient();
	return (
		<ConfirmedButton
			call={endMaintenance}
			variant="main"
			isShown={isShown}
			text={t("installation.maintenance.end")}
			title={t("installation.maintenance.title")}
			effect={t("installation.maintenance.endEffect")}
			done={t("installation.maintenance.ended")}
			onConfirm={async (reason) => {
				await client(endMaintenance, { body: { reason } });
				await queryClient.invalidateQueries({ queryKey: callKey(showAnnouncements) });
			}}
		/>
	);
};

/** Whether the site is closed to everyone but operators, and what visitors read. */
export const MaintenancePanel = () => {
	const { t } = useTranslation("operator");
	const query = useCall(showMaintenance, {}, { refetchInterval: 15_000 });
	return (
		<Panel title={t("installation.maintenance.title")} text={t("installation.maintenance.text")}>
			<QueryContent query={query}>
				{({ maintenance }) => (
					<>
						{maintenance ? (
							<Notice tone="warn">
								{t("installation.maintenance.closed")} <DateTime at={maintenance.since} />
								{maintenance.until ? (
									<>
										{" "}
										{t("installation.maintenance.expected")} <DateTime at={maintenance.until} />
									</>
								) : null}
								: {maintenance.text}
							</Notice>
						) : (
							<p>{t("installation.maintenance.open")}</p>
						)}
						<div className={dialogStyles.buttons}>
							<DialogButton
								call={beginMaintenance}
								text={t(maintenance ? "installation.maintenance.change" : "installation.maintenance.begin")}
							>
								{(close) => <BeginDialog before={maintenance} onClose={close} />}
							</DialogButton>
							<EndButton isShown={maintenance !== null} />
						</div>
					</>
				)}
			</QueryContent>
		</Panel>
	);
};
