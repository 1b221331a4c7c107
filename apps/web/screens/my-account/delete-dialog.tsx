import { eraseAccount } from "@first-bounce/contract/accounts/account";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { Dialog } from "../../components/dialog/dialog.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions } from "../../components/form-card/form-card.tsx";
import styles from "./my-account.module.css";

interface Props {
	/** Whether the account signs in with a password, which confirms the deletion. */
	readonly hasPassword: boolean;
	readonly onDeleted: () => Promise<void>;
	readonly onClose: () => void;
}

/** Says which data is deleted and which stays, and deletes the account. */
export const DeleteDialog = ({ hasPassword, onDeleted, onClose }: Props) => {
	const { t } = useTranslation();
	const [password, setPassword] = useState("");
	const erase = useCallMutation(eraseAccount, { onSuccess: onDeleted });
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (!erase.isPending) erase.mutate({ body: hasPassword ? { password } : {} });
	};
	return (
		<Dialog title={t("account.deleteTitle")} isOpen onClose={onClose}>
			<form className={styles.confirm} noValidate onSubmit={submit}>
				<p>{t("account.deleteText")}</p>
				<p>{t("account.deleteKept")}</p>
				{hasPassword ? (
					<TextField
						name="erasePassword"
						type="password"
						autoComplete="current-password"
						label={t("account.password")}
						value={password}
						onChange={setPassword}
					/>
				) : null}
				<FormActions>
					<Button type="submit" variant="main" isPending={erase.isPending} isDisabled={hasPassword && password === ""}>
						{t("account.deleteYes")}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</FormActions>
			</form>
		</Dialog>
	);
};
