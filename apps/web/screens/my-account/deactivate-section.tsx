import { deactivateAccount } from "@first-bounce/contract/calls";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCallMutation } from "../../api/use-call.ts";
import { paths } from "../../app/paths.ts";
import { useSessionActions } from "../../app/session/use-session-actions.ts";
import { useSignOut } from "../../app/session/use-sign-out.ts";
import { Button } from "../../components/button/button.tsx";
import { Dialog } from "../../components/dialog/dialog.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import styles from "./my-account.module.css";

/** Signing out and deactivating the account. */
export const DeactivateSection = () => {
	const { t } = useTranslation();
	const actions = useSessionActions();
	const signOut = useSignOut();
	const navigate = useNavigate();
	const [isAsking, setAsking] = useState(false);
	const deactivate = useCallMutation(deactivateAccount, {
		onSuccess: async () => {
			await actions.applySignOut();
			await navigate(paths.home.to());
		},
	});
	return (
		<FormCard title={t("account.leaving")} text={t("account.leavingText")}>
			<FormActions>
				<Button isPending={signOut.isPending} onPress={() => signOut.mutate()}>
					{t("nav.signOut")}
				</Button>
				<Button variant="quiet" onPress={() => setAsking(true)}>
					{t("account.deactivate")}
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
		</FormCard>
	);
};
