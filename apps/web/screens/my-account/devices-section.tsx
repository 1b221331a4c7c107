import { type Device, endDevice, endOtherDevices, listDevices } from "@first-bounce/contract/accounts/devices";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../api/use-call.ts";
import { site } from "../../app/site.ts";
import { Button } from "../../components/button/button.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { parseDeviceName } from "./device-name.ts";
import styles from "./my-account.module.css";
import { useAccountUpdates } from "./use-account-updates.ts";

interface RowProps {
	readonly device: Device;
	readonly onSignOut: () => void;
}

const DeviceRow = ({ device, onSignOut }: RowProps) => {
	const { t } = useTranslation();
	const { browser, system } = parseDeviceName(device.userAgent);
	const name = [browser, system].filter(Boolean).join(" · ") || device.userAgent || t("account.unknownDevice");
	return (
		<li className={styles.device}>
			<span>
				<b>{name}</b>
				<small>
					{device.isCurrent
						? t("account.thisDevice", { address: device.address })
						: t("account.lastSeen", { when: formatDateTime(Date.parse(device.lastSeenAt)), address: device.address })}
				</small>
			</span>
			{device.isCurrent ? null : (
				<Button variant="quiet" onPress={onSignOut} aria-label={t("account.endDeviceNamed", { name })}>
					{t("account.endDevice")}
				</Button>
			)}
		</li>
	);
};

/** The devices where the user is signed in, with buttons to sign out one or all others. */
export const DevicesSection = () => {
	const { t } = useTranslation();
	const account = useAccountUpdates();
	const queries = useQueryClient();
	const result = useCall(listDevices, {});
	const devices = result.data?.devices;
	const setDevices = (next: { devices: Device[] }) => queries.setQueryData(callKey(listDevices, {}), next);
	const signOutDevice = useCallMutation(endDevice, { onSuccess: setDevices });
	const signOutOtherDevices = useCallMutation(endOtherDevices, {
		onSuccess: (next) => {
			setDevices(next);
			account.showSuccess(t("account.othersEnded"));
		},
	});
	return (
		<FormCard
			title={t("account.devices")}
			text={t(site.hasExternalProvider ? "account.devicesTextExternalProvider" : "account.devicesText")}
		>
			{result.error && !devices ? (
				<ErrorState reason={getErrorMessage(result.error, t)} onRetry={() => void result.refetch()} />
			) : devices ? (
				<ul className={styles.devices}>
					{devices.map((device) => (
						<DeviceRow
							key={device.id}
							device={device}
							onSignOut={() => signOutDevice.mutate({ body: { id: device.id } })}
						/>
					))}
				</ul>
			) : (
				<Skeleton height="52px" />
			)}
			{devices && devices.length > 1 ? (
				<FormActions>
					<Button isPending={signOutOtherDevices.isPending} onPress={() => signOutOtherDevices.mutate({ body: {} })}>
						{t("account.endOthers")}
					</Button>
				</FormActions>
			) : null}
		</FormCard>
	);
};
