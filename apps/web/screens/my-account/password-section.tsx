import { changePassword } from "@first-bounce/contract/accounts/account";
import { listDevices } from "@first-bounce/contract/accounts/devices";
import { showNotifications } from "@first-bounce/contract/accounts/notifications";
import { listPasskeys } from "@first-bounce/contract/accounts/passkeys";
import { listTokens } from "@first-bounce/contract/accounts/tokens";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../api/use-call.ts";
import { notifyBridgeSignedIn } from "../../app/session/mobile-bridge.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { showToast } from "../../components/toast/toasts.tsx";
import { renewPush } from "../../push/push-device.ts";
import { hasEnabledPush } from "../../push/use-push-renewal.ts";
import { PasswordField } from "./password-field.tsx";

/** Changes the password, which signs out every other device and removes passkeys and access tokens. */
export const PasswordSection = () => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const [password, setPassword] = useState("");
	const [newPassword, setNewPassword] = useState("");
	const change = useCallMutation(changePassword, {
		onSuccess: async ({ user, sessionId }) => {
			notifyBridgeSignedIn("login", sessionId);
			showToast({ tone: "good", text: t("account.passwordChanged") });
			setPassword("");
			setNewPassword("");
			for (const list of [listDevices, listPasskeys, listTokens])
				void queryClient.invalidateQueries({ queryKey: callKey(list) });
			// Subscriptions ended with their sessions, that of this browser too. If it is not renewed now, it is at the next visit.
			if (hasEnabledPush(user.id)) await renewPush().catch(() => undefined);
			void queryClient.invalidateQueries({ queryKey: callKey(showNotifications) });
		},
	});
	const save = () => {
		if (!change.isPending) change.mutate({ body: { password, newPassword } });
	};
	return (
		<FormCard title={t("account.changePassword")} text={t("account.passwordText")} onSubmit={save}>
			<PasswordField name="password" label={t("account.password")} value={password} onChange={setPassword} />
			<TextField
				name="newPassword"
				type="password"
				autoComplete="new-password"
				label={t("account.newPassword")}
				hint={t("account.passwordHint")}
				value={newPassword}
				onChange={setNewPassword}
			/>
			<FormActions>
				<Button type="submit" isPending={change.isPending} isDisabled={password === "" || newPassword === ""}>
					{t("account.changePassword")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
