import { type Device, endDevice, endOtherDevices, listDevices } from "@first-bounce/contract/accounts/devices";
import { showNotifications } from "@first-bounce/contract/accounts/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../api/use-call.ts";
import { site } from "../../app/site.ts";
import { Button } from "../../components/button/button.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { LoadedContent } from "../../components/states/loading-or-error.tsx";
import { showToast } from "../../components/toast/toasts.tsx";
import { formatDateTime } from "../../i18n/format.ts";
import { AccountRow } from "./account-row.tsx";
import { parseDeviceName } from "./device-name.ts";
import styles from "./my-account.module.css";

interface RowProps {
	readonly device: Device;
	readonly onSignOut: () => void;
}

const DeviceRow = ({ device, onSignOut }: RowProps) => {
	const { t } = useTranslation();
	const { isCurrent, address, userAgent, lastSeenAt } = device;
	const name = parseDeviceName(userAgent) || userAgent || t("account.unknownDevice");
	const note = isCurrent
		? t("account.thisDevice")
		: t("account.lastSeen", { when: formatDateTime(Date.parse(lastSeenAt)) });
	return (
		// The address is empty behind some proxies and in the demo.
		<AccountRow name={name} notes={[address === "" ? note : `${note} · ${address}`]}>
			{isCurrent ? null : (
				<Button variant="quiet" onPress={onSignOut} aria-label={t("account.endDeviceNamed", { name })}>
					{t("account.endDevice")}
				</Button>
			)}
		</AccountRow>
	);
};

export const DevicesSection = () => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const setDevices = (next: { devices: Device[] }) => {
		queryClient.setQueryData(callKey(listDevices, {}), next);
		// A device that is signed out gets no notifications any more.
		void queryClient.invalidateQueries({ queryKey: callKey(showNotifications) });
	};
	const signOutDevice = useCallMutation(endDevice, { onSuccess: setDevices });
	const signOutOtherDevices = useCallMutation(endOtherDevices, {
		onSuccess: (next) => {
			setDevices(next);
			showToast({ tone: "good", text: t("account.othersEnded") });
		},
	});
	return (
		<FormCard
			title={t("account.devices")}
			text={t(site.hasExternalProvider ? "account.devicesTextExternalProvider" : "account.devicesText")}
		>
			<LoadedContent query={useCall(listDevices, {})} height="52px">
				{({ devices }) => (
					<>
						<ul className={styles.devices}>
							{devices.map((device) => (
								<DeviceRow
									key={device.id}
									device={device}
									onSignOut={() => signOutDevice.mutate({ body: { id: device.id } })}
								/>
							))}
						</ul>
						{devices.length > 1 ? (
							<FormActions>
								<Button
									isPending={signOutOtherDevices.isPending}
									onPress={() => signOutOtherDevices.mutate({ body: {} })}
								>
									{t("account.endOthers")}
								</Button>
							</FormActions>
						) : null}
					</>
				)}
			</LoadedContent>
		</FormCard>
	);
};
