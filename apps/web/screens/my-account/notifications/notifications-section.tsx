import {
	type Notifications,
	type PushDevice,
	sendTestPush,
	showNotifications,
	unsubscribeFromPush,
} from "@first-bounce/contract/accounts/notifications";
import type { User } from "@first-bounce/contract/accounts/user";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { callKey, useCall, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { LoadedContent } from "../../../components/states/loading-or-error.tsx";
import { Notice, QueryError } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import { disablePush, enablePush, getPushState } from "../../../push/push-device.ts";
import { AccountRow } from "../account-row.tsx";
import { parseDeviceName } from "../device-name.ts";
import styles from "../my-account.module.css";
import { PreferencesForm } from "./preferences-form.tsx";

function useSetNotifications() {
	const queryClient = useQueryClient();
	return (next: Notifications) => queryClient.setQueryData(callKey(showNotifications, {}), next);
}

/** A device's latest event: the end of its subscription, the last notification sent to it, or its addition. */
function getLatestEvent({ endedAt, lastSentAt, since }: PushDevice) {
	if (endedAt) return { label: "notifications.ended", at: endedAt } as const;
	if (lastSentAt) return { label: "notifications.lastSent", at: lastSentAt } as const;
	return { label: "notifications.since", at: since } as const;
}

const OtherDevice = ({ device, onStop }: { readonly device: PushDevice; readonly onStop: () => void }) => {
	const { t } = useTranslation();
	const name = parseDeviceName(device.userAgent) || t("account.unknownDevice");
	const { label, at } = getLatestEvent(device);
	return (
		<AccountRow name={name} notes={[t(label, { when: formatDateTime(Date.parse(at)) })]}>
			<Button
				variant="quiet"
				onPress={onStop}
				aria-label={t(device.endedAt ? "notifications.removeNamed" : "notifications.endNamed", { name })}
			>
				{t(device.endedAt ? "notifications.remove" : "notifications.end")}
			</Button>
		</AccountRow>
	);
};

interface DevicesProps {
	readonly notifications: Notifications;
	readonly userId: number;
}

/** Turns push notifications on or off in this browser, and removes other devices. */
const PushDevices = ({ notifications, userId }: DevicesProps) => {
	const { t } = useTranslation();
	const setNotifications = useSetNotifications();
	const thisDevice = notifications.devices.find(({ isCurrent }) => isCurrent);
	const endedAt = thisDevice?.endedAt ?? null;
	const isSubscribed = thisDevice !== undefined && endedAt === null;
	const pushState = useQuery({
		queryKey: ["push", thisDevice?.id ?? null, isSubscribed],
		queryFn: () => getPushState(isSubscribed),
	});
	const state = pushState.data;
	const unsubscribe = useCallMutation(unsubscribeFromPush, { onSuccess: setNotifications });
	const showAndRefetch = async (next: Notifications | null) => {
		if (next) setNotifications(next);
		await pushState.refetch();
	};
	const turnOn = useMutation({
		mutationFn: () => enablePush(notifications.publicKey, userId, { renewsSubscription: endedAt !== null }),
		onSuccess: showAndRefetch,
	});
	const turnOff = useMutation({
		mutationFn: async () => {
			await disablePush();
			return thisDevice ? client(unsubscribeFromPush, { body: { id: thisDevice.id } }) : null;
		},
		onSuccess: showAndRefetch,
	});
	const sendTest = useCallMutation(sendTestPush, {
		onSuccess: () => showToast({ tone: "good", text: t("notifications.tried") }),
	});
	const otherDevices = notifications.devices.filter((device) => device !== thisDevice);
	const isUnavailable = state === "unsupported" || state === "blocked" || state === "needs-installing";
	return (
		<>
			<QueryError queries={[pushState]} />
			{isUnavailable ? <Notice tone="info">{t(`notifications.here.${state}`)}</Notice> : null}
			{state === "off" && endedAt !== null ? (
				<Notice tone="warn">{t("notifications.endedHere", { when: formatDateTime(Date.parse(endedAt)) })}</Notice>
			) : null}
			{state === "off" ? (
				<FormActions>
					<Button variant="main" isPending={turnOn.isPending} onPress={() => turnOn.mutate()}>
						{t("notifications.turnOn")}
					</Button>
				</FormActions>
			) : null}
			{state === "on" ? (
				<FormActions>
					<span role="status">{t("notifications.here.on")}</span>
					<Button
						isPending={sendTest.isPending}
						onPress={() => sendTest.mutate({ body: { id: thisDevice?.id ?? "" } })}
					>
						{t("notifications.try")}
					</Button>
					<Button variant="quiet" isPending={turnOff.isPending} onPress={() => turnOff.mutate()}>
						{t("notifications.turnOff")}
					</Button>
				</FormActions>
			) : null}
			{otherDevices.length > 0 ? (
				<ul className={styles.devices} aria-label={t("notifications.others")}>
					{otherDevices.map((device) => (
						<OtherDevice
							key={device.id}
							device={device}
							onStop={() => unsubscribe.mutate({ body: { id: device.id } })}
						/>
					))}
				</ul>
			) : null}
		</>
	);
};

export const NotificationsSection = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	return (
		<FormCard title={t("notifications.title")} text={t("notifications.text")}>
			<LoadedContent query={useCall(showNotifications, {})} height="220px">
				{(notifications) => (
					<>
						<PushDevices notifications={notifications} userId={user.id} />
						<PreferencesForm preferences={notifications.preferences} />
					</>
				)}
			</LoadedContent>
		</FormCard>
	);
};
