import {
	type NotificationPreferences,
	saveNotificationPreferences,
	showNotifications,
} from "@first-bounce/contract/accounts/notifications";
import {
	DEFAULT_QUIET_HOURS,
	LOCK_REMINDERS,
	MESSAGE_NOTIFICATIONS,
	REMINDER_MINUTES,
} from "@first-bounce/contract/constants";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { focusField } from "../../../components/fields/error-summary.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Form, FormActions } from "../../../components/form-card/form-card.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { getLocalTimeZone } from "../../../i18n/format.ts";
import styles from "../my-account.module.css";

const KINDS = [
	{ name: "lateOuts", text: "notifications.lateOuts" },
	{ name: "roundResults", text: "notifications.results" },
	{ name: "draftMoves", text: "notifications.draftMoves" },
	{ name: "resultMails", text: "notifications.resultMails" },
	{ name: "draftMails", text: "notifications.draftMails" },
] as const;

interface FieldsProps {
	readonly form: NotificationPreferences;
	readonly onChange: (part: Partial<NotificationPreferences>) => void;
}

/** Which locks are announced, and how long before. */
const LockReminders = ({ form, onChange }: FieldsProps) => {
	const { t } = useTranslation();
	return (
		<div className={styles.pair}>
			<SelectField
				name="lockReminders"
				label={t("notifications.locks")}
				value={form.lockReminders}
				choices={LOCK_REMINDERS.map((value) => ({ value, label: t(`notifications.when.${value}`) }))}
				onChange={(lockReminders) => onChange({ lockReminders })}
			/>
			{form.lockReminders === "off" ? null : (
				<SelectField
					name="minutesBefore"
					label={t("notifications.ahead")}
					value={String(form.minutesBefore)}
					choices={REMINDER_MINUTES.map((minutes) => ({
						value: String(minutes),
						label:
							minutes < 60
								? t("notifications.minutes", { count: minutes })
								: t("notifications.hours", { count: minutes / 60 }),
					}))}
					onChange={(text) => {
						const minutesBefore = REMINDER_MINUTES.find((minutes) => String(minutes) === text);
						if (minutesBefore) onChange({ minutesBefore });
					}}
				/>
			)}
		</div>
	);
};

/** Hours without notifications, in the time zone of this device once they are saved. */
const QuietHours = ({ form: { quietHours, zone: savedZone }, onChange }: FieldsProps) => {
	const { t } = useTranslation();
	const zone = getLocalTimeZone();
	const getError = (time: string) => (time === "" ? t("notifications.noTime") : undefined);
	const setHour = (part: "from" | "to") => (value: string) =>
		quietHours && onChange({ quietHours: { ...quietHours, [part]: value } });
	return (
		<>
			<CheckboxField
				name="quietHours"
				isSelected={quietHours !== null}
				onChange={(isQuiet) => onChange({ quietHours: isQuiet ? DEFAULT_QUIET_HOURS : null })}
			>
				{t("notifications.quiet", { zone: savedZone })}
			</CheckboxField>
			{zone === savedZone ? null : <p>{t("notifications.otherZone", { zone, saved: savedZone })}</p>}
			{quietHours ? (
				<div className={styles.pair}>
					<TextField
						type="time"
						name="quietFrom"
						label={t("notifications.from")}
						value={quietHours.from}
						onChange={setHour("from")}
						error={getError(quietHours.from)}
					/>
					<TextField
						type="time"
						name="quietTo"
						label={t("notifications.to")}
						value={quietHours.to}
						onChange={setHour("to")}
						error={getError(quietHours.to)}
					/>
				</div>
			) : null}
		</>
	);
};

export const PreferencesForm = ({ preferences }: { readonly preferences: NotificationPreferences }) => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const [form, setForm] = useState(preferences);
	const change = (part: Partial<NotificationPreferences>) => setForm((previous) => ({ ...previous, ...part }));
	const save = useCallMutation(saveNotificationPreferences, {
		onSuccess: (saved) => {
			queryClient.setQueryData(callKey(showNotifications, {}), saved);
			showToast({ tone: "good", text: t("account.saved") });
		},
	});
	const submit = () => {
		const { quietHours } = form;
		if (quietHours?.from === "") return focusField("quietFrom");
		if (quietHours?.to === "") return focusField("quietTo");
		if (!save.isPending) save.mutate({ body: { ...form, zone: getLocalTimeZone() } });
	};
	return (
		<Form noValidate onSubmit={submit}>
			<LockReminders form={form} onChange={change} />
			{KINDS.map(({ name, text }) => (
				<CheckboxField
					key={name}
					name={name}
					isSelected={form[name]}
					onChange={(isSelected) => change({ [name]: isSelected })}
				>
					{t(text)}
				</CheckboxField>
			))}
			<SelectField
				name="leagueMessages"
				label={t("notifications.messages")}
				value={form.leagueMessages}
				choices={MESSAGE_NOTIFICATIONS.map((value) => ({ value, label: t(`notifications.messagesOf.${value}`) }))}
				onChange={(leagueMessages) => change({ leagueMessages })}
			/>
			<QuietHours form={{ ...form, zone: preferences.zone }} onChange={change} />
			<FormActions>
				<Button type="submit" isPending={save.isPending}>
					{t("account.save")}
				</Button>
			</FormActions>
		</Form>
	);
};
