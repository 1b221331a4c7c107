import { renewRecoveryCodes, showOperatorAccess } from "@first-bounce/contract/operator/access";
import { listBackups } from "@first-bounce/contract/operator/backups";
import { listSettings, type ServerSetting, sendTestMail } from "@first-bounce/contract/operator/installation";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import { RecoveryCodes } from "../gate/recovery-codes.tsx";
import dialogStyles from "../parts/action-dialog.module.css";
import { HeldMessages } from "../parts/held-messages.tsx";
import { Panel } from "../parts/panel.tsx";
import { Allowed } from "../parts/role.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { MaintenancePanel } from "./maintenance-panel.tsx";
import { RestorePanel } from "./restore-panel.tsx";

/** Puts a mail to the operator into the outbox. The page of the outbox shows what becomes of it. */
const TestMailPanel = () => {
	const { t } = useTranslation("operator");
	const send = useCallMutation(sendTestMail, { meta: { hasInlineError: true } });
	return (
		<Panel title={t("installation.testMail.title")} text={t("installation.testMail.text")}>
			<ErrorNotice error={send.error} />
			{send.data ? (
				<Notice tone="info">{t("installation.testMail.queued", { address: send.data.sentTo })}</Notice>
			) : null}
			<div className={dialogStyles.buttons}>
				<Button onPress={() => send.mutate({})} isPending={send.isPending}>
					{t("installation.testMail.send")}
				</Button>
			</div>
		</Panel>
	);
};

/** Replaces the operator's recovery codes, and shows the new ones once. */
const RecoveryCodesPanel = () => {
	const { t } = useTranslation("operator");
	const queryClient = useQueryClient();
	const { data: access } = useCall(showOperatorAccess, {});
	const renew = useCallMutation(renewRecoveryCodes, {
		meta: { hasInlineError: true },
		onSuccess: () => queryClient.invalidateQueries({ queryKey: callKey(showOperatorAccess) }),
	});
	if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onDone={renew.reset} />;
	return (
		<Panel title={t("installation.recovery.title")} text={t("installation.recovery.text")}>
			{access ? <p>{t("installation.recovery.left", { count: access.recoveryCodesLeft })}</p> : null}
			<ErrorNotice error={renew.error} />
			<div className={dialogStyles.buttons}>
				<Button onPress={() => renew.mutate({})} isPending={renew.isPending}>
					{t("installation.recovery.renew")}
				</Button>
			</div>
		</Panel>
	);
};

const SettingValue = ({ setting: { value, isSecret, source } }: { readonly setting: ServerSetting }) => {
	const { t } = useTranslation("operator");
	if (isSecret && source !== "default") return t("installation.settings.secret");
	return value ?? "–";
};

const SettingsPanel = () => {
	const { t } = useTranslation("operator");
	return (
		<Panel title={t("installation.settings.title")} text={t("installation.settings.text")}>
			<QueryTable
				query={useCall(listSettings, {})}
				rows={({ settings }) => settings}
				caption={t("installation.settings.title")}
				getKey={({ name }) => name}
				columns={[
					{ id: "name", head: t("installation.settings.name"), cell: ({ name }) => name },
					{
						id: "value",
						head: t("installation.settings.value"),
						cell: (setting) => (
							<span className={dialogStyles.quote}>
								<SettingValue setting={setting} />
							</span>
						),
					},
					{
						id: "source",
						head: t("installation.settings.source"),
						cell: ({ source }) => t(`installation.settings.from.${source}`),
					},
				]}
			/>
		</Panel>
	);
};

/** The installation itself: maintenance, a test mail, recovery codes, settings. The demo's manager gets recovery codes only. */
export const InstallationSection = () => {
	const { t } = useTranslation("operator");
	const { data: access } = useCall(showOperatorAccess, {});
	if (!access) return null;
	if (access.demoCode !== null)
		return (
			<>
				<Notice tone="info">{t("installation.demo")}</Notice>
				<RecoveryCodesPanel />
			</>
		);
	return (
		<>
			<MaintenancePanel />
			<Allowed call={sendTestMail}>
				<TestMailPanel />
			</Allowed>
			<RecoveryCodesPanel />
			<Allowed call={listBackups}>
				<RestorePanel />
			</Allowed>
			<HeldMessages />
			<Allowed call={listSettings}>
				<SettingsPanel />
			</Allowed>
		</>
	);
};
