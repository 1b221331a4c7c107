import { showNotifications } from "@first-bounce/contract/accounts/notifications";
import type { User } from "@first-bounce/contract/accounts/user";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { FormCard } from "../../../components/form-card/form-card.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { PreferencesForm } from "./preferences-form.tsx";
import { PushDevices } from "./push-devices.tsx";

/** Push devices and notification preferences. */
export const NotificationsSection = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const result = useCall(showNotifications, {});
	const notifications = result.data;
	return (
		<FormCard title={t("notifications.title")} text={t("notifications.text")}>
			{result.error && !notifications ? (
				<ErrorState reason={getErrorMessage(result.error, t)} onRetry={() => void result.refetch()} />
			) : notifications ? (
				<>
					<PushDevices notifications={notifications} userId={user.id} />
					<PreferencesForm preferences={notifications.preferences} />
				</>
			) : (
				<Skeleton height="220px" />
			)}
		</FormCard>
	);
};
