import { deactivateAccount, eraseAccount } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCallMutation } from "../../api/use-call.ts";
import { paths } from "../../app/paths.ts";
import { useSessionActions } from "../../app/session/use-session-actions.ts";
import { useSignOut } from "../../app/session/use-sign-out.ts";
import { site } from "../../app/site.ts";
import { Button } from "../../components/button/button.tsx";
import { Dialog } from "../../components/dialog/dialog.tsx";
import { Form, FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import styles from "./my-account.module.css";
import { PasswordField } from "./password-field.tsx";

interface DeleteProps {
	/** Whether the account signs in with a password, which confirms the deletion. */
	readonly hasPassword: boolean;
	readonly onDeleted: () => Promise<void>;
	readonly onClose: () => void;
}

/** Says which data is deleted and which stays, and deletes the account. */
const DeleteDialog = ({ hasPassword, onDeleted, onClose }: DeleteProps) => {
	const { t } = useTranslation();
	const [password, setPassword] = useState("");
	const erase = useCallMutation(eraseAccount, { onSuccess: onDeleted });
	const submit = () => {
		if (!erase.isPending) erase.mutate({ body: hasPassword ? { password } : {} });
	};
	return (
		<Dialog title={t("account.deleteTitle")} isOpen onClose={onClose}>
			<Form className={styles.confirm} noValidate onSubmit={submit}>
				<p>{t("account.deleteText")}</p>
				<p>{t("account.deleteKept")}</p>
				{hasPassword ? (
					<PasswordField name="erasePassword" label={t("account.password")} value={password} onChange={setPassword} />
				) : null}
				<FormActions>
					<Button type="submit" variant="main" isPending={erase.isPending} isDisabled={hasPassword && password === ""}>
						{t("account.deleteYes")}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</FormActions>
			</Form>
		</Dialog>
	);
};

export const DeactivateSection = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const actions = useSessionActions();
	const { isPending: isSigningOut, signOut } = useSignOut();
	const navigate = useNavigate();
	const [isAsking, setAsking] = useState(false);
	const [isDeleting, setDeleting] = useState(false);
	const leave = async (removal: "signed-out" | "deleted") => {
		await actions.applySignOut(removal);
		await navigate(paths.home.to());
	};
	const deactivate = useCallMutation(deactivateAccount, { onSuccess: () => leave("signed-out") });
	return (
		<FormCard title={t("account.leaving")} text={t("account.leavingText")}>
			<FormActions>
				<Button isPending={isSigningOut} onPress={signOut}>
					{t("nav.signOut")}
				</Button>
				<Button variant="quiet" onPress={() => setAsking(true)}>
					{t("account.deactivate")}
				</Button>
				<Button variant="quiet" onPress={() => setDeleting(true)}>
					{t("account.delete")}
				</Button>
			</FormActions>
			<Dialog title={t("account.deactivateTitle")} isOpen={isAsking} onClose={() => setAsking(false)}>
				<div className={styles.confirm}>
					<p>{t("account.deactivateText")}</p>
					<FormActions>
						<Button variant="main" isPending={deactivate.isPending} onPress={() => deactivate.mutate({ body: {} })}>
							{t("account.deactivateYes")}
						</Button>
						<Button onPress={() => setAsking(false)}>{t("state.cancel")}</Button>
					</FormActions>
				</div>
			</Dialog>
			{isDeleting ? (
				<DeleteDialog
					hasPassword={user.hasPassword && site.hasPasswords}
					onDeleted={() => leave("deleted")}
					onClose={() => setDeleting(false)}
				/>
			) : null}
		</FormCard>
	);
};
