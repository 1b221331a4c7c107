import { changePassword } from "@first-bounce/contract/accounts/account";
import { listDevices } from "@first-bounce/contract/accounts/devices";
import { listPasskeys } from "@first-bounce/contract/accounts/passkeys";
import { listTokens } from "@first-bounce/contract/accounts/tokens";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { showToast } from "../../components/toast/toasts.tsx";
import { PasswordField } from "./password-field.tsx";

/** Changes the password, which signs out every other device and removes passkeys and access tokens. */
export const PasswordSection = () => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const [password, setPassword] = useState("");
	const [newPassword, setNewPassword] = useState("");
	const change = useCallMutation(changePassword, {
		onSuccess: () => {
			showToast({ tone: "good", text: t("account.passwordChanged") });
			setPassword("");
			setNewPassword("");
			for (const list of [listDevices, listPasskeys, listTokens])
				void queryClient.invalidateQueries({ queryKey: callKey(list) });
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
