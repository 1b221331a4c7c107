import { type OperatorAlert, silenceAlert } from "@first-bounce/contract/operator/operator";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { ActionButton } from "../parts/role.tsx";

const HOURS = ["1", "8", "24", "168"] as const;

const SilenceDialog = ({ alert, onClose }: { readonly alert: OperatorAlert; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const [hours, setHours] = useState<(typeof HOURS)[number]>("8");
	return (
		<ActionDialog
			title={t("overview.alerts.silenceWhich", { title: alert.title })}
			effect={t("overview.alerts.effect")}
			confirm={t("overview.alerts.silence")}
			done={t("overview.alerts.done")}
			onClose={onClose}
			onConfirm={(reason) => client(silenceAlert, { params: { id: alert.id }, body: { hours: Number(hours), reason } })}
		>
			<SelectField
				name="hours"
				label={t("overview.alerts.hours")}
				placeholder={t("overview.alerts.hours")}
				value={hours}
				choices={HOURS.map((value) => ({ value, label: t(`overview.alerts.hours_${value}`) }))}
				onChange={setHours}
			/>
		</ActionDialog>
	);
};

/** Open alerts, each with what to do. An operator can silence an alert's mails and messages. */
export const Alerts = ({ alerts }: { readonly alerts: readonly OperatorAlert[] }) => {
	const { t } = useTranslation("operator");
	const [alertToSilence, setAlertToSilence] = useState<OperatorAlert | null>(null);
	return (
		<>
			{alerts.map((alert) => (
				<Notice
					key={alert.id}
					tone={alert.silencedUntil === null ? "bad" : "warn"}
					action={
						<ActionButton
							call={silenceAlert}
							onPress={() => setAlertToSilence(alert)}
							aria-label={t("overview.alerts.silenceWhich", { title: alert.title })}
						>
							{t("overview.alerts.silence")}
						</ActionButton>
					}
				>
					<b>{alert.title}.</b> {alert.text} {alert.help} {t("overview.alerts.since")} <DateTime at={alert.beganAt} />
					{alert.silencedUntil ? (
						<>
							{" · "}
							{t("overview.alerts.silenced")} <DateTime at={alert.silencedUntil} />
						</>
					) : null}
				</Notice>
			))}
			{alertToSilence ? <SilenceDialog alert={alertToSilence} onClose={() => setAlertToSilence(null)} /> : null}
		</>
	);
};
