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
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog/dialog.tsx";
import { CallForm } from "../../components/form-card/call-form.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
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
	return (
		<Dialog title={t("account.deleteTitle")} isOpen onClose={onClose}>
			<CallForm
				call={{ isPending: erase.isPending }}
				submitLabel={t("account.deleteYes")}
				isDisabled={hasPassword && password === ""}
				onSubmit={() => erase.mutate({ body: hasPassword ? { password } : {} })}
				onClose={onClose}
			>
				<p>{t("account.deleteText")}</p>
				<p>{t("account.deleteKept")}</p>
				{hasPassword ? (
					<PasswordField name="erasePassword" label={t("account.password")} value={password} onChange={setPassword} />
				) : null}
			</CallForm>
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
			<ConfirmDialog
				title={t("account.deactivateTitle")}
				text={t("account.deactivateText")}
				confirmLabel={t("account.deactivateYes")}
				isOpen={isAsking}
				isPending={deactivate.isPending}
				onConfirm={() => deactivate.mutate({ body: {} })}
				onClose={() => setAsking(false)}
			/>
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
