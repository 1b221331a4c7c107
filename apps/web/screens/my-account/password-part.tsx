import { changePassword, listDevices } from "@first-bounce/contract/calls";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { callKey } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { useFormTask } from "../../components/form-card/use-form-task.ts";
import { useAccount } from "./use-account.ts";

/** A new password for the old one; every other device is signed out with it. */
export const PasswordPart = () => {
	const { t } = useTranslation();
	const account = useAccount();
	const queries = useQueryClient();
	const task = useFormTask(account.fail);
	const [password, setPassword] = useState("");
	const [newPassword, setNewPassword] = useState("");
	const save = async () => {
		await client(changePassword, { body: { password, newPassword } });
		account.done(t("account.passwordChanged"));
		setPassword("");
		setNewPassword("");
		await queries.invalidateQueries({ queryKey: callKey(listDevices) });
	};
	return (
		<FormCard title={t("account.changePassword")} onSubmit={() => task.run(save)}>
			<TextField
				name="password"
				type="password"
				autoComplete="current-password"
				label={t("account.password")}
				value={password}
				onChange={setPassword}
			/>
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
				<Button type="submit" isPending={task.isRunning} isDisabled={password === "" || newPassword === ""}>
					{t("account.changePassword")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
