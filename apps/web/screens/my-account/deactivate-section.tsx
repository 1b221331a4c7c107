import { deactivateAccount } from "@first-bounce/contract/accounts/account";
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
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import styles from "./my-account.module.css";

/** Signing out, deactivating the account and deleting it for good. */
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
